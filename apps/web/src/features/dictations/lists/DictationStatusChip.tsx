import type { DictationStatus } from '@portal/domain/dictation';
import { StatusChip } from '#ui/StatusChip.tsx';
import { STATUS_COLORS } from '../dictation-labels.ts';

export function DictationStatusChip({ status }: { readonly status: DictationStatus }) {
  return <StatusChip label={status} color={STATUS_COLORS[status]} />;
}
