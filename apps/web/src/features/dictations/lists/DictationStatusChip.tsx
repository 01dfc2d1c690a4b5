import type { DictationRow } from '@portal/contract/dictations';
import { CO_SIGNATURE_LABELS, type CoSignatureState } from '@portal/domain/dictation/co-signature';
import { StatusChip } from '#ui/StatusChip.tsx';
import type { ChipColor } from '#ui/theme/palette.ts';
import { STATUS_COLORS } from '../dictation-labels.ts';

const CO_SIGNATURE_COLORS: Readonly<Record<CoSignatureState, ChipColor>> = {
  Awaiting: 'info',
  Returned: 'warning',
  CoSigned: 'success',
};

/** The status, with the state of the co-signature if it needs one. */
export function DictationStatusChip({
  status,
  coSignature = null,
}: Pick<DictationRow, 'status'> & Partial<Pick<DictationRow, 'coSignature'>>) {
  return (
    <>
      <StatusChip label={status} color={STATUS_COLORS[status]} />
      {coSignature === null ? null : (
        <StatusChip
          label={CO_SIGNATURE_LABELS[coSignature.state]}
          color={CO_SIGNATURE_COLORS[coSignature.state]}
        />
      )}
    </>
  );
}
