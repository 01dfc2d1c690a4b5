import type { EditedRecord } from '@portal/domain/edited-record';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

interface Editor extends EditedRecord {
  readonly userId: string;
}

/** Records that a user is editing a record. Returns whether they had not been since `expired`. */
export async function touchEditor(
  db: Db,
  { entityType, entityId, userId }: Editor,
  { now, expired }: { readonly now: Date; readonly expired: Date },
): Promise<boolean> {
  // Skips locked rows, so that two reports cannot wait for each other.
  await sql`
    delete from record_editors e using (
      select entity_type, entity_id, user_id from record_editors where seen_at <= ${expired} for update skip locked
    ) old
    where e.entity_type = old.entity_type and e.entity_id = old.entity_id and e.user_id = old.user_id`.execute(
    db,
  );
  const { is_new: isNew } = await db
    .insertInto('record_editors')
    .values({ entity_type: entityType, entity_id: entityId, user_id: userId, seen_at: now })
    .onConflict((conflict) =>
      conflict.columns(['entity_type', 'entity_id', 'user_id']).doUpdateSet({ seen_at: now }),
    )
    .returning(sql<boolean>`xmax = 0`.as('is_new'))
    .executeTakeFirstOrThrow();
  return isNew;
}

/** Records that a user has left a record. Returns whether they were editing it. */
export async function removeEditor(db: Db, { entityType, entityId, userId }: Editor): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('record_editors')
    .where('entity_type', '=', entityType)
    .where('entity_id', '=', entityId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Lists the active users, except one, who were seen editing a record after `expired`, by name. */
export function listEditors(db: Db, { entityType, entityId, userId }: Editor, expired: Date) {
  return db
    .selectFrom('record_editors as e')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .select(['u.id', 'u.first_name', 'u.last_name'])
    .where('e.entity_type', '=', entityType)
    .where('e.entity_id', '=', entityId)
    .where('e.user_id', '!=', userId)
    .where('e.seen_at', '>', expired)
    .where('u.is_active', '=', true)
    .orderBy(sql`lower(u.first_name)`)
    .orderBy('u.id')
    .execute();
}
