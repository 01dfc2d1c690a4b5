import { dictationSign } from '@portal/contract/dictations';
import type { DictationRow } from '@portal/contract/dictations';
import { formatDateUs } from '@portal/domain/date';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { useLastValue } from '#ui/use-last-value.ts';
import { dictationName } from '../dictation-labels.ts';
import { EmptyPlacesAlert } from './EmptyPlaces.tsx';
import { useEmptyPlaces } from './use-empty-places.ts';

interface SignDialogProps {
  /** Null while the dialog is closed. */
  readonly dictation: DictationRow | null;
  readonly onSigned?: (id: string) => void;
  readonly onClose: () => void;
}

/** Confirms before a dictation is signed, which cannot be undone. */
export function SignDialog({ dictation, onSigned, onClose }: SignDialogProps) {
  const sign = useEndpointMutation(dictationSign, {
    alsoChanges: ['Dictation groups', 'Dashboard', 'Patients'],
  });
  const toast = useToast();
  const check = useEmptyPlaces(dictation === null ? [] : [dictation.id]);
  const shown = useLastValue(dictation);
  if (shown === null) return null;
  const { id, version, procedureDate } = shown;
  return (
    <ConfirmDialog
      open={dictation !== null}
      title="Sign this dictation?"
      text={
        <>
          {dictationName(shown)}, {formatDateUs(procedureDate)}. A signed dictation cannot be changed; you can
          only add an addendum.
          <EmptyPlacesAlert check={check} />
        </>
      }
      confirmLabel={check.dictations.length === 0 ? 'Sign' : 'Sign Anyway'}
      isDisabled={check.isChecking}
      errorFallback="Failed to sign dictation"
      onConfirm={async () => {
        await sign.mutateAsync({ params: { id }, body: { version } });
        toast.success(`${dictationName(shown)} signed`);
        onSigned?.(id);
      }}
      onClose={onClose}
    />
  );
}
