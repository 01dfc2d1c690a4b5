import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { sql } from 'kysely';
import { expect, inject, it, onTestFinished } from 'vitest';
import { createDb, createPool } from './database.ts';
import { isDatabaseUnavailable } from './database-errors.ts';

const ROW = Buffer.from('D');
/** A row of three columns that says that the first one is longer than the row, and an unknown message. */
const UNREADABLE = Buffer.concat([ROW, Buffer.from([0, 0, 0, 10, 0, 3, 0, 0x43, 0x70, 0x55])]);
const UNKNOWN = Buffer.from([0x01, 0, 0, 0, 4]);

/** Between a client and PostgreSQL; the answer to a statement with the word is something else. */
async function answering(word: string, answer: Buffer): Promise<string> {
  const target = new URL(inject('postgres').superuserUrl);
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    client.on('data', (piece) => {
      if (String(piece).includes(word)) client.write(answer);
      else database.write(piece);
    });
    database.pipe(client);
    client.on('error', () => undefined).on('close', () => database.destroy());
    database.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = String(typeof address === 'object' ? address?.port : '');
  return Object.assign(new URL(target), { port }).href;
}

it.each([
  ['that cannot be read', UNREADABLE],
  ['of an unknown kind', UNKNOWN],
])(
  'a message %s ends the connection with an error for its statement, and nothing else',
  async (_what, answer) => {
    const url = await answering('nonsense', answer);
    const db = createDb(createPool({ url, size: 1, onError: () => undefined }));
    onTestFinished(() => db.destroy());
    const failing = sql`select 'nonsense'`.execute(db);
    await expect(failing).rejects.toSatisfy(isDatabaseUnavailable);
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  },
);
