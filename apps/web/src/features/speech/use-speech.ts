import { speechGet, speechUsed } from '@portal/contract/speech';
import { DEFAULT_COMMAND_WORD } from '@portal/domain/speech/commands';
import { phrasesOf, type Phrase } from '@portal/domain/speech/phrases';
import { speechWordsOf } from '@portal/domain/speech/speech-words';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { usePageKeys } from '#lib/keys/page-keys.ts';
import { call } from '#lib/portal.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { endpointKey, useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { browserEngine, recognizersOf } from '#lib/speech/browser-engine.ts';
import { SPEECH_PROBLEMS, type SpeechEngine } from '#lib/speech/engine.ts';
import { openMicrophone } from '#lib/speech/microphone.ts';
import { speechSubject } from '#lib/speech/speech-subject.ts';
import { loadLanguage, speechServer, speechSupport } from '#lib/speech/speech-support.ts';
import { voskEngine } from '#lib/speech/vosk-engine.ts';
import { isWritable, writingFieldOf, type WritingField } from '#ui/form/writing-field.ts';
import { SpeechControl } from './speech-control.ts';

/** Settings change rarely. */
const STALE_MS = 600_000;
/** The words of the practice are a help only: without them for so long, listening begins without them. */
const MAX_WAIT_MS = 3000;
const SAVE_DRAFT = 'Ctrl+S';
const BAR = '[data-speech]';

const createControl = () => new SpeechControl('locks' in navigator ? navigator.locks : undefined);

/** The language pack that the browser needs first. */
export type LanguagePack = 'asking' | 'loading' | 'loaded' | 'failed';

/** What listens, and how far the language pack is. */
export function useSpeech() {
  const client = useQueryClient();
  const settings = useEndpointQuery(speechGet, {}, { staleTime: STALE_MS }).data;
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
    else if (field === null || !isWritable(field)) return;
    else if (speechServer() === null && speechSupport.get() === 'downloadable') setPack('asking');
    else start(control, field, phrasesHere(client));
  };
  useEscape(control);
  useFocus(control);
  useEndWhenHidden(control);

  const load = async () => {
    setPack('loading');
    setPack((await loadLanguage()) ? 'loaded' : 'failed');
  };
  return {
    control,
    toggle,
    commands: { word: commandWord, isOn: hasCommands, set: setCommands },
    pack: { state: pack, load: () => void load(), close: () => setPack(null) },
  };
}
export type Speech = ReturnType<typeof useSpeech>;

/** What is likely to be said here. */
async function phrasesHere(client: QueryClient): Promise<readonly Phrase[]> {
  const { template = null, names = [] } = speechSubject() ?? {};
  const settings = client.fetchQuery({
    queryKey: endpointKey(speechGet, {}),
    queryFn: ({ signal }) => call(speechGet, { signal }),
    staleTime: STALE_MS,
  });
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), MAX_WAIT_MS));
  const { words } = (await Promise.race([settings.catch(() => null), late])) ?? { words: '' };
  return phrasesOf({ template, words: speechWordsOf(words), names });
}

function engineHere(): SpeechEngine | null {
  const server = speechServer();
  if (server !== null) return voskEngine(server, openMicrophone);
  const recognizers = recognizersOf(window);
  return recognizers === null ? null : browserEngine(recognizers);
}

function start(control: SpeechControl, field: WritingField, phrases: Promise<readonly Phrase[]>): void {
  const engine = engineHere();
  if (engine === null) return;
  // With the focus in the text, the browser can undo what is written.
  field.element.focus();
  void control.start({ engine, field, phrases });
}

/** Escape stops, before fields and dialogs. */
function useEscape(control: SpeechControl): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || control.get().phase === 'idle') return;
      control.stop();
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', press, true);
    return () => document.removeEventListener('keydown', press, true);
  }, [control]);
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

/** Who looks at something else may speak about somebody else. */
function useEndWhenHidden(control: SpeechControl): void {
  useEffect(() => {
    const notice = () => {
      if (document.visibilityState === 'hidden') control.stop(SPEECH_PROBLEMS.hidden);
    };
    document.addEventListener('visibilitychange', notice);
    return () => document.removeEventListener('visibilitychange', notice);
  }, [control]);
}

export const PACK_FAILED = SPEECH_PROBLEMS.language;
