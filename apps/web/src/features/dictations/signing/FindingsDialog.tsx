import { Link } from '@mui/material';
import type { CheckFinding } from '@portal/contract/signing-checks';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { FindingList } from './FindingList.tsx';
import { UseSideButton } from './UseSideButton.tsx';
import { isBlocking } from './use-findings.ts';

interface FindingsDialogProps {
  /** Null while the dialog is closed. */
  readonly findings: readonly CheckFinding[] | null;
  readonly onGoTo: (finding: CheckFinding) => void;
  readonly onUseSide: (finding: CheckFinding) => void;
  readonly onSign: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before signing a dictation with findings. Each message jumps to where it can be corrected. */
export function FindingsDialog({ findings, onGoTo, onUseSide, onSign, onClose }: FindingsDialogProps) {
  const isBlocked = (findings ?? []).some(isBlocking);
  return (
    <ConfirmDialog
      open={findings !== null}
      title={
        isBlocked
          ? 'Correct this before you sign'
          : findings?.length === 0
            ? 'Sign this dictation?'
            : 'Sign without correcting this?'
      }
      text={
        <FindingList
          findings={findings ?? []}
          renderMessage={(finding) => (
            <Link
              component="button"
              type="button"
              onClick={() => onGoTo(finding)}
              // The bullet stands beside the first line.
              sx={{ verticalAlign: 'top', textAlign: 'left' }}
            >
              {finding.message}
            </Link>
          )}
          renderFix={(finding) =>
            finding.useSide === undefined ? null : (
              <UseSideButton
                side={finding.useSide}
                line={finding.code ?? ''}
                onClick={() => onUseSide(finding)}
              />
            )
          }
        />
      }
      cancelLabel="Go Back"
      confirmLabel={findings?.length === 0 ? 'Sign' : 'Sign Anyway'}
      isDisabled={isBlocked}
      onConfirm={onSign}
      onClose={onClose}
    />
  );
}
