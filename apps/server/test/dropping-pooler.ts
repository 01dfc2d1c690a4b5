import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Bytes before the parameters of a startup message: its length and the version of the protocol. */
const HEADER = 8;

/** Drops parameters of a startup message (PostgreSQL's documentation, "Message Formats"). */
function withoutParameters(message: Buffer, dropped: ReadonlySet<string>): Buffer {
  const texts = message.subarray(HEADER).toString('utf8').split('\0');
  const kept: string[] = [];
  for (let at = 0; at + 1 < texts.length && texts[at] !== ''; at += 2)
    if (!dropped.has(texts[at] ?? '')) kept.push(texts[at] ?? '', texts[at + 1] ?? '');
  const body = Buffer.from(`${kept.join('\0')}\0\0`);
  const header = Buffer.from(message.subarray(0, HEADER));
  header.writeUInt32BE(HEADER + body.length, 0);
  return Buffer.concat([header, body]);
}

/**
 * A peer between the portal and PostgreSQL that drops startup parameters, like PgBouncer in session mode with
 * `ignore_startup_parameters`. Returns the URL to use instead. It ends after the test.
 */
export async function dropParameters(url: string, ...names: readonly string[]): Promise<string> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    client.once('data', (message) => {
      const database = connect(Number(target.port), target.hostname, () => {
        database.write(withoutParameters(Buffer.from(message), new Set(names)));
        client.pipe(database).pipe(client);
      });
      for (const socket of [client, database]) {
        sockets.add(socket);
        socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
      }
      client.on('close', () => database.destroy());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const between = new URL(url);
  between.hostname = '127.0.0.1';
  between.port = String(typeof address === 'object' ? address?.port : '');
  return between.href;
}
