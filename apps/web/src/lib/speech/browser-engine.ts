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
interface Brands {
  readonly brands: readonly { readonly brand: string }[];
}
declare global {
  interface Navigator {
    readonly userAgentData?: Brands;
  }
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
  navigator: { userAgentData } = {},
}: {
  readonly SpeechRecognition?: RecognizerClass;
  readonly SpeechRecognitionPhrase?: PhraseClass | null;
  readonly navigator?: { readonly userAgentData?: Brands };
}): Recognizers | null {
  const canStayLocal =
    create?.available !== undefined && create.install !== undefined && 'processLocally' in create.prototype;
  return canStayLocal && !isBare(userAgentData) ? { create, createPhrase } : null;
}

/**
 * Whether this is Chromium inside another program, or without a window. It has no recognizer, and ends the page when it is asked about one
 * (electron/electron#52955, read on 2026-11-28).
 */
const isBare = (data: Brands | undefined): boolean =>
  data?.brands.every(({ brand }) => /^(?:Chromium|HeadlessChrome|.*Not.A.Brand)$/u.test(brand)) ?? false;

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
    const words = createReport(listener);
    recognizer.addEventListener('start', () => listener.started());
    recognizer.addEventListener('result', words.report);
    recognizer.addEventListener('error', ({ error }) => {
      if (error === 'phrases-not-supported') usesPhrases = false;
      problem = (Object.hasOwn(PROBLEMS, error) ? PROBLEMS[error] : 'failed') ?? problem;
    });
    recognizer.addEventListener('end', () => {
      quickEnds = !words.hasAny() && now() - startedAt < QUICK_MS ? quickEnds + 1 : 0;
      if (!isWanted || problem !== null) end(problem);
      else if (quickEnds >= MAX_QUICK_ENDS) end('failed');
      else {
        // It ended after a pause: there will be no other form of the words that it heard last.
        words.finish();
        begin();
      }
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

/** Reports each part once, because some browsers send final parts again. */
function createReport(listener: SpeechListener) {
  const finals = new Set<number>();
  let provisional = '';
  let hasAny = false;
  return {
    hasAny: () => hasAny,
    report: ({ results }: ResultEvent) => {
      hasAny = true;
      provisional = '';
      for (let at = 0; at < results.length; at += 1) {
        const result = results[at];
        const text = result?.[0]?.transcript ?? '';
        if (result?.isFinal !== true) provisional += text;
        else if (!finals.has(at)) {
          finals.add(at);
          listener.final(text);
        }
      }
      listener.provisional(provisional);
    },
    finish: () => {
      if (provisional !== '') listener.final(provisional);
      listener.provisional('');
    },
  };
}
