import CheckIcon from '@mui/icons-material/Check';
import ContentCopyIcon from '@mui/icons-material/ContentCopy';
import { Button } from '@mui/material';
import { useEffect, useState } from 'react';

interface CopyButtonProps {
  readonly text: string;
  /** The button's label, for example "Copy password". */
  readonly label: string;
  /** Called after the text was copied. */
  readonly onCopied?: () => void;
}

/** How long the button shows the result, in milliseconds. */
const RESULT_MS = 3000;

/**
 * Copies a text to the clipboard; returns false if the browser refuses. Over plain HTTP, such as in a clinic's local network,
 * browsers do not offer `navigator.clipboard`, so the text is copied from a temporary field next to `near`: a dialog would
 * take the focus away from any other place.
 */
async function copyText(text: string, near: HTMLElement): Promise<boolean> {
  if (window.isSecureContext) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Permission denied: the fallback may still work.
    }
  }
  return copySelection(text, near);
}

function copySelection(text: string, near: HTMLElement): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  near.after(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  near.focus();
  return isCopied;
}

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
