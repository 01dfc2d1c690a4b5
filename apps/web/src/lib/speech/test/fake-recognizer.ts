import type { Recognizer, RecognizerEvents } from '../browser-engine.ts';

type Listeners = { readonly [Type in keyof RecognizerEvents]: ((event: RecognizerEvents[Type]) => void)[] };

/** The recognizers that were started, the newest last. */
export interface FakeSpeech {
  readonly SpeechRecognition: typeof FakeRecognizer;
  readonly SpeechRecognitionPhrase: typeof FakePhrase;
  readonly made: FakeRecognizer[];
  /** Says words into the newest recognizer. */
  readonly say: (words: string, isFinal?: boolean) => void;
}

class FakePhrase {
  readonly phrase: string;
  readonly boost: number;
  constructor(phrase: string, boost: number) {
    this.phrase = phrase;
    this.boost = boost;
  }
}

/** A browser's recognizer, as the draft of the Web Speech API describes it, in which a test speaks. */
export class FakeRecognizer implements Recognizer {
  static available: (options: object) => Promise<string> = () => Promise.resolve('available');
  static install: (options: object) => Promise<boolean> = () => Promise.resolve(true);
  lang = '';
  continuous = false;
  interimResults = false;
  #isLocal = false;
  phrases: readonly FakePhrase[] = [];
  /** Whether it stayed on the device when it was started; null if it never was. */
  startedLocally: boolean | null = null;
  readonly #listeners: Listeners = { start: [], end: [], result: [], error: [] };
  #results: { 0: { transcript: string }; length: 1; isFinal: boolean }[] = [];

  // An accessor of the class, as in browsers: it is found on the prototype.
  get processLocally(): boolean {
    return this.#isLocal;
  }
  set processLocally(isLocal: boolean) {
    this.#isLocal = isLocal;
  }

  addEventListener<Type extends keyof RecognizerEvents>(
    type: Type,
    listener: (event: RecognizerEvents[Type]) => void,
  ): void {
    this.#listeners[type].push(listener);
  }
  start(): void {
    this.startedLocally = this.#isLocal;
    this.emit('start', null);
  }
  stop(): void {
    this.end();
  }
  abort(): void {
    this.end();
  }

  emit<Type extends keyof RecognizerEvents>(type: Type, event: RecognizerEvents[Type]): void {
    for (const listener of this.#listeners[type]) listener(event);
  }
  end(): void {
    this.emit('end', null);
  }
  fail(error: string): void {
    this.emit('error', { error });
    this.end();
  }
  say(transcript: string, isFinal: boolean): void {
    const final = this.#results.filter((result) => result.isFinal);
    this.#results = [...final, { 0: { transcript }, length: 1, isFinal }];
    this.repeat();
  }
  /** Some browsers send results again. */
  repeat(): void {
    this.emit('result', { results: this.#results });
  }
}

/** A browser with a recognizer. */
export function createFakeSpeech(): FakeSpeech {
  const made: FakeRecognizer[] = [];
  class Recording extends FakeRecognizer {
    constructor() {
      super();
      made.push(this);
    }
  }
  return {
    SpeechRecognition: Recording,
    SpeechRecognitionPhrase: FakePhrase,
    made,
    say: (words, isFinal = true) => made.at(-1)?.say(words, isFinal),
  };
}
