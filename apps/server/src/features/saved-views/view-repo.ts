import type { SavedView, ViewState } from '@portal/contract/saved-views';
import type { Db } from '#db/database.ts';

const COLUMNS = ['id', 'name', 'state', 'is_default as isDefault', 'version'] as const;

/** What a user sets. */
export interface ViewFields {
  readonly name: string;
  readonly isDefault: boolean;
  readonly state: ViewState;
}
/** A user's list. */
export interface OwnList {
  readonly userId: string;
  readonly list: string;
}

const columns = ({ name, isDefault, state }: ViewFields) => ({
  name,
  is_default: isDefault,
  state: JSON.stringify(state),
});

/** Lists a user's views of a list, by name. */
export function listViews(db: Db, { userId, list }: OwnList): Promise<SavedView[]> {
  return db
    .selectFrom('saved_views')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('list', '=', list)
    .orderBy((eb) => eb.fn<string>('lower', ['name']))
    .orderBy('id')
    .execute();
}

/** Makes concurrent changes of a user's views wait until the transaction ends. */
export async function lockOwner(db: Db, userId: string): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

export function findView(
  db: Db,
  userId: string,
  id: string,
): Promise<(SavedView & { list: string }) | undefined> {
  return db
    .selectFrom('saved_views')
    .select([...COLUMNS, 'list'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export function insertView(
  db: Db,
  { userId, list }: OwnList,
  fields: ViewFields,
  now: Date,
): Promise<SavedView> {
  return db
    .insertInto('saved_views')
    .values({ ...columns(fields), user_id: userId, list, created_at: now, updated_at: now })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Updates a view and increments its version. */
export function updateView(db: Db, id: string, fields: ViewFields, now: Date): Promise<SavedView> {
  return db
    .updateTable('saved_views')
    .set((eb) => ({ ...columns(fields), version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Makes no view of a list the default. */
export async function clearDefault(db: Db, { userId, list }: OwnList, now: Date): Promise<void> {
  await db
    .updateTable('saved_views')
    .set((eb) => ({ is_default: false, version: eb('version', '+', 1), updated_at: now }))
    .where('user_id', '=', userId)
    .where('list', '=', list)
    .where('is_default', '=', true)
    .execute();
}

export async function deleteView(db: Db, id: string): Promise<void> {
  await db.deleteFrom('saved_views').where('id', '=', id).execute();
}
