import type { DictationGroup, GroupableDictation } from '@portal/contract/dictation-groups';
import { fullName } from '@portal/domain/person-name';
import type { Db } from '#db/database.ts';
import { anyId } from '#db/any-id.ts';

/** Maximum number of groups in a list, as documented in the contract. */
const MOST = 200;

/** Groups with counts of their active dictations. */
const groups = (db: Db) =>
  db
    .selectFrom('dictation_groups as g')
    .innerJoin('users as u', 'u.id', 'g.provider_id')
    .innerJoin('offices as o', 'o.id', 'g.location_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('dictations as d')
          .select((count) => [
            count.fn.countAll<number>().as('dictation_count'),
            count.fn.countAll<number>().filterWhere('d.status', '=', 'Signed').as('signed_count'),
            count.fn.countAll<number>().filterWhere('d.status', '=', 'Completed').as('completed_count'),
            count.fn.countAll<number>().filterWhere('d.status', '=', 'Draft').as('draft_count'),
          ])
          .whereRef('d.group_id', '=', 'g.id')
          .where('d.is_active', '=', true)
          .as('c'),
      (join) => join.onTrue(),
    )
    .select([
      'g.id',
      'g.group_name',
      'g.notes',
      'g.provider_id',
      'g.location_id',
      'g.procedure_date',
      'g.created_at',
      'g.version',
      'u.first_name',
      'u.last_name',
      'o.name as location_name',
      'c.dictation_count',
      'c.signed_count',
      'c.completed_count',
      'c.draft_count',
    ]);
type GroupRow = Awaited<ReturnType<ReturnType<typeof groups>['executeTakeFirstOrThrow']>>;

const present = (row: GroupRow): DictationGroup => ({
  id: row.id,
  groupName: row.group_name,
  notes: row.notes,
  providerId: row.provider_id,
  providerName: fullName(row.first_name, row.last_name),
  locationId: row.location_id,
  locationName: row.location_name,
  procedureDate: row.procedure_date,
  dictationCount: Number(row.dictation_count),
  signedCount: Number(row.signed_count),
  completedCount: Number(row.completed_count),
  draftCount: Number(row.draft_count),
  createdAt: row.created_at.toISOString(),
  version: row.version,
});

/** Finds a group; undefined when it does not exist. */
export async function findGroup(db: Db, id: string): Promise<DictationGroup | undefined> {
  const row = await groups(db).where('g.id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : present(row);
}

/** Filter for a list of groups. */
export interface GroupFilter {
  readonly providerId?: string | undefined;
  /** YYYY-MM-DD, inclusive; null for no limit. */
  readonly startDate: string | null;
  readonly endDate: string | null;
}

/** Lists up to 200 groups, newest procedure date first. */
export async function listGroups(
  db: Db,
  { providerId, startDate, endDate }: GroupFilter,
): Promise<DictationGroup[]> {
  const rows = await groups(db)
    .$if(providerId !== undefined, (query) => query.where('g.provider_id', '=', providerId ?? ''))
    .$if(startDate !== null, (query) => query.where('g.procedure_date', '>=', startDate ?? ''))
    .$if(endDate !== null, (query) => query.where('g.procedure_date', '<=', endDate ?? ''))
    .orderBy('g.procedure_date', 'desc')
    .orderBy('g.id', 'desc')
    .limit(MOST)
    .execute();
  return rows.map(present);
}

/** IDs of the active dictations in a group, sorted by patient. */
export async function idsOfGroup(db: Db, groupId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('dictations')
    .select('id')
    .where('group_id', '=', groupId)
    .where('is_active', '=', true)
    .orderBy('patient_key')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Lists up to 500 active dictations of a date, grouped or not, sorted by patient. */
export async function listGroupable(
  db: Db,
  date: string,
  {
    providerId,
    locationId,
  }: { readonly providerId?: string | undefined; readonly locationId?: string | undefined },
): Promise<GroupableDictation[]> {
  const rows = await db
    .selectFrom('dictations as d')
    .innerJoin('patients as p', 'p.id', 'd.patient_id')
    .innerJoin('templates as t', 't.id', 'd.template_id')
    .leftJoin('dictation_groups as g', 'g.id', 'd.group_id')
    .select([
      'd.id',
      'd.group_id',
      'g.group_name',
      'p.first_name',
      'p.last_name',
      'p.medical_record_number',
      't.name as template_name',
      'd.status',
      'd.provider_id',
      'd.location_id',
    ])
    .where('d.procedure_date', '=', date)
    .where('d.is_active', '=', true)
    .$if(providerId !== undefined, (query) => query.where('d.provider_id', '=', providerId ?? ''))
    .$if(locationId !== undefined, (query) => query.where('d.location_id', '=', locationId ?? ''))
    .orderBy('d.patient_key')
    .orderBy('d.id')
    .limit(500)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    isGrouped: row.group_id !== null,
    groupName: row.group_name,
    patientName: `${row.last_name}, ${row.first_name}`,
    patientMRN: row.medical_record_number,
    procedureName: row.template_name,
    status: row.status,
    providerId: row.provider_id,
    locationId: row.location_id,
  }));
}

/** A row of `findMembers`. */
export type GroupMember = Awaited<ReturnType<typeof findMembers>>[number];

/** Finds the data that decides whether dictations can form a group. Inactive dictations are left out. */
export const findMembers = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('dictations')
    .select(['id', 'provider_id', 'location_id', 'procedure_date', 'group_id', 'patient_id'])
    .where('id', '=', anyId(ids))
    .where('is_active', '=', true)
    .orderBy('id')
    .execute();

/** Adds dictations to a group, or removes them from their group when `groupId` is null. */
export async function setGroup(db: Db, ids: readonly string[], groupId: string | null): Promise<void> {
  await db.updateTable('dictations').set({ group_id: groupId }).where('id', '=', anyId(ids)).execute();
}

/** Locks a group until the transaction ends; undefined when it does not exist. */
export const lockGroup = (db: Db, id: string) =>
  db
    .selectFrom('dictation_groups')
    .select(['id', 'provider_id', 'location_id', 'procedure_date'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Increments a group's version after any change to the group. */
export async function touchGroup(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('dictation_groups')
    .set((eb) => ({ version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .execute();
}
