import { AbortedTransactionError, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { startStatementCounter } from '#test/statement-counter.ts';
import { createDb, createPool, type Db } from './database.ts';
import { FinalStatementError } from './driver.ts';
import { transact } from './open-transaction.ts';
import { SHARED } from './statement-marks.ts';
import { together } from './together.ts';
import { sendWithCommit } from './with-commit.ts';

const add = (db: Db, text: string) => sql`insert into notes values (${text})`.execute(db);
const addWithCommit = (db: Db, text: string) => sendWithCommit(db, sql`insert into notes values (${text})`);
const backend = async (db: Db) =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid ${SHARED}`.execute(db)).rows[0]?.pid;
const divide = (db: Db, by: number) => sql`select 1 / ${by}::int as result ${SHARED}`.execute(db);

describe('the connection to the database', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await openTestPortal();
    await portal.owner.query('create table notes (text text primary key)');
    await portal.owner.query('grant all on notes to public');
  });
  afterAll(() => portal.close());

  const notes = async () =>
    (await portal.owner.query('select text from notes order by text')).rows.map(({ text }) => text);
  const clear = () => portal.owner.query('truncate notes');

  /** Counts what the work sends. */
  const portalWithCounter = async (work: (db: Db) => Promise<void>) => {
    const { databaseUrl } = portal.deps.config;
    if (databaseUrl === undefined) throw new Error('the test portal has no database');
    const counter = await startStatementCounter(databaseUrl);
    const db = createDb(createPool({ url: counter.url, size: 1, onError: () => undefined }));
    try {
      await sql`select 1`.execute(db);
      counter.take();
      await work(db);
      return { counted: counter.take() };
    } finally {
      await db.destroy();
      await counter.close();
    }
  };

  describe('in a transaction', () => {
    it('commits all statements, also those that are sent with the commit', async () => {
      await clear();
      await transact(portal.deps.db, async (tx) => {
        await addWithCommit(tx, 'b');
        await add(tx, 'a');
      });
      await transact(portal.deps.db, async (tx) => addWithCommit(tx, 'c'));
      expect(await notes()).toEqual(['a', 'b', 'c']);
    });

    it('sends statements in the order of the calls without waiting for their results', async () => {
      await clear();
      const { counted } = await portalWithCounter(async (db) => {
        await transact(db, async (tx) => {
          const [, , { rows }] = await together([
            add(tx, 'a'),
            sql`insert into notes select text || 'b' from notes`.execute(tx),
            sql<{ text: string }>`select text from notes order by text`.execute(tx),
          ]);
          expect(rows).toEqual([{ text: 'a' }, { text: 'ab' }]);
        });
      });
      expect(counted).toEqual({ statements: 5, roundTrips: 2 });
    });

    it('fails with the first error of statements that were sent together, and commits nothing', async () => {
      await clear();
      const work = transact(portal.deps.db, (tx) =>
        together([add(tx, 'a'), divide(tx, 0), add(tx, 'b'), add(tx, 'a')]),
      );
      await expect(work).rejects.toThrow('division by zero');
      expect(await notes()).toEqual([]);
      await expect(backend(portal.deps.db)).resolves.toBeTypeOf('number');
    });

    it('commits nothing when the work fails', async () => {
      await clear();
      const work = transact(portal.deps.db, async (tx) => {
        await add(tx, 'a');
        await addWithCommit(tx, 'b');
        throw new Error('changed my mind');
      });
      await expect(work).rejects.toThrow('changed my mind');
      expect(await notes()).toEqual([]);
    });

    it('commits nothing when a statement sent with the commit fails, and names that statement', async () => {
      await clear();
      const work = transact(portal.deps.db, async (tx) => {
        await add(tx, 'a');
        await addWithCommit(tx, 'a');
        await addWithCommit(tx, 'b');
      });
      const error: unknown = await work.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(FinalStatementError);
      expect(error).toMatchObject({
        statement: expect.stringContaining('insert into notes'),
        cause: { code: '23505' },
      });
      expect(await notes()).toEqual([]);
    });

    it('does not report success after a failed statement whose error was ignored', async () => {
      await clear();
      const work = transact(portal.deps.db, async (tx) => {
        await add(tx, 'a');
        await add(tx, 'a').catch(() => undefined);
      });
      await expect(work).rejects.toThrow(AbortedTransactionError);
      expect(await notes()).toEqual([]);
    });
  });

  describe('shared by many reads', () => {
    it('needs at most two connections', async () => {
      const pids = await Promise.all(Array.from({ length: 40 }, () => backend(portal.deps.db)));
      expect(new Set(pids).size).toBeLessThanOrEqual(2);
    });

    it('fails only the read that is wrong', async () => {
      const results = await Promise.allSettled([1, 0, 1, 0, 1].map((by) => divide(portal.deps.db, by)));
      expect(results.map(({ status }) => status)).toEqual([
        'fulfilled',
        'rejected',
        'fulfilled',
        'rejected',
        'fulfilled',
      ]);
    });

    it('is replaced when it breaks', async () => {
      const kill = sql`select pg_terminate_backend(pg_backend_pid()) ${SHARED}`.execute(portal.deps.db);
      const results = await Promise.allSettled([kill, divide(portal.deps.db, 1), divide(portal.deps.db, 1)]);
      expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
      expect((await divide(portal.deps.db, 1)).rows).toEqual([{ result: 1 }]);
    });
  });

  it('closes a connection to a server that takes no changes', async () => {
    await clear();
    const work = portal.deps.db.connection().execute(async (db) => {
      await sql`set default_transaction_read_only = on`.execute(db);
      await add(db, 'a');
    });
    await expect(work).rejects.toMatchObject({ code: '25006' });
    await add(portal.deps.db, 'b');
    expect(await notes()).toEqual(['b']);
  });
});
