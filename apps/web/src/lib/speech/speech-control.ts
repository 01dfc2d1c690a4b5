import { spokenParts, type Command, type SpokenPart } from '@portal/domain/speech/commands';
import { insertSpoken } from '@portal/domain/speech/insert-spoken';
import type { Phrase } from '@portal/domain/speech/phrases';
import { replaceText } from '#lib/insert-text.ts';
import { createStore, type Store } from '#lib/session/state.ts';
import { isWritable, type WritingField } from '#ui/form/writing-field.ts';
import { SPEECH_PROBLEMS, type Recognition, type SpeechEngine, type SpeechProblem } from './engine.ts';
import { formOf, type FormCommands } from './form-commands.ts';
import { IDLE, nextSpeechState, type SpeechEvent, type SpeechState } from './speech-machine.ts';

/** Without a word for so long, listening ends: a microphone that was forgotten should not stay open. In milliseconds. */
export const SILENCE_MS = 120_000;
const LOCK = 'speech';

export interface SpeechParts {
  /** Undefined on insecure origins, where browsers recognize nothing either. */
  readonly locks: Pick<LockManager, 'request'> | undefined;
  /** Saves the draft of the open editor; false if there is none. */
  readonly saveDraft: () => boolean;
  /** Called once for each start in a field, with the engine: who used which engine for which note is recorded. */
  readonly onUsed: (engine: SpeechEngine['name']) => void;
}

export interface SpeechStart {
  readonly engine: SpeechEngine;
  readonly field: WritingField;
  readonly phrases: readonly Phrase[];
}

/** Words that were written, so that they can be removed again. */
interface Written {
  readonly field: WritingField;
  readonly start: number;
  readonly text: string;
  readonly replaced: string;
}

export interface SpeechControl extends Pick<Store<SpeechState>, 'get' | 'subscribe'> {
  readonly start: (start: SpeechStart) => void;
  readonly stop: () => void;
  /** Ends at once: the page or the session has changed, and nothing more may be written. */
  readonly abort: () => void;
  /** The focus is in another text. */
  readonly focus: (field: WritingField) => void;
  /** The word before commands; null while commands are off. */
  readonly setCommandWord: (word: string | null) => void;
  readonly close: () => void;
  /** The amounts that were spoken into a field. */
  readonly amounts: () => readonly string[];
}

/** Listens in one tab at a time, and writes what was said into the text where it was said. */
export function createSpeechControl({ locks, saveDraft, onUsed }: SpeechParts): SpeechControl {
  const store = createStore<SpeechState>(IDLE);
  const send = (event: SpeechEvent) => store.set(nextSpeechState(store.get(), event));
  let recognition: Recognition | null = null;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let release: () => void = () => undefined;
  let run = 0;
  let commandWord: string | null = null;
  let writtenWords: readonly Written[] = [];
  let amounts: readonly string[] = [];

  function end(problem: SpeechProblem | null): void {
    run += 1;
    recognition = null;
    clearTimeout(silence);
    release();
    release = () => undefined;
    send({ type: 'ended', notice: problem === null ? null : SPEECH_PROBLEMS[problem] });
  }

  function stop(notice: string | null = null): void {
    if (store.get().phase === 'idle' || store.get().phase === 'stopping') return;
    if (notice !== null) send({ type: 'notice', notice });
    send({ type: 'stop' });
    // Nothing has begun to listen: the lock was not given yet.
    if (recognition === null) end(null);
    else recognition.stop();
  }

  function abort(): void {
    const ended = recognition;
    if (store.get().phase !== 'idle') end(null);
    ended?.abort();
    writtenWords = [];
    amounts = [];
  }

  function restartSilence(): void {
    clearTimeout(silence);
    silence = setTimeout(() => stop(SPEECH_PROBLEMS.silence), SILENCE_MS);
  }

  function begin({ engine, phrases }: SpeechStart): void {
    const own = run;
    const isOwn = () => own === run;
    let isUsed = false;
    restartSilence();
    recognition = engine.start(phrases, {
      started: () => {
        if (!isOwn()) return;
        send({ type: 'started' });
        if (!isUsed) onUsed(engine.name);
        isUsed = true;
      },
      provisional: (provisional) => {
        if (!isOwn()) return;
        if (provisional !== '') restartSilence();
        send({ type: 'heard', provisional });
      },
      final: (words) => {
        if (!isOwn()) return;
        restartSilence();
        place(words);
      },
      ended: (problem) => {
        if (isOwn()) end(problem);
      },
    });
    // An engine can end while it starts.
    if (!isOwn()) recognition = null;
  }

  /** Writes what was said into the field in which it was said. */
  function place(words: string): void {
    const { field } = store.get();
    if (field === null) return;
    send({ type: 'notice', notice: null });
    const form = formOf(field.element);
    const context = { word: commandWord, labels: form.labels(), options: form.options() };
    for (const part of spokenParts(words, context)) placePart(part, form);
    send({ type: 'placed' });
  }

  function placePart(part: SpokenPart, form: FormCommands): void {
    const { field } = store.get();
    if (part.kind === 'command') obey(part.command, form, part.said);
    else if (part.kind === 'unknown')
      send({ type: 'notice', notice: `“${part.said}” is no command here. Nothing was changed.` });
    else if (field !== null) write(field, part.text);
  }

  function write(field: WritingField, words: string): void {
    const { element } = field;
    if (!isWritable(field)) {
      const notice = SPEECH_PROBLEMS[element.isConnected ? 'readOnly' : 'gone'];
      send({ type: 'leftOver', words, notice });
      stop();
      return;
    }
    const { value: text } = element;
    const [start, to] = [element.selectionStart ?? text.length, element.selectionEnd ?? text.length];
    const isMultiLine = element instanceof HTMLTextAreaElement;
    const change = insertSpoken(words, { text, start, end: to, isMultiLine });
    if (change === null) return;
    const problem = field.lengthProblem(text.slice(0, change.start) + change.text + text.slice(change.end));
    if (problem !== null) {
      send({ type: 'leftOver', words, notice: `Stopped in ${field.label}: ${problem}.` });
      stop();
      return;
    }
    replaceText(element, change.start, change.end, change.text);
    const replaced = text.slice(change.start, change.end);
    writtenWords = [...writtenWords.slice(-19), { field, start: change.start, text: change.text, replaced }];
    amounts = [...amounts, ...change.amounts.map((range) => change.text.slice(range.start, range.end))];
  }

  function obey(command: Command, form: FormCommands, said: string): void {
    const isDone = () => {
      switch (command.kind) {
        case 'stop':
          stop();
          return true;
        case 'saveDraft':
          return saveDraft();
        case 'undo':
        case 'scratch':
          return scratch();
        default:
          return form.run(command);
      }
    };
    if (!isDone()) send({ type: 'notice', notice: `“${said}” is not possible here. Nothing was changed.` });
  }

  /** Removes the words that were written last, if they are still as they were written. */
  function scratch(): boolean {
    const last = writtenWords.at(-1);
    if (last === undefined || !isWritable(last.field)) return false;
    const { element } = last.field;
    const until = last.start + last.text.length;
    if (element.value.slice(last.start, until) !== last.text) return false;
    replaceText(element, last.start, until, last.replaced);
    writtenWords = writtenWords.slice(0, -1);
    return true;
  }

  function start(wanted: SpeechStart): void {
    if (store.get().phase !== 'idle') return;
    amounts = [];
    send({ type: 'start', field: wanted.field });
    if (locks === undefined) {
      begin(wanted);
      return;
    }
    const own = run;
    // Nothing is awaited: the lock is held until `release`.
    void locks.request(LOCK, { ifAvailable: true }, async (lock) => {
      if (own !== run) return;
      if (lock === null) {
        end('otherTab');
        return;
      }
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      begin(wanted);
      await held;
    });
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    start,
    stop: () => stop(),
    abort,
    focus: (field) => {
      const before = store.get().field;
      send({ type: 'focused', field });
      if (store.get().field !== before) amounts = [];
    },
    setCommandWord: (word) => {
      commandWord = word;
    },
    close: () => send({ type: 'closed' }),
    amounts: () => amounts,
  };
}
