import type { DictationRow } from '@portal/contract/dictations';
import type { CoSignature } from '@portal/contract/signed-print';
import type { DictationListRow, DictationRecord } from '../dictation-repo.ts';

/** What a list shows of the co-signature that a dictation needs; null for none. */
export function listedCoSignature(row: DictationListRow): DictationRow['coSignature'] {
  if (row.co_signature_state === null) return null;
  return {
    state: row.co_signature_state,
    supervisor:
      row.supervisor_id === null
        ? null
        : {
            id: row.supervisor_id,
            firstName: row.supervisor_first_name ?? '',
            lastName: row.supervisor_last_name ?? '',
          },
  };
}

/** The co-signature that a dictation needs; null for none. */
export function coSignatureOf(row: DictationRecord): CoSignature | null {
  const listed = listedCoSignature(row);
  if (listed === null || row.requested_at === null) return null;
  return {
    ...listed,
    requestedAt: row.requested_at.toISOString(),
    returned: returnedOf(row),
    signature: signatureOf(row),
  };
}

function returnedOf(row: DictationRecord): CoSignature['returned'] {
  const { returned_at: returnedAt, returned_by: returnedBy, return_reason: reason } = row;
  if (returnedAt === null || returnedBy === null || reason === null) return null;
  return {
    reason,
    byUser: {
      id: returnedBy,
      firstName: row.returner_first_name ?? '',
      lastName: row.returner_last_name ?? '',
    },
    returnedAt: returnedAt.toISOString(),
  };
}

function signatureOf(row: DictationRecord): CoSignature['signature'] {
  const { co_signed_at: signedAt, co_signed_by: userId, co_signer_name: name, co_signature_hash: hash } = row;
  if (signedAt === null || userId === null || name === null || hash === null) return null;
  return {
    userId,
    name,
    title: row.co_signer_title,
    signedAt: signedAt.toISOString(),
    contentHash: hash.toString('hex'),
    addendumCount: row.co_signed_addenda ?? 0,
  };
}
