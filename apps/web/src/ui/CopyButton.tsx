import CheckIcon from '@mui/icons-material/Check';
import ContentCopyIcon from '@mui/icons-material/ContentCopy';
import { Button } from '@mui/material';
import { useEffect, useState } from 'react';
import { copyText } from './copy-text.ts';

interface CopyButtonProps {
  readonly text: string;
  /** The button's label, for example "Copy password". */
  readonly label: string;
  /** Called after the text was copied. */
  readonly onCopied?: () => void;
}

/** How long the button shows the result, in milliseconds. */
const RESULT_MS = 3000;

/** Copies a text, and shows the result on the button. */
export function CopyButton({ text, label, onCopied }: CopyButtonProps) {
  const [answer, setAnswer] = useState<'Copied' | 'Copy failed' | null>(null);
  useEffect(() => {
    if (answer === null) return undefined;
    const timer = setTimeout(() => setAnswer(null), RESULT_MS);
    return () => clearTimeout(timer);
  }, [answer]);
  const copy = async (near: HTMLElement) => {
    const isCopied = await copyText(text, near);
    setAnswer(isCopied ? 'Copied' : 'Copy failed');
    if (isCopied) onCopied?.();
  };
  return (
    <Button
      size="small"
      variant="outlined"
      aria-live="polite"
      color={answer === 'Copy failed' ? 'error' : 'primary'}
      startIcon={answer === 'Copied' ? <CheckIcon /> : <ContentCopyIcon />}
      onClick={(event) => {
        void copy(event.currentTarget);
      }}
    >
      {answer ?? label}
    </Button>
  );
}
