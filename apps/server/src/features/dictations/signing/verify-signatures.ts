import type { Dictation } from '@portal/contract/dictations';
import type { Db } from '#db/database.ts';
import { contentHash, coSignatureHash } from '../content-hash.ts';
import { findDictations } from '../dictation-repo.ts';
import { presentDictation } from '../dictation-view.ts';
import { listSignedIds } from './signed-print-repo.ts';

/** Dictations read from the database per batch. */
const BATCH = 200;

/** Whether a dictation is what was signed, and what was co-signed. One without a signature has nothing to compare. */
function isAsSigned(dictation: Dictation): boolean {
  const { signature, coSignature } = dictation;
  if (signature === null) return true;
  if (contentHash(dictation, signature).toString('hex') !== signature.contentHash) return false;
  const second = coSignature?.signature ?? null;
  return (
    second === null || coSignatureHash(dictation, signature, second).toString('hex') === second.contentHash
  );
}

/**
 * Computes the hashes of the newest signed dictations again, each in the version that its signature names, or of all. Returns the
 * number compared and the ids of those whose content is not what was signed. `onProgress` gets the number compared so far.
 */
export async function verifySignatures(
  db: Db,
  { newest, onProgress }: { readonly newest?: number; readonly onProgress?: (compared: number) => void } = {},
): Promise<{ readonly compared: number; readonly changed: readonly string[] }> {
  const changed: string[] = [];
  let compared = 0;
  let after: string | undefined;
  for (;;) {
    const ids = await listSignedIds(db, newest === undefined ? { after, limit: BATCH } : { newest });
    for (let from = 0; from < ids.length; from += BATCH) {
      const dictations = (await findDictations(db, ids.slice(from, from + BATCH))).map((row) =>
        presentDictation(row),
      );
      for (const dictation of dictations) {
        if (!isAsSigned(dictation)) changed.push(dictation.id);
      }
      compared += dictations.length;
      onProgress?.(compared);
    }
    after = ids.at(-1);
    if (newest !== undefined || ids.length < BATCH) return { compared, changed };
  }
}
