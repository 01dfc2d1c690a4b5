import MicIcon from '@mui/icons-material/Mic';
import MicNoneOutlined from '@mui/icons-material/MicNoneOutlined';
import { IconButton } from '@mui/material';
import { useRef, useSyncExternalStore } from 'react';
import { writingFieldBeside, type WritingField } from '#ui/form/writing-field.ts';
import type { SpeechControl } from './speech-control.ts';

interface SpeechButtonProps {
  readonly control: SpeechControl;
  readonly onToggle: (field: WritingField | null) => void;
}

/** The microphone beside a text: starts and stops listening there. */
export function SpeechButton({ control, onToggle }: SpeechButtonProps) {
  const ref = useRef<HTMLButtonElement>(null);
  const isListening = useSyncExternalStore(control.subscribe, () => {
    const { phase, field } = control.get();
    if (phase === 'idle' || field === null || ref.current === null) return false;
    return writingFieldBeside(ref.current)?.element === field.element;
  });
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
      onClick={(event) => onToggle(writingFieldBeside(event.currentTarget))}
      sx={{
        '@media (pointer: coarse)': { minWidth: 44, minHeight: 44 },
        '@media print': { display: 'none' },
      }}
    >
      {isListening ? <MicIcon fontSize="small" /> : <MicNoneOutlined fontSize="small" />}
    </IconButton>
  );
}
