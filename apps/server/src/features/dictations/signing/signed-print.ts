import type { Dictation } from '@portal/contract/dictations';
import type { Letterhead } from '@portal/contract/signed-print';
import { storedReport } from '@portal/domain/dictation/print';
import type { Db } from '#db/database.ts';
import { contentHash, HASH_VERSION } from '../content-hash.ts';
import type { DictationRecord } from '../dictation-repo.ts';
import { mutableReport, presentDictation } from '../dictation-view.ts';
import { insertSignedPrint } from './signed-print-repo.ts';
import type { Signer } from './signing-repo.ts';

interface Signing {
  readonly signer: Signer;
  readonly letterhead: Letterhead;
  readonly now: Date;
}

/**
 * Stores what an unsigned dictation prints from now on and returns the hash of everything that its signature covers. The caller signs
 * the dictation in the same transaction.
 */
export async function storeSignedPrint(db: Db, row: DictationRecord, signing: Signing): Promise<Buffer> {
  const { print, hash } = signedPrint(row, signing);
  await insertSignedPrint(db, row, print, signing.now);
  return hash;
}

/** What an unsigned dictation prints from now on, and the hash of everything that its signature covers. */
export function signedPrint(row: DictationRecord, { signer, letterhead, now }: Signing) {
  const dictation: Dictation = presentDictation(row);
  const signedAt = now.toISOString();
  const report = mutableReport(storedReport(dictation.structure, dictation.formData, { titles: dictation }));
  const hash = contentHash(
    { ...dictation, printed: { takenAt: signedAt, report, letterhead } },
    { ...signer, signedAt, hashVersion: HASH_VERSION },
  );
  return { print: { letterhead, report }, hash };
}
