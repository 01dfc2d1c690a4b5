import { speechGet, speechSave, speechUsed } from '@portal/contract/speech';
import { DEFAULT_COMMAND_WORD } from '@portal/domain/speech/commands';
import { findDictation, MISSING } from '#features/dictations/index.ts';
import { changedValues } from '#audit/audit-entry.ts';
import type { Db } from '#db/database.ts';
import { PREPARED } from '#db/statement-marks.ts';
import { notFound } from '#platform/app-error.ts';
import { hasPermission } from '#request/context.ts';
import { inTransaction } from '#request/transaction.ts';
import { operation } from '#http/operation.ts';

interface SpeechSettings {
  readonly words: string;
  readonly commandWord: string;
}

/** Gets what the practice sets for speech. The address of the server is from the environment. */
export const getSpeech = operation(speechGet, async ({ deps }) => ({
  ...(await findSettings(deps.db)),
  server: deps.config.speechServer ?? null,
}));

/** Replaces what the practice sets for speech. */
export const changeSpeech = operation(speechSave, (context, { body }) =>
  inTransaction(context, async (tx) => {
    const before = await findSettings(tx.db);
    await tx.db
      .insertInto('speech_settings')
      .values({ words: body.words, command_word: body.commandWord })
      .onConflict((conflict) =>
        conflict.column('is_only').doUpdateSet({ words: body.words, command_word: body.commandWord }),
      )
      .execute();
    tx.audit({
      action: 'Updated',
      entityType: 'Speech',
      entityId: null,
      ...changedValues({ ...before }, body),
    });
    return body;
  }),
);

/** Records who used which engine for which dictation. Throws NOT_FOUND for a dictation that the user may not edit. */
export const recordSpeechUse = operation(speechUsed, (context, { body: { engine, dictationId } }) =>
  inTransaction(context, async (tx) => {
    const mayEdit = hasPermission(context, 'Dictation.Edit') || hasPermission(context, 'Dictation.Create');
    const dictation = dictationId !== null && mayEdit ? await findDictation(tx.db, dictationId) : undefined;
    if (dictationId !== null && dictation === undefined) throw notFound(MISSING);
    tx.audit({
      action: 'Created',
      entityType: 'Speech',
      entityId: dictationId,
      patientId: dictation?.patient_id ?? null,
      newValues: { engine },
    });
    return undefined;
  }),
);

async function findSettings(db: Db): Promise<SpeechSettings> {
  const row = await db
    .selectFrom('speech_settings')
    .select(['words', 'command_word'])
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  return { words: row?.words ?? '', commandWord: row?.command_word ?? DEFAULT_COMMAND_WORD };
}
