import MicIcon from '@mui/icons-material/Mic';
import MicNoneOutlined from '@mui/icons-material/MicNoneOutlined';
import { IconButton } from '@mui/material';
import { useRef, useSyncExternalStore } from 'react';
import { useCanSpeak } from '#lib/speech/speech-support.ts';
import { writingFieldBeside } from '#ui/form/writing-field.ts';
import { listeningIn, speechRequest } from './speech-requests.ts';

/** The microphone beside a text: starts and stops listening there. Nothing, if speech is not recognized here. */
export function SpeechButton() {
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
