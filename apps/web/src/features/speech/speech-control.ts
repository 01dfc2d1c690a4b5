import { spokenParts, type Command } from '@portal/domain/speech/commands';
import type { Phrase } from '@portal/domain/speech/phrases';
import { createStore } from '#lib/session/state.ts';
import {
  SPEECH_PROBLEMS,
  type Recognition,
  type SpeechEngine,
  type SpeechProblem,
} from '#lib/speech/engine.ts';
import type { WritingField } from '#ui/form/writing-field.ts';
import { formOf, type FormCommands } from './form-commands.ts';
import { listeningIn } from './speech-requests.ts';
import { IDLE, nextSpeechState, type SpeechEvent, type SpeechState } from './speech-machine.ts';
import { SpokenWriter } from './spoken-writer.ts';

/** Without a word for so long, listening ends: a microphone that was forgotten should not stay open. In milliseconds. */
export const SILENCE_MS = 120_000;
/** The last words may take so long, in milliseconds. */
const LAST_WORDS_MS = 10_000;
const LOCK = 'speech';

/** The part of the browser's lock manager that is used; undefined on insecure origins, where browsers recognize nothing either. */
export type Locks =
  | {
      readonly request: (
        name: string,
        options: { readonly ifAvailable: true },
        work: (lock: object | null) => Promise<void>,
      ) => Promise<unknown>;
    }
  | undefined;

/** What the page around the texts does. */
export interface SpeechPage {
  /** Saves the draft of the open editor; false if there is none. */
  readonly saveDraft: () => boolean;
  /** An engine begins to listen: who used which engine is recorded. */
  readonly onUsed: (engine: SpeechEngine['name']) => void;
}

export interface SpeechStart {
  readonly engine: SpeechEngine;
  readonly field: WritingField;
  /** It is awaited before anything is heard. */
  readonly phrases: readonly Phrase[] | Promise<readonly Phrase[]>;
}

/** Listens in one tab at a time, and writes what was said into the text where it was said. */
export class SpeechControl {
  readonly #locks: Locks;
  readonly #store = createStore<SpeechState>(IDLE);
  readonly #writer = new SpokenWriter();
  #recognition: Recognition | null = null;
  #commandWord: string | null = null;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #release: (() => void) | null = null;
  /** Counts the ends, so that what an ended engine still reports is ignored. */
  #run = 0;

  #page: SpeechPage | null = null;

  constructor(locks: Locks) {
    this.#locks = locks;
  }

  connect(page: SpeechPage): void {
    this.#page = page;
  }

  readonly get = (): SpeechState => this.#store.get();
  readonly subscribe = (listener: () => void): (() => void) => this.#store.subscribe(listener);

  /** The word before commands; null while commands are off. */
  setCommandWord(word: string | null): void {
    this.#commandWord = word;
  }

  /** Starts, unless it listens already. */
  async start(wanted: SpeechStart): Promise<void> {
    if (this.get().phase !== 'idle') return;
    this.#send({ type: 'start', field: wanted.field });
    const own = this.#run;
    const phrases = await wanted.phrases;
    if (own !== this.#run) return;
    if (this.#locks === undefined) {
      this.#begin(wanted.engine, phrases);
      return;
    }
    // The lock is held until `#release`.
    void this.#locks.request(LOCK, { ifAvailable: true }, async (lock) => {
      if (own !== this.#run) return;
      if (lock === null) {
        this.#end('otherTab');
        return;
      }
      const held = new Promise<void>((resolve) => {
        this.#release = resolve;
      });
      this.#begin(wanted.engine, phrases);
      await held;
    });
  }

  /** Hears nothing more, and waits for the last words. */
  stop(notice: string | null = null): void {
    const { phase } = this.get();
    if (phase === 'idle' || phase === 'stopping') return;
    this.#send({ type: 'notice', notice });
    this.#send({ type: 'stop' });
    // Without the lock, nothing listens yet.
    const recognition = this.#recognition;
    if (recognition === null) {
      this.#end(null);
      return;
    }
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      recognition.abort();
      this.#end(null);
    }, LAST_WORDS_MS);
    recognition.stop();
  }

  /** Ends at once: the page or the session has changed, and nothing more may be written. */
  abort(): void {
    const recognition = this.#recognition;
    if (this.get().phase !== 'idle') this.#end(null);
    recognition?.abort();
    this.#writer.forget();
    this.leave();
    this.#send({ type: 'closed' });
  }

  /** The focus is in another text. */
  focus(field: WritingField): void {
    if (field.element !== this.get().spoken?.element) this.leave();
    this.#send({ type: 'focused', field });
  }

  /** The person has left the text: what was said there was looked at. */
  leave(): void {
    this.#send({ type: 'left' });
  }

  close(): void {
    this.#send({ type: 'closed' });
  }

  #send(event: SpeechEvent): void {
    const state = nextSpeechState(this.get(), event);
    this.#store.set(state);
    const element = state.phase === 'idle' ? null : (state.field?.element ?? null);
    if (listeningIn.get().element !== element) listeningIn.set({ element });
  }

  #begin(engine: SpeechEngine, phrases: readonly Phrase[]): void {
    const own = this.#run;
    const ifOwn =
      <Value>(work: (value: Value) => void) =>
      (value: Value) => {
        if (own === this.#run) work(value);
      };
    let isUsed = false;
    this.#awaitWords();
    const recognition = engine.start(phrases, {
      started: ifOwn<void>(() => {
        this.#send({ type: 'started' });
        if (!isUsed) this.#page?.onUsed(engine.name);
        isUsed = true;
      }),
      provisional: ifOwn((provisional: string) => {
        if (provisional !== '' && this.get().phase === 'listening') this.#awaitWords();
        this.#send({ type: 'heard', provisional });
      }),
      final: ifOwn((words: string) => {
        if (this.get().phase === 'listening') this.#awaitWords();
        this.#place(words);
      }),
      ended: ifOwn((problem: SpeechProblem | null) => this.#end(problem)),
    });
    // An engine can end while it starts.
    if (own === this.#run) this.#recognition = recognition;
  }

  #awaitWords(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.stop(SPEECH_PROBLEMS.silence), SILENCE_MS);
  }

  #end(problem: SpeechProblem | null): void {
    this.#run += 1;
    this.#recognition = null;
    clearTimeout(this.#silence);
    this.#release?.();
    this.#release = null;
    this.#send({ type: 'ended', notice: problem === null ? null : SPEECH_PROBLEMS[problem] });
  }

  /** Writes what was said into the field in which it was said. */
  #place(words: string): void {
    const { field } = this.get();
    if (field === null) return;
    const form = formOf(field.element);
    const context = { word: this.#commandWord, labels: form.labels(), options: form.options() };
    if (this.get().phase !== 'stopping') this.#send({ type: 'notice', notice: null });
    for (const part of spokenParts(words, context)) {
      if (part.kind === 'text') this.#write(part.text);
      else if (part.kind === 'unknown' || !this.#obey(part.command, form))
        this.#send({ type: 'notice', notice: `“${part.said}” is not possible here. Nothing was changed.` });
    }
    this.#send({ type: 'placed' });
  }

  #write(words: string): void {
    const { field } = this.get();
    if (field === null) return;
    const { element } = field;
    const { isWritten, notice, amounts } = this.#writer.write(field, words);
    // In a text that was left already, they are not marked: nobody would leave it again.
    if (amounts.length > 0 && element === element.ownerDocument.activeElement)
      this.#send({ type: 'amounts', element, amounts });
    if (notice === null) return;
    if (!isWritten) this.#send({ type: 'leftOver', words, notice });
    this.stop(notice);
  }

  #obey(command: Command, form: FormCommands): boolean {
    switch (command.kind) {
      case 'stop':
        this.stop();
        return true;
      case 'saveDraft':
        return this.#page?.saveDraft() ?? false;
      case 'undo':
      case 'scratch':
        return this.#writer.scratch();
      default: {
        const isDone = form.run(command);
        // The words after "next field" go there.
        if (isDone) this.#send({ type: 'placed' });
        return isDone;
      }
    }
  }
}
