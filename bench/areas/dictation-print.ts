import { randomUUID } from 'node:crypto';
import type { createPool } from '@portal/server/db/database';
import { BENCH_ACCOUNT } from '../fill/account.ts';
import type { Area, Row } from './area.ts';

/** Budgets, in milliseconds. */
const PDF_BUDGET = 100;
const BATCH_BUDGET = 3000;
const LIST_BUDGET = 25;
const BATCH = 50;

interface Some {
  readonly id: string;
  readonly provider: string;
  readonly location: string;
  readonly day: string;
  readonly group: string | null;
}

/** Dictations as PDF (one and 50) and as text; groups. */
export const dictationPrint: Area = {
  name: 'dictation print',
  rows: async (pool) => {
    const { rows } = await pool.query<Some>(
      `select id, provider_id as provider, location_id as location, procedure_date::text as day, group_id as group from dictations
       where is_active order by (group_id is null), procedure_date desc, id limit 100`,
    );
    const some = (turn: number): Some => {
      const found = rows[turn % rows.length];
      if (found === undefined) throw new Error('There are no dictations');
      return found;
    };
    const grouped = rows.flatMap(({ group }) => group ?? []);
    const batch = randomUUID();
    const ids = rows.slice(0, BATCH).map(({ id }) => id);
    const read = (name: string, path: (one: Some) => string, p99: number): Row => ({
      name: `dictation ${name}`,
      call: (turn) => ({ method: 'GET', path: `/dictation/${path(some(turn))}` }),
      budget: { p99 },
    });
    return [
      read('print', ({ id }) => `${id}/print`, PDF_BUDGET),
      {
        ...read(`print, batch of ${BATCH}`, () => `batch/print/${batch}`, BATCH_BUDGET),
        before: () => renewBatch(pool, batch, ids),
      },
      read('export as text', ({ id }) => `${id}/export/text`, LIST_BUDGET),
      {
        name: 'dictation group',
        call: (turn) => ({ method: 'GET', path: `/dictation/group/${grouped[turn % grouped.length]}` }),
        budget: { p99: LIST_BUDGET },
        ...(grouped.length === 0 ? { missing: 'the practice has no groups' } : {}),
      },
      read('groups of a day', ({ day }) => `group/date/${day}`, LIST_BUDGET),
      read('groups of a provider', ({ provider }) => `group/provider/${provider}`, LIST_BUDGET),
      read(
        'groups, available dictations',
        ({ day, provider, location }) =>
          `group/${day}/available?providerId=${provider}&locationId=${location}`,
        LIST_BUDGET,
      ),
    ];
  },
  cleanUp: async (pool) => {
    await pool.query(
      `delete from dictation_print_batches where user_id = (select id from users where user_name = $1)`,
      [BENCH_ACCOUNT.userName],
    );
  },
};

/** Links are valid for five minutes, and longer ones are refused. */
async function renewBatch(
  pool: ReturnType<typeof createPool>,
  batch: string,
  ids: readonly string[],
): Promise<void> {
  await pool.query(
    `insert into dictation_print_batches (id, user_id, dictation_ids, expires_at)
     select $1, id, $2, now() + interval '290 seconds' from users where user_name = $3
     on conflict (id) do update set expires_at = excluded.expires_at`,
    [batch, ids, BENCH_ACCOUNT.userName],
  );
}
