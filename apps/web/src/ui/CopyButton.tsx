import CheckIcon from '@mui/icons-material/Check';
import ContentCopyIcon from '@mui/icons-material/ContentCopy';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { copyText } from './copy-text.ts';

interface CopyButtonProps {
  readonly text: string;
  /** Names what is copied, for example "Copy password". */
  readonly label: string;
}

/** Milliseconds the button says how it went. */
const ANSWER_MS = 3000;

/** Copies a text and says so on the button itself. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const [answer, setAnswer] = useState<'Copied' | 'Copy failed' | null>(null);
  useEffect(() => {
    if (answer === null) return undefined;
    const timer = setTimeout(() => setAnswer(null), ANSWER_MS);
    return () => clearTimeout(timer);
  }, [answer]);
  return (
    <Button
      size="small"
      variant="outlined"
      aria-live="polite"
      color={answer === 'Copy failed' ? 'error' : 'primary'}
      startIcon={answer === 'Copied' ? <CheckIcon /> : <ContentCopyIcon />}
      onClick={(event) => {
        void copyText(text, event.currentTarget).then((isCopied) =>
          setAnswer(isCopied ? 'Copied' : 'Copy failed'),
        );
      }}
    >
      {answer ?? label}
    </Button>
  );
}
