import DrawOutlinedIcon from '@mui/icons-material/DrawOutlined';
import { Button } from '@mui/material';
import type { DictationRow } from '@portal/contract/dictations';
import { explainError } from '#lib/errors/error-text.ts';
import { useToast } from '#ui/ToastProvider.tsx';
import { useSign } from './use-sign.ts';
import { INERT_MS, useShownFor } from './use-shown-for.ts';

interface SignNextButtonProps {
  /** The dictation on the screen. Use its ID as the key. */
  readonly dictation: DictationRow;
  /** Whether there is something to look at, so the user is asked first. */
  readonly hasFindings: boolean;
  readonly onAsk: () => void;
  /** Opens the next dictation. */
  readonly onSigned: () => void;
}

/** Signs the dictation that the user has just read, and opens the next pending one. */
export function SignNextButton({ dictation, hasFindings, onAsk, onSigned }: SignNextButtonProps) {
  const { sign, isSigning } = useSign();
  const toast = useToast();
  const isReady = useShownFor(INERT_MS);
  const signNext = async () => {
    try {
      await sign(dictation);
    } catch (error) {
      return toast.error(explainError(error, 'Failed to sign dictation'));
    }
    onSigned();
  };
  return (
    <Button
      variant="contained"
      startIcon={<DrawOutlinedIcon />}
      loading={isSigning}
      loadingPosition="start"
      disabled={!isReady}
      onClick={() => (hasFindings ? onAsk() : void signNext())}
    >
      Sign & Next Pending
    </Button>
  );
}
