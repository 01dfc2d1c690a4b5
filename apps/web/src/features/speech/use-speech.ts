import { speechGet, speechUsed } from '@portal/contract/speech';
import { DEFAULT_COMMAND_WORD } from '@portal/domain/speech/commands';
import { phrasesOf } from '@portal/domain/speech/phrases';
import { speechWordsOf } from '@portal/domain/speech/speech-words';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { usePageKeys, useRegisteredKeys, type PageKey } from '#lib/keys/page-keys.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { browserEngine, recognizersOf } from '#lib/speech/browser-engine.ts';
import { SPEECH_PROBLEMS } from '#lib/speech/engine.ts';
import { openMicrophone } from '#lib/speech/microphone.ts';
import { speechSubject } from '#lib/speech/speech-subject.ts';
import { loadLanguage, speechServer, speechSupport } from '#lib/speech/speech-support.ts';
import { voskEngine } from '#lib/speech/vosk-engine.ts';
import { writingFieldOf, type WritingField } from '#ui/form/writing-field.ts';
import { SpeechControl } from './speech-control.ts';

/** Settings change rarely. */
const STALE_MS = 600_000;
const SAVE_DRAFT = 'Ctrl+S';
const KEYS: readonly PageKey[] = [{ keys: 'Alt+M', label: 'Speak in the text, or stop' }];
const NO_KEYS: readonly PageKey[] = [];
const BAR = '[data-speech]';

const createControl = () => new SpeechControl('locks' in navigator ? navigator.locks : undefined);

/** The language pack that the browser needs first. */
export type LanguagePack = 'asking' | 'loading' | 'loaded' | 'failed';

/** What listens, and how far the language pack is. */
export function useSpeech() {
  const support = useSyncExternalStore(speechSupport.subscribe, speechSupport.get);
  const server = speechServer();
  const isPossible = server !== null || support === 'ready' || support === 'downloadable';
  const settings = useEndpointQuery(speechGet, {}, { enabled: isPossible, staleTime: STALE_MS }).data;
  const commandWord = settings?.commandWord ?? DEFAULT_COMMAND_WORD;
  const used = useEndpointMutation(speechUsed);
  const pageKeys = usePageKeys();
  const [pack, setPack] = useState<LanguagePack | null>(null);
  const [hasCommands, setCommands] = useState(false);

  const [control] = useState(createControl);
  // Each render, because the page's keys may have changed.
  useEffect(() =>
    control.connect({
      saveDraft: () => {
        if (pageKeys.every(({ keys }) => keys !== SAVE_DRAFT)) return false;
        document.dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true }));
        return true;
      },
      onUsed: (engine) => {
        const { dictationId = null, patientId = null } = speechSubject() ?? {};
        used.mutate({ body: { engine, dictationId, patientId: dictationId === null ? patientId : null } });
      },
    }),
  );
  useEffect(
    () => control.setCommandWord(hasCommands ? commandWord : null),
    [control, hasCommands, commandWord],
  );

  const toggle = (field: WritingField | null) => {
    if (control.get().phase !== 'idle') control.stop();
    else if (field !== null && server === null && support === 'downloadable') setPack('asking');
    // Without an answer, the words of the practice are missing, which are a help only.
    else if (field !== null) start(control, field, { server, words: settings?.words ?? '' });
  };
  useRegisteredKeys(isPossible ? KEYS : NO_KEYS);
  useSpeechKeys(isPossible ? control : null, toggle);
  useFocus(control);

  const load = async () => {
    setPack('loading');
    setPack((await loadLanguage()) ? 'loaded' : 'failed');
  };
  return {
    control,
    isPossible,
    toggle,
    commands: { word: commandWord, isOn: hasCommands, set: setCommands },
    pack: { state: pack, load: () => void load(), close: () => setPack(null) },
  };
}
export type Speech = ReturnType<typeof useSpeech>;

function start(
  control: SpeechControl,
  field: WritingField,
  { server, words }: { readonly server: string | null; readonly words: string },
): void {
  const recognizers = recognizersOf(window);
  const engine =
    server !== null
      ? voskEngine(server, openMicrophone)
      : recognizers === null
        ? null
        : browserEngine(recognizers);
  if (engine === null) return;
  const { template = null, names = [] } = speechSubject() ?? {};
  // With the focus in the text, the browser can undo what is written.
  field.element.focus();
  control.start({ engine, field, phrases: phrasesOf({ template, words: speechWordsOf(words), names }) });
}

/** Alt+M starts and stops, Escape stops. They come before the fields and dialogs. */
function useSpeechKeys(control: SpeechControl | null, toggle: (field: WritingField | null) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (control === null || event.repeat || event.isComposing) return;
    const isActive = control.get().phase !== 'idle';
    const field = writingFieldOf(document.activeElement);
    // On a Mac, Option+M types a letter: the key is compared instead.
    const isToggle =
      event.code === 'KeyM' && event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (isToggle && (isActive || field !== null)) toggle(field);
    else if (event.key === 'Escape' && isActive) control.stop();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, []);
}

/** The words follow the focus from text to text. */
function useFocus(control: SpeechControl): void {
  useEffect(() => {
    const notice = ({ target }: Event) => {
      // Words are also written into the text that was left, where they were begun.
      if (target !== document.activeElement) return;
      const field = writingFieldOf(target);
      if (field !== null) control.focus(field);
      else if (target instanceof Element && target.closest(BAR) === null) control.leave();
    };
    document.addEventListener('focusin', notice);
    // A text that has the focus when it appears is known only later.
    document.addEventListener('input', notice);
    return () => {
      document.removeEventListener('focusin', notice);
      document.removeEventListener('input', notice);
    };
  }, [control]);
}

export const PACK_FAILED = SPEECH_PROBLEMS.language;
