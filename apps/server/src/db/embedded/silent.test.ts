import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { acceptsConnections } from './accepting.ts';
import { stopUnresponsiveServer } from './end-silent.ts';
import { isAlive } from './process-info.ts';
import { query, Workplace } from './test/folders.ts';
import { serverPid, signalServer } from './test/processes.ts';

const workplace = new Workplace();
afterEach(() => workplace.cleanUp());

describe('a server that accepts no connections', () => {
  it('is restarted on its port with all commits when it does not respond', async () => {
    let silences = 0;
    const database = await workplace.start(join(await workplace.folder(), 'data'), {
      // Long enough for a server on a busy machine, which must not be restarted twice.
      silence: { every: 20, limit: 3_000 },
      onSilent: () => void (silences += 1),
    });
    await query(database.ownerUrl, "CREATE TABLE office AS SELECT 'Main' AS name");
    const first = await serverPid(database.clusterDir);
    await signalServer(database.clusterDir, 'SIGSTOP');
    const rows = await vi.waitFor(() => query(database.ownerUrl, 'SELECT name FROM office'), {
      timeout: 60_000,
      interval: 20,
    });
    expect(rows).toEqual([{ name: 'Main' }]);
    expect(silences).toBe(1);
    expect(await isAlive(first)).toBe(false);
    expect(await serverPid(database.clusterDir)).not.toBe(first);
  });

  it.each(['/opt/postgresql/bin/postgres', 'postgres: checkpointer', 'postgres'])(
    'leaves no process called %s behind, which would block the next start',
    async (name) => {
      const server = spawn(process.execPath, ['-e', PARENT, name], { stdio: ['ignore', 'pipe', 'inherit'] });
      const [first] = await once(server.stdout, 'data');
      const child = Number(String(first));
      process.kill(child, 'SIGSTOP');
      await stopUnresponsiveServer(server.pid ?? 0, 1_000);
      expect(await isAlive(child)).toBe(false);
    },
  );

  it('is not restarted while it answers on the connections that the portal has', async () => {
    let silences = 0;
    let tries = 0;
    const database = await workplace.start(join(await workplace.folder(), 'data'), {
      silence: { every: 20, limit: 200 },
      onSilent: () => void (silences += 1),
      answeredAt: () => {
        tries += 1;
        return performance.now();
      },
    });
    const pid = await serverPid(database.clusterDir);
    // Only the process that accepts connections is stopped, as on a very busy machine.
    process.kill(pid, 'SIGSTOP');
    await vi.waitFor(() => expect(tries).toBeGreaterThan(8), { timeout: 60_000, interval: 20 });
    process.kill(pid, 'SIGCONT');
    expect(await query(database.ownerUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect([silences, await serverPid(database.clusterDir)]).toEqual([0, pid]);
  });

  it.each([
    ['is starting up', '57P03', false],
    ['is shutting down', '57P01', false],
    ['has too many clients', '53300', true],
  ])('checks the response, not only the port, of a server that %s', async (_what, state, expected) => {
    const url = await answering((socket) => {
      const fields = Buffer.from(`SFATAL\0VFATAL\0C${state}\0Mno\0\0`);
      const head = Buffer.alloc(5);
      head.write('E');
      head.writeInt32BE(fields.length + 4, 1);
      socket.end(Buffer.concat([head, fields]));
    });
    expect(await acceptsConnections(url, 5_000)).toBe(expected);
  });

  it('does not accept a server that stays silent or does not exist', async () => {
    expect(await acceptsConnections(await answering(() => undefined), 50)).toBe(false);
    expect(await acceptsConnections('postgres://a:b@127.0.0.1:1/postgres', 5_000)).toBe(false);
  });

  it('a server that froze after the sign-in does not hold up the check', async () => {
    const authenticationOk = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
    const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
    const url = await answering(
      (socket) => void socket.write(Buffer.concat([authenticationOk, readyForQuery])),
    );
    expect(await acceptsConnections(url, 50)).toBe(true);
  });
});

/** Starts a child with the name that it is given, and prints the child’s process id. */
const PARENT = `
  const { spawn } = require('node:child_process');
  const options = { argv0: process.argv[1], stdio: 'ignore' };
  console.log(spawn('/bin/sleep', ['600'], options).pid);
  setInterval(() => undefined, 1e6);`;

/** The URL of a server that responds to a client’s first message with `answer`. */
async function answering(answer: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  // A frozen process closes nothing.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => answer(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  workplace.atEnd(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `postgres://a:b@127.0.0.1:${address.port}/postgres`;
}
