import { sql } from 'kysely';
import { anyId } from '#db/any-id.ts';
import type { Db } from '#db/database.ts';
import { readListPage, type PageRequest, type Total } from '#db/list-page.ts';

const alerts = (db: Db) =>
  db
    .selectFrom('patient_alerts as a')
    .innerJoin('users as c', 'c.id', 'a.created_by')
    .leftJoin('users as e', 'e.id', 'a.ended_by')
    .select([
      'a.id',
      'a.patient_id as patientId',
      'a.text',
      'a.ends_on as endsOn',
      'a.version',
      'a.created_at as createdAt',
      'c.id as creatorId',
      'c.first_name as creatorFirstName',
      'c.last_name as creatorLastName',
      'a.ended_at as endedAt',
      'e.id as enderId',
      'e.first_name as enderFirstName',
      'e.last_name as enderLastName',
    ]);
export type AlertRow = Awaited<ReturnType<ReturnType<typeof alerts>['executeTakeFirstOrThrow']>>;

const open = (today: string) => sql`ended_at is null and (ends_on is null or ends_on >= ${today}::date)`;

/** Lists a patient's alerts, newest first: those that count today, or those that have ended. */
export async function listAlerts(
  db: Db,
  {
    patientId,
    ended,
    today,
  }: { readonly patientId: string; readonly ended: boolean; readonly today: string },
  request: PageRequest,
): Promise<{ readonly rows: readonly AlertRow[] } & Total> {
  const counts = ended ? sql`not (${open(today)})` : open(today);
  const { ids, ...total } = await readListPage(
    db,
    {
      parts: [sql`patient_alerts where patient_id = ${patientId} and ${counts}`],
      order: [
        { column: 'created_at', descending: true },
        { column: 'id', descending: true },
      ],
    },
    request,
  );
  const rows = await alerts(db)
    .where('a.id', '=', anyId(ids))
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc')
    .execute();
  return { rows, ...total };
}

/** Lists the alerts that a patient had on a day of the practice, oldest first. One counts until the day before it was ended. */
export const listAlertsOn = (
  db: Db,
  {
    patientId,
    day,
    timeZone,
  }: { readonly patientId: string; readonly day: string; readonly timeZone: string },
): Promise<{ readonly id: string; readonly text: string }[]> =>
  db
    .selectFrom('patient_alerts')
    .select(['id', 'text'])
    .where('patient_id', '=', patientId)
    .where(sql<boolean>`(created_at at time zone ${timeZone})::date <= ${day}::date`)
    .where(sql<boolean>`(ended_at is null or (ended_at at time zone ${timeZone})::date > ${day}::date)`)
    .where(sql<boolean>`(ends_on is null or ends_on >= ${day}::date)`)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** Finds an alert of a patient. `lock` keeps it until the transaction ends. */
export function findAlert(
  db: Db,
  { patientId, id }: { readonly patientId: string; readonly id: string },
  { lock = false } = {},
): Promise<AlertRow | undefined> {
  return alerts(db)
    .where('a.id', '=', id)
    .where('a.patient_id', '=', patientId)
    .$if(lock, (query) => query.forUpdate('a'))
    .executeTakeFirst();
}

/** Locks a patient against other new alerts, and counts those of today. Undefined without such a patient. */
export async function lockAndCount(db: Db, patientId: string, today: string): Promise<number | undefined> {
  const patient = await db
    .selectFrom('patients')
    .select('id')
    .where('id', '=', patientId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (patient === undefined) return undefined;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from patient_alerts where patient_id = ${patientId} and ${open(today)}`.execute(
    db,
  );
  return rows[0]?.count;
}

export interface AlertValues {
  readonly text: string;
  readonly endsOn: string | null;
}

/** Inserts an alert. Returns its ID. */
export async function insertAlert(
  db: Db,
  patientId: string,
  { text, endsOn }: AlertValues,
  by: { readonly userId: string; readonly now: Date },
): Promise<string> {
  const { id } = await db
    .insertInto('patient_alerts')
    .values({ patient_id: patientId, text, ends_on: endsOn, created_by: by.userId, created_at: by.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes a locked alert. */
export async function updateAlert(db: Db, id: string, { text, endsOn }: AlertValues): Promise<void> {
  await db
    .updateTable('patient_alerts')
    .set((eb) => ({ text, ends_on: endsOn, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Ends a locked alert. */
export async function endLocked(
  db: Db,
  id: string,
  by: { readonly userId: string; readonly now: Date },
): Promise<void> {
  await db
    .updateTable('patient_alerts')
    .set((eb) => ({ ended_by: by.userId, ended_at: by.now, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}
