import MicIcon from '@mui/icons-material/Mic';
import MicNoneOutlined from '@mui/icons-material/MicNoneOutlined';
import { IconButton } from '@mui/material';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { explainError } from '#lib/errors/error-text.ts';
import { useRegisteredKeys, type PageKey } from '#lib/keys/page-keys.ts';
import { useCanSpeak } from '#lib/speech/speech-support.ts';
import { createLazyPart } from '#ui/create-lazy-part.tsx';
import {
  WritingButton,
  writingFieldBeside,
  writingFieldOf,
  type WritingField,
} from '#ui/form/writing-field.ts';
import { useToast } from '#ui/ToastProvider.tsx';
import { listeningIn, speechRequest } from './speech-requests.ts';

/** What listens is loaded when somebody speaks for the first time. */
const SpeechSession = createLazyPart(async () => (await import('./SpeechSession.tsx')).SpeechSession, {
  waiting: null,
  failed: () => null,
});
/** One for all texts, so that none is rendered again. */
const BUTTON = <SpeechButton />;
const KEYS: readonly PageKey[] = [{ keys: 'Alt+M', label: 'Speak in the text, or stop' }];
const NO_KEYS: readonly PageKey[] = [];

/** Lets people speak into every text where one writes, if this browser or a server of the practice recognizes speech. */
export function Speech({ children }: { readonly children: ReactNode }) {
  const [first, setFirst] = useState<WritingField | null>(null);
  const canSpeak = useCanSpeak({ asks: false });
  const toast = useToast();
  const open = useEffectEvent(async (field: WritingField) => {
    try {
      await SpeechSession.preload();
      setFirst(field);
    } catch (error) {
      toast.error(explainError(error, 'Speech could not be loaded. Check your connection and try again.'));
    }
  });
  useEffect(
    () =>
      speechRequest.listen((field) => {
        // From then on, the session listens to requests.
        if (first === null && field !== null) void open(field);
      }),
    [first],
  );
  useRegisteredKeys(canSpeak ? KEYS : NO_KEYS);
  useSpeechKey(canSpeak);
  return (
    <WritingButton value={BUTTON}>
      {children}
      {first === null ? null : <SpeechSession first={first} />}
    </WritingButton>
  );
}

/** Alt+M starts and stops. It comes before the fields and dialogs. */
function useSpeechKey(canSpeak: boolean): void {
  useEffect(() => {
    if (!canSpeak) return undefined;
    const press = (event: KeyboardEvent) => {
      const field = writingFieldOf(document.activeElement);
      if (!isSpeechKey(event) || (field === null && listeningIn.get().element === null)) return;
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) speechRequest.emit(field);
    };
    document.addEventListener('keydown', press, true);
    return () => document.removeEventListener('keydown', press, true);
  }, [canSpeak]);
}

/** Alt+M, also where the key types something else with Alt, as on a Mac; AltGr is Ctrl+Alt. */
function isSpeechKey({ key, code, altKey, ctrlKey, metaKey, shiftKey, isComposing }: KeyboardEvent): boolean {
  if (!altKey || ctrlKey || metaKey || shiftKey || isComposing) return false;
  return key.toLowerCase() === 'm' || (code === 'KeyM' && !/^[ -~]$/u.test(key));
}

/** The microphone beside a text: starts and stops listening there. Nothing, if speech is not recognized here. */
function SpeechButton() {
  const ref = useRef<HTMLButtonElement>(null);
  const canSpeak = useCanSpeak({ asks: true });
  const isListening = useSyncExternalStore(listeningIn.subscribe, () => {
    const { element } = listeningIn.get();
    return element !== null && ref.current !== null && writingFieldBeside(ref.current)?.element === element;
  });
  if (!canSpeak) return null;
  return (
    <IconButton
      ref={ref}
      size="small"
      color={isListening ? 'error' : 'default'}
      aria-label="Speak"
      aria-pressed={isListening}
      aria-keyshortcuts="Alt+M"
      title="Speak (Alt+M)"
      // The text keeps the focus and its caret.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => speechRequest.emit(writingFieldBeside(event.currentTarget))}
      sx={{
        '@media (pointer: coarse)': { minWidth: 44, minHeight: 44 },
        '@media print': { display: 'none' },
      }}
    >
      {isListening ? <MicIcon fontSize="small" /> : <MicNoneOutlined fontSize="small" />}
    </IconButton>
  );
}
