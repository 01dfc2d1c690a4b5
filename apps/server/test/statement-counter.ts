import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** What a database client sent. */
export interface Counted {
  readonly statements: number;
  /** How often it waited for the database before it sent more. */
  readonly roundTrips: number;
}

/** Between a client and PostgreSQL: passes everything on, and counts statements. */
export interface StatementCounter {
  /** The database’s URL with the counter’s address. */
  readonly url: string;
  /** What was sent since the last call. */
  take(): Counted;
  close(): Promise<void>;
}

/** Types of messages (PostgreSQL's documentation, "Message Formats", read 2026-11-27). */
const [PARSE, BIND, QUERY] = ['P', 'B', 'Q'].map((letter) => letter.charCodeAt(0));

/** The read of a new activity, which belongs to no call. */
const OF_THE_LIVE_FEED = /from "activities" where "id" =/;

/** Counts the statements among the messages of a client, which arrive in pieces. The first message has no type. */
function messageReader(): (piece: Buffer) => number {
  let rest = Buffer.alloc(0);
  let typeBytes = 0;
  const ignored = new Map<string, boolean>();
  const counts = (message: Buffer): boolean => {
    const [type] = message;
    const [first = '', second = ''] = message.subarray(5).toString('utf8').split('\0', 2);
    if (type === PARSE) ignored.set(first, OF_THE_LIVE_FEED.test(second));
    return type === QUERY || (type === BIND && ignored.get(second) !== true);
  };
  return (piece) => {
    rest = Buffer.concat([rest, piece]);
    let found = 0;
    while (rest.length >= typeBytes + 4) {
      const end = typeBytes + rest.readUInt32BE(typeBytes);
      if (rest.length < end) break;
      if (typeBytes === 1 && counts(rest.subarray(0, end))) found += 1;
      rest = rest.subarray(end);
      typeBytes = 1;
    }
    return found;
  };
}

/** Starts a counter for a database without TLS. What the live feed reads is not counted. */
export async function startStatementCounter(databaseUrl: string): Promise<StatementCounter> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let [statements, roundTrips] = [0, 0];
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    const read = messageReader();
    let hasAnswer = true;
    client.on('data', (piece) => {
      const found = read(Buffer.from(piece));
      statements += found;
      if (found > 0 && hasAnswer) {
        roundTrips += 1;
        hasAnswer = false;
      }
    });
    database.on('data', () => {
      hasAnswer = true;
    });
    client.pipe(database).pipe(client);
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(socket);
      socket
        .on('error', () => socket.destroy())
        .on('close', () => {
          sockets.delete(socket);
          other.destroy();
        });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(typeof address === 'object' ? address?.port : '');
  return {
    url: url.href,
    take: () => {
      const counted = { statements, roundTrips };
      [statements, roundTrips] = [0, 0];
      return counted;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
