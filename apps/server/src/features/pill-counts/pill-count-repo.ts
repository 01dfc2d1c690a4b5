import { sql, type Insertable, type Selectable } from 'kysely';
import { anyId } from '#db/any-id.ts';
import type { Db } from '#db/database.ts';
import { readListPage, type PageRequest, type Total } from '#db/list-page.ts';
import type { PillCountsTable, UsersTable } from '#db/schema.ts';
import { PATIENT_COLUMNS, type PatientRow } from '#request/patient-of-row.ts';

export type PillCountRow = Omit<Selectable<PillCountsTable>, 'deleted_at' | 'deleted_by'> &
  PatientRow & {
    readonly provider_first_name: Selectable<UsersTable>['first_name'];
    readonly provider_last_name: Selectable<UsersTable>['last_name'];
    readonly provider_title: Selectable<UsersTable>['title'];
  };

const activeCounts = (db: Db) =>
  db
    .selectFrom('pill_counts as c')
    .innerJoin('patients as p', 'p.id', 'c.patient_id')
    .innerJoin('users as u', 'u.id', 'c.provider_id')
    .select([
      'c.id',
      'c.patient_id',
      'c.provider_id',
      'c.prescription_name',
      'c.prescription_date',
      'c.pills_given',
      'c.pills_carried_over',
      'c.tenths_per_day',
      'c.pills_remaining',
      'c.notes',
      'c.counted_on',
      'c.calculated_at',
      ...PATIENT_COLUMNS,
      'u.first_name as provider_first_name',
      'u.last_name as provider_last_name',
      'u.title as provider_title',
    ])
    .where('c.deleted_at', 'is', null);

/** Lists a page of a patient's pill counts, newest first. */
export async function listPillCounts(
  db: Db,
  patientId: string,
  request: PageRequest,
): Promise<{ readonly rows: readonly PillCountRow[] } & Total> {
  const { ids, ...total } = await readListPage(
    db,
    {
      parts: [sql`pill_counts where patient_id = ${patientId} and deleted_at is null`],
      order: [
        { column: 'calculated_at', descending: true },
        { column: 'id', descending: true },
      ],
    },
    request,
  );
  const rows = await activeCounts(db)
    .where('c.id', '=', anyId(ids))
    .orderBy('c.calculated_at', 'desc')
    .orderBy('c.id', 'desc')
    .execute();
  return { rows, ...total };
}

/** Finds a patient's last pill count up to a day. */
export function findLastCount(db: Db, patientId: string, day: string): Promise<PillCountRow | undefined> {
  return activeCounts(db)
    .where('c.patient_id', '=', patientId)
    .where('c.counted_on', '<=', day)
    .orderBy('c.calculated_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Finds a pill count that is not deleted. */
export function findPillCount(db: Db, id: string): Promise<PillCountRow | undefined> {
  return activeCounts(db).where('c.id', '=', id).executeTakeFirst();
}

/** Inserts a pill count and returns its id. */
export async function insertPillCount(db: Db, row: Insertable<PillCountsTable>): Promise<string> {
  const { id } = await db.insertInto('pill_counts').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Marks a pill count as deleted. Returns false if it already was. */
export async function markDeleted(db: Db, id: string, userId: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('pill_counts')
    .set({ deleted_at: now, deleted_by: userId })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
