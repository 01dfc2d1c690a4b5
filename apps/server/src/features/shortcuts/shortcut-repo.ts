import type { ValuesOf } from '@portal/contract/record';
import type { SavedShortcut, shortcutRecord } from '@portal/contract/shortcuts';
import type { KnownPatient } from '@portal/domain/shortcuts';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

export type ShortcutFields = ValuesOf<typeof shortcutRecord.fields>;
/** The user whose shortcuts they are; null for the practice. */
export type Owner = string | null;

const COLUMNS = ['id', 'name', 'text', 'version', sql<boolean>`owner_id is null`.as('isPractice')] as const;

/** Makes concurrent changes of shortcuts wait until the transaction ends. */
export async function lockShortcuts(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('shortcuts'))`.execute(db);
}

/** Lists the shortcuts of these owners, by name. */
export function listShortcuts(db: Db, owners: readonly Owner[]): Promise<SavedShortcut[]> {
  const users = owners.filter((owner) => owner !== null);
  return db
    .selectFrom('shortcuts')
    .select(COLUMNS)
    .where((eb) =>
      eb.or([
        ...(users.length > 0 ? [eb('owner_id', 'in', users)] : []),
        ...(owners.includes(null) ? [eb('owner_id', 'is', null)] : []),
      ]),
    )
    .orderBy('name')
    .orderBy('id')
    .execute();
}

export function insertShortcut(db: Db, owner: Owner, { name, text }: ShortcutFields): Promise<SavedShortcut> {
  return db
    .insertInto('shortcuts')
    .values({ owner_id: owner, name, text })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Updates a shortcut and increments its version. */
export function updateShortcut(db: Db, id: string, { name, text }: ShortcutFields): Promise<SavedShortcut> {
  return db
    .updateTable('shortcuts')
    .set((eb) => ({ name, text, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function deleteShortcut(db: Db, id: string): Promise<void> {
  await db.deleteFrom('shortcuts').where('id', '=', id).execute();
}

/** The patients whose records a user opened last. */
export function recentPatients(db: Db, userId: string): Promise<KnownPatient[]> {
  return db
    .selectFrom('recent_records')
    .innerJoin('patients', 'patients.id', 'recent_records.record_id')
    .select([
      'patients.first_name as firstName',
      'patients.last_name as lastName',
      'patients.medical_record_number as medicalRecordNumber',
    ])
    .where('recent_records.user_id', '=', userId)
    .where('recent_records.kind', '=', 'Patient')
    .execute();
}
