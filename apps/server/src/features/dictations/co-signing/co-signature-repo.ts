import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { PREPARED } from '#db/statement-marks.ts';
import type { Writer } from '../dictation-repo.ts';
import type { Signer } from '../signing/signing-repo.ts';

/** Who co-signs the notes of a provider. */
export interface Supervision {
  readonly hasSupervisor: boolean;
  /** Null if there is none, or if they are no longer an active physician. */
  readonly supervisorId: string | null;
}

/** Whether user `s` is an active physician. */
const isPhysician = sql<boolean>`(coalesce(s.is_active, false) and exists (
  select from user_roles ur join roles r on r.id = ur.role_id
  where ur.user_id = s.id and r.name = 'ProviderPhysician'))`;

/** Finds out who co-signs what a provider signs. */
export async function findSupervision(db: Db, providerId: string): Promise<Supervision> {
  const { supervisor_id: id, is_available: isAvailable } = await db
    .selectFrom('users as u')
    .leftJoin('users as s', 's.id', 'u.supervisor_id')
    .select(['u.supervisor_id', isPhysician.as('is_available')])
    .where('u.id', '=', providerId)
    .modifyEnd(PREPARED)
    .executeTakeFirstOrThrow();
  return { hasSupervisor: id !== null, supervisorId: isAvailable ? id : null };
}

/** Asks for a co-signature of a dictation that was signed before in the transaction. */
export async function insertCoSignature(
  db: Db,
  { dictationId, supervisorId }: { readonly dictationId: string; readonly supervisorId: string | null },
  now: Date,
): Promise<void> {
  // Inserts nothing if the dictation could not be signed, which the caller reports.
  await sql`
    insert into co_signatures (dictation_id, supervisor_id, requested_at)
    select id, ${supervisorId}::uuid, ${now}::timestamptz from dictations
    where id = ${dictationId}::uuid and status = 'Signed' ${PREPARED}`.execute(db);
}

/** Co-signs a locked dictation, which gets a new version. */
export async function updateCoSigned(
  db: Db,
  id: string,
  {
    name,
    title,
    contentHash,
    addendumCount,
  }: Signer & { readonly contentHash: Buffer; readonly addendumCount: number },
  { by, now }: Writer,
): Promise<void> {
  await db
    .updateTable('co_signatures')
    .set({
      state: 'CoSigned',
      signed_at: now,
      signed_by: by,
      signer_name: name,
      signer_title: title,
      content_hash: contentHash,
      addendum_count: addendumCount,
    })
    .where('dictation_id', '=', id)
    .execute();
  await incrementVersion(db, id);
}

/** Sends a locked dictation back, which gets a new version. Who sent it back is asked again. */
export async function updateReturned(db: Db, id: string, reason: string, { by, now }: Writer): Promise<void> {
  await db
    .updateTable('co_signatures')
    .set({ state: 'Returned', supervisor_id: by, returned_at: now, returned_by: by, return_reason: reason })
    .where('dictation_id', '=', id)
    .execute();
  await incrementVersion(db, id);
}

/**
 * Asks again for the co-signature of a locked dictation that was sent back. Its addendum gives it a new version. Returns who is asked:
 * who sent it back, or any physician (null) if they are no longer an active one.
 */
export async function updateAwaiting(db: Db, id: string): Promise<string | null> {
  const { supervisor_id: supervisorId } = await db
    .updateTable('co_signatures as c')
    .set({
      state: 'Awaiting',
      supervisor_id: sql`(select s.id from users s where s.id = c.supervisor_id and ${isPhysician})`,
    })
    .where('c.dictation_id', '=', id)
    .where('c.state', '=', 'Returned')
    .returning('c.supervisor_id')
    .executeTakeFirstOrThrow();
  return supervisorId;
}

const incrementVersion = (db: Db, id: string) =>
  db
    .updateTable('dictations')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
