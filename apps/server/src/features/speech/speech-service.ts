import { speechGet, speechSave, speechUsed } from '@portal/contract/speech';
import { findDictation, MISSING } from '#features/dictations/index.ts';
import { requirePatient } from '#features/patients/index.ts';
import { changedValues } from '#audit/audit-entry.ts';
import type { Db } from '#db/database.ts';
import { notFound } from '#platform/app-error.ts';
import { hasPermission, type SignedInContext } from '#request/context.ts';
import { inTransaction } from '#request/transaction.ts';
import { operation } from '#http/operation.ts';
import { findSpeechSettings, saveSpeechSettings } from './speech-repo.ts';

/** Gets what the practice sets for speech. */
export const getSpeech = operation(speechGet, ({ deps }) => findSpeechSettings(deps.db));

/** Replaces what the practice sets for speech. */
export const changeSpeech = operation(speechSave, (context, { body }) =>
  inTransaction(context, async (tx) => {
    const before = await findSpeechSettings(tx.db);
    await saveSpeechSettings(tx.db, body);
    tx.audit({
      action: 'Updated',
      entityType: 'Speech',
      entityId: null,
      ...changedValues({ ...before }, body),
    });
    return body;
  }),
);

/** Records who used which engine for which dictation. Throws NOT_FOUND for records that the user may not write about. */
export const recordSpeechUse = operation(speechUsed, (context, { body: { engine, ...subject } }) =>
  inTransaction(context, async (tx) => {
    const patientId = await patientOf(context, tx.db, subject);
    tx.audit({
      action: 'Created',
      entityType: 'Speech',
      entityId: subject.dictationId,
      patientId,
      newValues: { engine },
    });
    return undefined;
  }),
);

async function patientOf(
  context: SignedInContext,
  db: Db,
  { dictationId, patientId }: { readonly dictationId: string | null; readonly patientId: string | null },
): Promise<string | null> {
  if (dictationId === null && patientId === null) return null;
  const mayWrite = hasPermission(context, 'Dictation.Edit') || hasPermission(context, 'Dictation.Create');
  if (!mayWrite) throw notFound(MISSING);
  if (dictationId === null) return (await requirePatient(db, patientId ?? '')).id;
  const dictation = await findDictation(db, dictationId);
  if (dictation === undefined) throw notFound(MISSING);
  return dictation.patient_id;
}
