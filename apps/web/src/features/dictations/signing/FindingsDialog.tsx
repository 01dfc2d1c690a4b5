import Link from '@mui/material/Link';
import type { CheckFinding } from '@portal/contract/signing-checks';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { FindingList } from './FindingList.tsx';
import { isBlocking } from './use-findings.ts';

interface FindingsDialogProps {
  /** Null while the dialog is closed. */
  readonly findings: readonly CheckFinding[] | null;
  readonly onGoTo: (finding: CheckFinding) => void;
  readonly onSign: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before signing a dictation with findings. Each message jumps to where it can be corrected. */
export function FindingsDialog({ findings, onGoTo, onSign, onClose }: FindingsDialogProps) {
  const isBlocked = (findings ?? []).some(isBlocking);
  return (
    <ConfirmDialog
      open={findings !== null}
      title={isBlocked ? 'Correct this before you sign' : 'Sign without correcting this?'}
      text={
        <FindingList
          findings={findings ?? []}
          renderMessage={(finding) => (
            <Link
              component="button"
              type="button"
              onClick={() => onGoTo(finding)}
              sx={{ verticalAlign: 'baseline', textAlign: 'left' }}
            >
              {finding.message}
            </Link>
          )}
        />
      }
      cancelLabel="Go Back"
      confirmLabel="Sign Anyway"
      isDisabled={isBlocked}
      onConfirm={onSign}
      onClose={onClose}
    />
  );
}
