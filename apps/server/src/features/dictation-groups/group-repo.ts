import type { Db } from '#db/database.ts';
import { anyId } from '#db/any-id.ts';

/** Maximum number of groups in a list, as documented in the contract. */
const MAX_GROUPS = 200;

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
/** A group as read from the database. */
export type GroupRow = Awaited<ReturnType<ReturnType<typeof groups>['executeTakeFirstOrThrow']>>;

/** Finds a group; undefined when it does not exist. */
export const findGroup = (db: Db, id: string): Promise<GroupRow | undefined> =>
  groups(db).where('g.id', '=', id).executeTakeFirst();

export interface GroupFilter {
  readonly providerId?: string | undefined;
  /** YYYY-MM-DD, inclusive; null for no limit. */
  readonly startDate: string | null;
  readonly endDate: string | null;
}

/** Lists up to 200 groups, newest procedure date first. */
export const listGroups = (db: Db, { providerId, startDate, endDate }: GroupFilter): Promise<GroupRow[]> =>
  groups(db)
    .$if(providerId !== undefined, (query) => query.where('g.provider_id', '=', providerId ?? ''))
    .$if(startDate !== null, (query) => query.where('g.procedure_date', '>=', startDate ?? ''))
    .$if(endDate !== null, (query) => query.where('g.procedure_date', '<=', endDate ?? ''))
    .orderBy('g.procedure_date', 'desc')
    .orderBy('g.id', 'desc')
    .limit(MAX_GROUPS)
    .execute();

/** Lists the IDs of the active dictations in a group, sorted by patient. */
export async function listMemberIds(db: Db, groupId: string): Promise<string[]> {
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

/** A dictation that can be grouped, or is. */
export type GroupableRow = Awaited<ReturnType<typeof listGroupable>>[number];

/** Lists up to 500 active dictations of a date, grouped or not, sorted by patient. */
export const listGroupable = (
  db: Db,
  date: string,
  {
    providerId,
    locationId,
  }: { readonly providerId?: string | undefined; readonly locationId?: string | undefined },
) =>
  db
    .selectFrom('dictations as d')
    .innerJoin('patients as p', 'p.id', 'd.patient_id')
    .innerJoin('templates as t', 't.id', 'd.template_id')
    .leftJoin('dictation_groups as g', 'g.id', 'd.group_id')
    .leftJoin('signed_prints as s', 's.dictation_id', 'd.id')
    .select(({ fn }) => [
      'd.id',
      'd.group_id',
      'd.patient_id',
      'g.group_name',
      // A signed dictation keeps its names.
      fn.coalesce('s.patient_first_name', 'p.first_name').as('first_name'),
      fn.coalesce('s.patient_last_name', 'p.last_name').as('last_name'),
      fn.coalesce('s.medical_record_number', 'p.medical_record_number').as('medical_record_number'),
      fn.coalesce('s.template_name', 't.name').as('template_name'),
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

/** What a group is made from. */
interface GroupPlace {
  readonly date: string;
  readonly providerId?: string | undefined;
  readonly locationId?: string | undefined;
}

/** Counts unsigned, ungrouped, active dictations on the date with another provider or location; at most `limit`. */
export function countOnDate(db: Db, { date, providerId, locationId }: GroupPlace, limit: number) {
  if (providerId === undefined && locationId === undefined) return Promise.resolve(0);
  return countUpTo(
    db,
    waiting(db)
      .where('procedure_date', '=', date)
      .where((eb) =>
        eb.or([
          ...(providerId === undefined ? [] : [eb('provider_id', '!=', providerId)]),
          ...(locationId === undefined ? [] : [eb('location_id', '!=', locationId)]),
        ]),
      )
      .limit(limit),
  );
}

/** Counts unsigned, ungrouped, active dictations of the provider and location on other dates; at most `limit`. */
export const countOnOtherDates = (db: Db, { date, providerId, locationId }: GroupPlace, limit: number) =>
  countUpTo(
    db,
    waiting(db)
      .where('procedure_date', '!=', date)
      .$if(providerId !== undefined, (query) => query.where('provider_id', '=', providerId ?? ''))
      .$if(locationId !== undefined, (query) => query.where('location_id', '=', locationId ?? ''))
      .limit(limit),
  );

const waiting = (db: Db) =>
  db
    .selectFrom('dictations')
    .select('id')
    .where('status', 'in', ['Draft', 'Saved', 'Completed'])
    .where('group_id', 'is', null)
    .where('is_active', '=', true);

async function countUpTo(db: Db, query: ReturnType<typeof waiting>): Promise<number> {
  const { count } = await db
    .selectFrom(query.as('found'))
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
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

/** Values of a new group. */
export interface NewGroup {
  readonly groupName: string;
  readonly notes: string | null;
  readonly providerId: string;
  readonly locationId: string;
  readonly procedureDate: string;
}

/** Inserts an empty group and returns its ID. */
export async function insertGroup(
  db: Db,
  group: NewGroup,
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<string> {
  const { id } = await db
    .insertInto('dictation_groups')
    .values({
      group_name: group.groupName,
      notes: group.notes,
      provider_id: group.providerId,
      location_id: group.locationId,
      procedure_date: group.procedureDate,
      created_by: by,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Deletes a group and keeps its dictations. */
export async function deleteGroup(db: Db, id: string): Promise<void> {
  await db.deleteFrom('dictation_groups').where('id', '=', id).execute();
}

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

/** Increments a group's version after any change to the group, and renames it if a name is given. */
export async function touchGroup(db: Db, id: string, now: Date, groupName?: string): Promise<void> {
  await db
    .updateTable('dictation_groups')
    .set((eb) => ({
      version: eb('version', '+', 1),
      updated_at: now,
      ...(groupName !== undefined && { group_name: groupName }),
    }))
    .where('id', '=', id)
    .execute();
}
