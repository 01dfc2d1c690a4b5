import type { Phrase } from '@portal/domain/speech/phrases';

/** Why speech was not recognized, or no longer, with what the person can do. */
export const SPEECH_PROBLEMS = {
  microphone: 'The microphone cannot be used. Check that it is connected and that no other program uses it.',
  refused: 'The browser does not allow the microphone. Allow it beside the address, then start again.',
  unavailable: 'This browser can no longer recognize speech on this device. Reload the page to try again.',
  language: 'The language pack could not be loaded. Check your connection and try again.',
  server:
    'The speech server of the practice does not answer. If the browser asks, allow the portal to reach your network. Start again, or type.',
  silence: 'Stopped, because nothing was said for two minutes.',
  hidden: 'Stopped, because you went to another tab or window. Press Alt+M in the text to go on.',
  otherTab: 'Another tab is listening. Stop it there first.',
  readOnly: 'Stopped, because the field cannot be changed now.',
  gone: 'Stopped, because the field is no longer on the screen.',
  failed: 'Speech recognition has ended unexpectedly. Start it again.',
} as const;
export type SpeechProblem = keyof typeof SPEECH_PROBLEMS;

/** What a recognizer reports. After `ended`, it reports nothing. */
export interface SpeechListener {
  readonly started: () => void;
  /** What was heard since the last final words, as it looks now. */
  readonly provisional: (text: string) => void;
  readonly final: (text: string) => void;
  /** Null if it was asked to stop. */
  readonly ended: (problem: SpeechProblem | null) => void;
}

export interface Recognition {
  /** Hears nothing more; the words heard before still arrive, then `ended`. */
  readonly stop: () => void;
  /** Ends at once, without the words that are not final. */
  readonly abort: () => void;
}

/** What recognizes speech. It never sends audio out of the practice. */
export interface SpeechEngine {
  readonly name: 'browser' | 'server';
  readonly start: (phrases: readonly Phrase[], listener: SpeechListener) => Recognition;
}
