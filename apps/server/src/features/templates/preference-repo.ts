import { fullName } from '@portal/domain/person-name';
import type { ReferringDefaults } from '@portal/domain/template/references';
import type { FieldValues } from '@portal/domain/template/value';
import type { Db } from '#db/database.ts';

/** A user's preferences for a template. */
export interface Preference {
  readonly defaults: FieldValues;
  readonly isDefault: boolean;
}

/** Finds a user's preferences by template ID: of all templates, or of one. */
export async function findPreferences(
  db: Db,
  userId: string,
  templateId?: string,
): Promise<ReadonlyMap<string, Preference>> {
  const rows = await db
    .selectFrom('template_preferences')
    .select(['template_id', 'defaults', 'is_default'])
    .where('user_id', '=', userId)
    .$if(templateId !== undefined, (query) => query.where('template_id', '=', templateId ?? ''))
    .execute();
  return new Map(rows.map((row) => [row.template_id, { defaults: row.defaults, isDefault: row.is_default }]));
}

/** Lists the providers' defaults for a template, by name. */
export async function listDefaults(db: Db, templateId: string): Promise<ReferringDefaults[]> {
  const rows = await db
    .selectFrom('template_preferences as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['u.id', 'u.first_name', 'u.last_name', 'p.defaults'])
    .where('p.template_id', '=', templateId)
    .orderBy('u.last_name')
    .orderBy('u.first_name')
    .orderBy('u.id')
    .execute();
  return rows.map(({ id, first_name: firstName, last_name: lastName, defaults }) => ({
    id,
    name: fullName(firstName, lastName),
    defaults,
  }));
}

/** Locks a user's preferences until the transaction ends, so that each save sees the previous values. */
export async function lockPreferences(db: Db, userId: string): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

/** Which user's preferences for which template to write, and when. */
export interface PreferenceKey {
  readonly userId: string;
  readonly templateId: string;
  readonly now: Date;
}

/** Saves a user's defaults for the fields of a template. */
export async function upsertDefaults(
  db: Db,
  { userId, templateId, now }: PreferenceKey,
  defaults: FieldValues,
): Promise<void> {
  const columns = { defaults: JSON.stringify(defaults), updated_at: now };
  await db
    .insertInto('template_preferences')
    .values({ user_id: userId, template_id: templateId, ...columns })
    .onConflict((conflict) => conflict.columns(['user_id', 'template_id']).doUpdateSet(columns))
    .execute();
}

/** Makes a template the user's only default. */
export async function setDefault(db: Db, key: PreferenceKey): Promise<void> {
  await clearDefault(db, key);
  const columns = { is_default: true, updated_at: key.now };
  await db
    .insertInto('template_preferences')
    .values({ user_id: key.userId, template_id: key.templateId, ...columns })
    .onConflict((conflict) => conflict.columns(['user_id', 'template_id']).doUpdateSet(columns))
    .execute();
}

/** Leaves the user without a default template. */
export async function clearDefault(
  db: Db,
  { userId, now }: Pick<PreferenceKey, 'userId' | 'now'>,
): Promise<void> {
  await db
    .updateTable('template_preferences')
    .set({ is_default: false, updated_at: now })
    .where('user_id', '=', userId)
    .where('is_default', '=', true)
    .execute();
}
