import { DEFAULT_COMMAND_WORD } from '@portal/domain/speech/commands';
import type { Db } from '#db/database.ts';
import { PREPARED } from '#db/statement-marks.ts';

interface SpeechSettings {
  readonly words: string;
  readonly commandWord: string;
}

/** Finds what the practice has set for speech, or what holds until then. */
export async function findSpeechSettings(db: Db): Promise<SpeechSettings> {
  const row = await db
    .selectFrom('speech_settings')
    .select(['words', 'command_word'])
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  return { words: row?.words ?? '', commandWord: row?.command_word ?? DEFAULT_COMMAND_WORD };
}

export async function saveSpeechSettings(db: Db, { words, commandWord }: SpeechSettings): Promise<void> {
  const settings = { words, command_word: commandWord };
  await db
    .insertInto('speech_settings')
    .values(settings)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(settings))
    .execute();
}
