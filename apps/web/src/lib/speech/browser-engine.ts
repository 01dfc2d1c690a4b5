import type { Phrase } from '@portal/domain/speech/phrases';
import type { Recognition, SpeechEngine, SpeechListener, SpeechProblem } from './engine.ts';

/** The part of the Web Speech API (draft of May 8, 2026) that is used. */
export interface Recognizer {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  processLocally: boolean;
  phrases?: unknown;
  addEventListener: <Type extends keyof RecognizerEvents>(
    type: Type,
    listener: (event: RecognizerEvents[Type]) => void,
  ) => void;
  start: () => void;
  stop: () => void;
  abort: () => void;
}
export interface RecognizerEvents {
  readonly start: unknown;
  readonly end: unknown;
  readonly result: ResultEvent;
  readonly error: { readonly error: string };
}
interface ResultEvent {
  readonly resultIndex: number;
  readonly results: ArrayLike<ArrayLike<{ readonly transcript: string }> & { readonly isFinal: boolean }>;
}
interface LanguageOptions {
  readonly langs: readonly string[];
  readonly processLocally: true;
  readonly quality: 'dictation';
}
interface RecognizerClass {
  new (): Recognizer;
  readonly prototype: object;
  available?: (options: LanguageOptions) => Promise<string>;
  install?: (options: LanguageOptions) => Promise<boolean>;
}
type PhraseClass = new (phrase: string, boost: number) => unknown;
declare global {
  interface Window {
    readonly SpeechRecognition?: RecognizerClass;
    readonly SpeechRecognitionPhrase?: PhraseClass;
  }
}

/** The browser's recognizers. */
export interface Recognizers {
  readonly create: RecognizerClass;
  readonly createPhrase: PhraseClass | null;
}

const LANGUAGE = 'en-US';
const ON_DEVICE: LanguageOptions = { langs: [LANGUAGE], processLocally: true, quality: 'dictation' };

/** The recognizers of a page, if they can be told to stay on the device; null otherwise. */
export function recognizersOf({
  SpeechRecognition: create,
  SpeechRecognitionPhrase: createPhrase = null,
}: {
  readonly SpeechRecognition?: RecognizerClass;
  readonly SpeechRecognitionPhrase?: PhraseClass | null;
}): Recognizers | null {
  const canStayLocal =
    create?.available !== undefined && create.install !== undefined && 'processLocally' in create.prototype;
  return canStayLocal ? { create, createPhrase } : null;
}

/** Whether English can be recognized on this device: now, after loading a language pack, or not at all. */
export type SpeechSupport = 'ready' | 'downloadable' | 'none';

export async function findSpeechSupport(recognizers: Recognizers | null): Promise<SpeechSupport> {
  if (recognizers === null) return 'none';
  try {
    const status = await recognizers.create.available?.(ON_DEVICE);
    if (status === 'available') return 'ready';
    return status === 'downloadable' || status === 'downloading' ? 'downloadable' : 'none';
  } catch {
    // A policy of the browser or of its administrator forbids it.
    return 'none';
  }
}

/** Loads the language pack; false if that failed. */
export async function installLanguage(recognizers: Recognizers): Promise<boolean> {
  try {
    return (await recognizers.create.install?.(ON_DEVICE)) === true;
  } catch {
    return false;
  }
}

/** The only place that makes a recognizer: it must recognize on the device. Null if the browser does not accept that. */
function localRecognizer({ create }: Recognizers): Recognizer | null {
  const recognizer = new create();
  recognizer.processLocally = true;
  return recognizer.processLocally ? recognizer : null;
}

const PROBLEMS: Readonly<Record<string, SpeechProblem | null>> = {
  // It ends after them, and is started again.
  'no-speech': null,
  aborted: null,
  'phrases-not-supported': null,
  'audio-capture': 'microphone',
  'not-allowed': 'refused',
  'service-not-allowed': 'unavailable',
  'language-not-supported': 'unavailable',
};
/** So many recognizers that end without a word, each within a second of its start, are not started again. */
const MAX_QUICK_ENDS = 3;
const QUICK_MS = 1000;

/** Recognizes speech in the browser, on the device. Browsers end a recognizer after a pause; it is then started again. */
export const browserEngine = (
  recognizers: Recognizers,
  now: () => number = () => performance.now(),
): SpeechEngine => ({
  name: 'browser',
  start: (phrases, listener) => startLocally(recognizers, phrases, listener, now),
});

function startLocally(
  recognizers: Recognizers,
  phrases: readonly Phrase[],
  listener: SpeechListener,
  now: () => number,
): Recognition {
  let current: Recognizer | null = null;
  let isWanted = true;
  let usesPhrases = recognizers.createPhrase !== null && phrases.length > 0;
  let problem: SpeechProblem | null = null;
  let quickEnds = 0;
  const end = (reason: SpeechProblem | null) => {
    isWanted = false;
    current = null;
    listener.ended(reason);
  };

  function begin(): void {
    const recognizer = localRecognizer(recognizers);
    if (recognizer === null) {
      end('unavailable');
      return;
    }
    current = recognizer;
    recognizer.lang = LANGUAGE;
    recognizer.continuous = true;
    recognizer.interimResults = true;
    const { createPhrase } = recognizers;
    if (usesPhrases && createPhrase !== null)
      recognizer.phrases = phrases.map(({ phrase, boost }) => new createPhrase(phrase, boost));
    const startedAt = now();
    let hasWords = false;
    recognizer.addEventListener('start', () => listener.started());
    recognizer.addEventListener('result', (event) => {
      hasWords = true;
      report(event, listener);
    });
    recognizer.addEventListener('error', ({ error }) => {
      if (error === 'phrases-not-supported') usesPhrases = false;
      problem = (Object.hasOwn(PROBLEMS, error) ? PROBLEMS[error] : 'failed') ?? problem;
    });
    recognizer.addEventListener('end', () => {
      listener.provisional('');
      quickEnds = !hasWords && now() - startedAt < QUICK_MS ? quickEnds + 1 : 0;
      if (!isWanted || problem !== null) end(problem);
      else if (quickEnds >= MAX_QUICK_ENDS) end('failed');
      else begin();
    });
    try {
      recognizer.start();
    } catch {
      end('failed');
    }
  }

  begin();
  const finish = (how: 'stop' | 'abort') => {
    isWanted = false;
    current?.[how]();
  };
  return { stop: () => finish('stop'), abort: () => finish('abort') };
}

function report({ results, resultIndex }: ResultEvent, listener: SpeechListener): void {
  let provisional = '';
  for (let at = 0; at < results.length; at += 1) {
    const result = results[at];
    const text = result?.[0]?.transcript ?? '';
    if (result?.isFinal !== true) provisional += text;
    else if (at >= resultIndex) listener.final(text);
  }
  listener.provisional(provisional);
}
