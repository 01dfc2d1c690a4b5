import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Types of messages (PostgreSQL's documentation, "Message Formats", read 2026-11-27). */
const [QUERY, SYNC, READY, KEY, IDLE] = ['Q', 'S', 'Z', 'K', 'I'].map((letter) => letter.charCodeAt(0));

interface Server {
  readonly socket: Socket;
  client: Client | undefined;
  /** Requests whose end it has not reported. */
  unanswered: number;
}
interface Client {
  readonly socket: Socket;
  server: Server | undefined;
  readonly unsent: Buffer[];
}

/** Calls `onMessage` for each whole message. The first one of a client has no type. */
function messagesOf(socket: Socket, hasUntyped: boolean, onMessage: (message: Buffer) => void): void {
  let rest = Buffer.alloc(0);
  let typeBytes = hasUntyped ? 0 : 1;
  socket.on('data', (piece) => {
    rest = Buffer.concat([rest, Buffer.from(piece)]);
    while (rest.length >= typeBytes + 4) {
      const end = typeBytes + rest.readUInt32BE(typeBytes);
      if (rest.length < end) return;
      const message = rest.subarray(0, end);
      rest = rest.subarray(end);
      typeBytes = 1;
      onMessage(message);
    }
  });
}

/**
 * A pooler in which each client brings a connection to the server. In session mode, it keeps it. In transaction mode, each transaction gets
 * the connection that was used last, and nothing is known of prepared statements, as in PgBouncer before 1.21. Without TLS. Returns the
 * URL to use instead. It ends after the test.
 */
export async function startPooler(url: string, mode: 'session' | 'transaction'): Promise<string> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const idle: Server[] = [];
  const waiting: Client[] = [];

  const send = (client: Client) => {
    client.server ??= idle.pop();
    const { server } = client;
    if (server === undefined) {
      waiting.push(client);
      return;
    }
    server.client = client;
    for (const message of client.unsent.splice(0)) {
      if (message[0] === QUERY || message[0] === SYNC) server.unanswered += 1;
      server.socket.write(message);
    }
  };
  const release = (server: Server) => {
    if (server.client !== undefined) server.client.server = undefined;
    server.client = undefined;
    idle.push(server);
    const next = waiting.shift();
    if (next !== undefined) send(next);
  };
  const receive = (server: Server, message: Buffer) => {
    // Poolers have process numbers of their own, because the server’s change.
    if (message[0] === KEY) message.writeInt32BE(message.readInt32BE(5) + 1, 5);
    server.client?.socket.write(message);
    if (message[0] !== READY) return;
    server.unanswered -= 1;
    if (server.unanswered === 0 && message[5] === IDLE && mode === 'transaction') release(server);
  };

  const listener = createServer((socket) => {
    // The end of the sign-in is reported like that of a request.
    const server: Server = {
      socket: connect(Number(target.port), target.hostname),
      client: undefined,
      unanswered: 1,
    };
    const client: Client = { socket, server, unsent: [] };
    messagesOf(socket, true, (message) => {
      client.unsent.push(message);
      if (!waiting.includes(client)) send(client);
    });
    messagesOf(server.socket, false, (message) => receive(server, message));
    for (const each of [socket, server.socket]) {
      sockets.add(each);
      each.on('error', () => each.destroy()).on('close', () => sockets.delete(each));
    }
    socket.on('close', () => {
      if (mode === 'session') server.socket.destroy();
    });
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    listener.close();
  });
  const address = listener.address();
  const between = new URL(url);
  between.hostname = '127.0.0.1';
  between.port = String(typeof address === 'object' ? address?.port : '');
  return between.href;
}
