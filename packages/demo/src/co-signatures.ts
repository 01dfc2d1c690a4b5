import type { Dictation } from '@portal/contract/dictations';
import { fullName } from '@portal/domain/person-name';
import type { Transaction } from 'kysely';
import type { Database } from '@portal/server/db/schema';
import { coSignatureHash, findDictations, presentDictation } from '@portal/server/features/dictations/index';
import { officeMinutesAfter, officeMinutesAgo } from './office-time.ts';

const REASON = 'Please add what the patient was told about driving and work.';

/**
 * Gives the mid-level provider a supervising physician, who was asked for three notes: the newest awaits its co-signature, the one before
 * was sent back, and the third is co-signed. Dictations must exist.
 */
export async function insertDemoCoSignatures(
  tx: Transaction<Database>,
  zone: string,
  now: Date,
): Promise<void> {
  const supervisor = await tx
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'title'])
    .where('user_name', '=', 'physician')
    .executeTakeFirstOrThrow();
  const provider = await tx
    .updateTable('users')
    .set({ supervisor_id: supervisor.id })
    .where('user_name', '=', 'midlevel')
    .returning('id')
    .executeTakeFirstOrThrow();
  const [awaiting, returned, coSigned] = await listNewest(tx, provider.id);
  if (awaiting === undefined || returned === undefined || coSigned === undefined)
    throw new Error('The mid-level provider lacks signed notes');
  /** An hour of work after the note was signed, or a moment ago. */
  const soonAfter = (signed: Date) =>
    new Date(
      Math.max(
        signed.getTime(),
        Math.min(officeMinutesAfter(zone, signed.getTime(), 60), officeMinutesAgo(zone, now, 1)),
      ),
    );
  const asked = ({ dictation, signedAt }: SignedNote) => ({
    dictation_id: dictation.id,
    supervisor_id: supervisor.id,
    requested_at: signedAt,
  });
  const coSignedAt = soonAfter(coSigned.signedAt);
  const signer = { name: fullName(supervisor.first_name, supervisor.last_name), title: supervisor.title };
  const contentHash = coSignatureHash(coSigned.dictation, coSigned.signature, {
    ...signer,
    userId: supervisor.id,
    signedAt: coSignedAt.toISOString(),
    addendumCount: 0,
  });
  await tx
    .insertInto('co_signatures')
    .values([
      asked(awaiting),
      {
        ...asked(returned),
        state: 'Returned',
        returned_at: soonAfter(returned.signedAt),
        returned_by: supervisor.id,
        return_reason: REASON,
      },
      {
        ...asked(coSigned),
        state: 'CoSigned',
        signed_at: coSignedAt,
        signed_by: supervisor.id,
        signer_name: signer.name,
        signer_title: signer.title,
        content_hash: contentHash,
        addendum_count: 0,
      },
    ])
    .execute();
  await tx
    .updateTable('dictations')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', 'in', [returned.dictation.id, coSigned.dictation.id])
    .execute();
}

interface SignedNote {
  readonly dictation: Dictation;
  readonly signature: NonNullable<Dictation['signature']>;
  readonly signedAt: Date;
}

/** The signed notes of a provider without an addendum, newest first. */
async function listNewest(tx: Transaction<Database>, providerId: string): Promise<SignedNote[]> {
  const rows = await tx
    .selectFrom('dictations')
    .select('id')
    .where('provider_id', '=', providerId)
    .where('status', '=', 'Signed')
    .where('addendum_count', '=', 0)
    .where('billing_option', '=', 'standard')
    .orderBy('signed_at', 'desc')
    .orderBy('id')
    .limit(3)
    .execute();
  const found = await findDictations(
    tx,
    rows.map(({ id }) => id),
  );
  return found.flatMap((row) => {
    const dictation = presentDictation(row);
    const { signature } = dictation;
    return signature === null ? [] : [{ dictation, signature, signedAt: new Date(signature.signedAt) }];
  });
}
