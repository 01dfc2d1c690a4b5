import { commandWordProblem } from '@portal/domain/speech/commands';
import { MAX_SPEECH_WORDS, speechWordsProblem } from '@portal/domain/speech/speech-words';
import { plainLines, tooManyCharacters } from '@portal/domain/text';
import { z } from 'zod';
import { permission, signedIn } from './core/endpoint.ts';
import { version } from './core/fields.ts';
import { acts, changes, reads } from './core/verbs.ts';

const tag = 'Speech';
const WORDS = 'Words for speech';

/** The topic of the live connection for changes of what the practice sets for speech. */
export const SPEECH_TOPIC = 'speech settings';

const fields = {
  words: z
    .string({ error: `${WORDS} must be text` })
    .overwrite(plainLines)
    .trim()
    .check(({ value, issues }) => {
      const extra = tooManyCharacters(value, MAX_SPEECH_WORDS);
      const message = extra === null ? speechWordsProblem(value) : `${WORDS}: ${extra}`;
      if (message !== null) issues.push({ code: 'custom', input: value, message });
    }),
  /** The word before each spoken command. */
  commandWord: z
    .string({ error: 'The word before commands must be text' })
    .trim()
    .toLowerCase()
    .check(({ value, issues }) => {
      const message = commandWordProblem(value);
      if (message !== null) issues.push({ code: 'custom', input: value, message });
    }),
};

/** What the practice sets for speech. */
export const speechSettings = z.object({ ...fields, version: z.int() });
export type SpeechSettings = z.output<typeof speechSettings>;
export const speechBody = z.strictObject({ ...fields, version });

export const speechGet = reads(
  '/speech',
  { tag, guard: signedIn, healthData: false },
  {
    summary: 'Get the words for speech and the word before commands',
    response: speechSettings,
    audit: null,
  },
);
export const speechSave = changes(
  '/admin/speech',
  { tag, guard: permission('Dictation.ManageTemplates'), healthData: false },
  {
    summary: 'Replace the words for speech, one a line, and the word before commands',
    body: speechBody,
    response: speechSettings,
    errors: ['STALE'],
  },
);
/** Nothing of what was said is sent. */
export const speechUsed = acts(
  '/speech/uses',
  { tag, guard: signedIn, healthData: false },
  {
    summary:
      'Record that you used speech, with which engine and for which dictation or patient, in the audit log',
    body: z.strictObject({
      engine: z.enum(['browser', 'server']),
      /** Null for other texts, and for a dictation that is not saved yet. */
      dictationId: z.uuid().nullable(),
      /** Of a dictation that is not saved yet. */
      patientId: z.uuid().nullable(),
    }),
    audit: 'Created',
    errors: ['NOT_FOUND'],
  },
);
