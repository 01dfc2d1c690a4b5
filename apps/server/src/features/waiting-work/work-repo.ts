import { WORK_KINDS, type WorkKind } from '@portal/contract/waiting-work';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { listAbilities } from '#live/waiting-work-store.ts';

/** Finds out what a user can take over. Undefined if the user does not exist. */
export async function findTakenKinds(db: Db, now: Date, id: string): Promise<WorkKind[] | undefined> {
  const [user] = await listAbilities(db, now, [id]);
  if (user === undefined) return undefined;
  // The author of a saved draft stays its author.
  return WORK_KINDS.filter((kind) => kind !== 'drafts' && user[kind]);
}

export async function userExists(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** Makes a provider the one of an open order. */
export async function setOrderProvider(db: Db, id: string, providerId: string, now: Date): Promise<void> {
  await db
    .updateTable('medical_orders')
    .set((eb) => ({ ordered_by: providerId, version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .execute();
}

/** Makes a provider the one of an unsigned dictation, which must be reviewed again and leaves its group. */
export async function setDictationProvider(db: Db, id: string, providerId: string, now: Date): Promise<void> {
  await db
    .updateTable('dictations')
    .set((eb) => ({
      provider_id: providerId,
      group_id: null,
      status: 'Saved',
      version: eb('version', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', id)
    .where('status', '!=', 'Signed')
    .execute();
}

/** Asks a physician for the co-signature of a dictation, unless they are its provider. Returns whether it did. */
export async function setCoSigner(db: Db, id: string, supervisorId: string): Promise<boolean> {
  // Before the co-signature, like a physician who co-signs it.
  await db.selectFrom('dictations').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  const { rows } = await sql`
    with asked as (
      update co_signatures c set supervisor_id = ${supervisorId} from dictations d
      where c.dictation_id = ${id} and c.state = 'Awaiting' and d.id = c.dictation_id and d.provider_id <> ${supervisorId}
      returning c.dictation_id
    )
    update dictations d set version = version + 1 from asked where d.id = asked.dictation_id returning d.id`.execute(
    db,
  );
  return rows.length > 0;
}

/** Gives an unsaved text to another user, unless they have one of the same dictation. Returns whether it did. */
export async function setDraftOwner(db: Db, id: string, ownerId: string): Promise<boolean> {
  const { rows } = await sql`
    update dictation_drafts f set owner_id = ${ownerId}
    where f.id = ${id} and not exists (
      select from dictation_drafts x
      where x.owner_id = ${ownerId} and x.dictation_id = f.dictation_id and x.content is not null)
    returning f.id`.execute(db);
  return rows.length > 0;
}
