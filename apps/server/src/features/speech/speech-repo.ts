import type { SpeechSettings } from '@portal/contract/speech';
import type { Db } from '#db/database.ts';
import { PREPARED } from '#db/statement-marks.ts';

const settings = (db: Db) =>
  db.selectFrom('speech_settings').select(['words', 'command_word as commandWord', 'version']);

/** Finds what the practice sets for speech. */
export const findSpeechSettings = (db: Db): Promise<SpeechSettings> =>
  settings(db).modifyEnd(PREPARED).executeTakeFirstOrThrow();

/** Like `findSpeechSettings`, and locks them until the transaction ends. */
export const lockSpeechSettings = (db: Db): Promise<SpeechSettings> =>
  settings(db).forUpdate().executeTakeFirstOrThrow();

/** Replaces what the practice sets for speech, and increments the version. */
export const saveSpeechSettings = (
  db: Db,
  { words, commandWord }: Pick<SpeechSettings, 'words' | 'commandWord'>,
): Promise<SpeechSettings> =>
  db
    .updateTable('speech_settings')
    .set((eb) => ({ words, command_word: commandWord, version: eb('version', '+', 1) }))
    .returning(['words', 'command_word as commandWord', 'version'])
    .executeTakeFirstOrThrow();
