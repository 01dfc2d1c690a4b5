import { ORDER_NOTE_DAYS } from '@portal/domain/charges';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/database.ts';
import { isNoShow, notesInRange, type ChargeFilter } from './charge-filter-repo.ts';

/** The first IDs of a list and the number of all. */
export interface Found {
  readonly ids: readonly string[];
  readonly count: number;
}

const found = async (db: Db, matches: RawBuilder<unknown>, limit: number): Promise<Found> => {
  const { rows } = await sql<{ id: string; count: number }>`
    select id, (count(*) over ())::int as count from (${matches}) m order by place, id limit ${limit}`.execute(
    db,
  );
  return { ids: rows.map(({ id }) => id), count: rows[0]?.count ?? 0 };
};

/** Lists signed notes up to `today` on days without a timecard, of providers with any timecard. No-shows are left out. */
export const listWithoutTimecard = (
  db: Db,
  filter: Omit<ChargeFilter, 'status' | 'unsignedUpTo'>,
  worked: readonly { readonly userId: string; readonly day: string }[],
  { today, limit }: { readonly today: string; readonly limit: number },
): Promise<Found> => {
  const users = worked.map(({ userId }) => userId);
  const days = worked.map(({ day }) => day);
  return found(
    db,
    sql`select d.id, d.procedure_date as place from ${notesInRange(filter)}
      and d.status = 'Signed' and d.procedure_date <= ${today}::date and not ${isNoShow('d')}
      and d.provider_id = any(${[...new Set(users)]}::uuid[])
      and not exists (
        select from unnest(${users}::uuid[], ${days}::date[]) w (user_id, day)
        where w.user_id = d.provider_id and w.day = d.procedure_date)`,
    limit,
  );
};

/** An order with the templates of its kind; null for any template. */
export interface CheckOrder {
  readonly id: string;
  readonly patientId: string;
  readonly completedDate: string;
  readonly templateIds: readonly string[] | null;
}

/** Lists the orders whose patient has no note of their kind within some days of the completion. */
export const listWithoutNote = (db: Db, orders: readonly CheckOrder[], limit: number): Promise<Found> =>
  found(
    db,
    sql`select c.id, c.completed as place
      from jsonb_to_recordset(${JSON.stringify(
        orders.map(({ id, patientId, completedDate, templateIds }) => ({
          id,
          patient_id: patientId,
          completed: completedDate,
          template_ids: templateIds,
        })),
      )}::jsonb) as c (id uuid, patient_id uuid, completed date, template_ids jsonb)
      where not exists (
        select from dictations d
        where d.patient_id = c.patient_id and d.is_active and not ${isNoShow('d')}
          and d.procedure_date between c.completed - ${ORDER_NOTE_DAYS}::int and c.completed + ${ORDER_NOTE_DAYS}::int
          and (c.template_ids is null or c.template_ids = 'null' or c.template_ids ? d.template_id::text))`,
    limit,
  );
