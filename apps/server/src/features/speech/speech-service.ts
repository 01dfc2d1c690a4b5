import { SPEECH_TOPIC, speechGet, speechSave, speechUsed } from '@portal/contract/speech';
import { findDictation, MISSING } from '#features/dictations/index.ts';
import { requirePatient } from '#features/patients/index.ts';
import { changedValues } from '#audit/audit-entry.ts';
import type { Db } from '#db/database.ts';
import { notFound } from '#platform/app-error.ts';
import { hasPermission, type SignedInContext } from '#request/context.ts';
import { inTransaction } from '#request/transaction.ts';
import { checkVersion } from '#request/versions.ts';
import { operation } from '#http/operation.ts';
import { findSpeechSettings, lockSpeechSettings, saveSpeechSettings } from './speech-repo.ts';

/** Gets what the practice sets for speech. */
export const getSpeech = operation(speechGet, ({ deps }) => findSpeechSettings(deps.db));

/** Replaces what the practice sets for speech. Throws STALE. */
export const changeSpeech = operation(speechSave, (context, { body: { version, ...fields } }) =>
  inTransaction(context, async (tx) => {
    const current = await lockSpeechSettings(tx.db);
    checkVersion(context, version, current);
    const saved = await saveSpeechSettings(tx.db, fields);
    tx.audit({
      action: 'Updated',
      entityType: 'Speech',
      entityId: null,
      ...changedValues({ words: current.words, commandWord: current.commandWord }, fields),
    });
    tx.notify('changes', {
      topic: SPEECH_TOPIC,
      permission: 'Dictation.ManageTemplates',
      exceptUserId: context.user.id,
    });
    return saved;
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
