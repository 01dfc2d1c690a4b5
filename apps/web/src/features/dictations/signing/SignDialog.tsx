import type { DictationRow } from '@portal/contract/dictations';
import { formatDateUs } from '@portal/domain/date';
import { useState } from 'react';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { useLastValue } from '#ui/use-last-value.ts';
import { dictationName } from '../dictation-labels.ts';
import { FindingsAlert } from './FindingList.tsx';
import { useFindings } from './use-findings.ts';
import { useSign } from './use-sign.ts';

interface SignDialogProps {
  /** Null while the dialog is closed. */
  readonly dictation: DictationRow | null;
  readonly onSigned?: (id: string) => void;
  readonly onClose: () => void;
}

/** Confirms before a dictation is signed, which cannot be undone. */
export function SignDialog({ dictation, onSigned, onClose }: SignDialogProps) {
  const { sign } = useSign();
  const check = useFindings(dictation === null ? [] : [dictation.id]);
  const shown = useLastValue(dictation);
  // Correcting a finding here makes a new version, which is the one to sign.
  const [changed, setChanged] = useState<DictationRow | null>(null);
  if (shown === null) return null;
  return (
    <ConfirmDialog
      newsOf={shown.id}
      open={dictation !== null}
      title="Sign this dictation?"
      text={
        <>
          {dictationName(shown)}, {formatDateUs(shown.procedureDate)}. A signed dictation cannot be changed;
          you can only add an addendum.
          <FindingsAlert check={check} onChanged={setChanged} />
        </>
      }
      confirmLabel={check.dictations.length === 0 ? 'Sign' : 'Sign Anyway'}
      isDisabled={check.isChecking || check.isBlocked}
      errorFallback="Failed to sign dictation"
      onConfirm={async () => {
        const isNewer = changed?.id === shown.id && changed.version > shown.version;
        await sign(isNewer ? changed : shown);
        onSigned?.(shown.id);
      }}
      onClose={onClose}
    />
  );
}
