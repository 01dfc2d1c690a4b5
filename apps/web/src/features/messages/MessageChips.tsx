import { STATUS_LABELS, type MessageStatus } from '@portal/domain/message-status';
import { PRIORITY_CHIP_COLORS, type Priority } from '@portal/domain/priority';
import { StatusChip } from '#ui/StatusChip.tsx';
import { STATUS_COLORS } from './message-labels.ts';

interface MessageStatusChipProps {
  readonly status: MessageStatus;
  /** Allows the label to wrap in a narrow column. */
  readonly wraps?: boolean;
}

export function MessageStatusChip({ status, wraps = false }: MessageStatusChipProps) {
  const chip = <StatusChip label={STATUS_LABELS[status]} color={STATUS_COLORS[status]} />;
  return wraps ? <span className="list-chip-wraps">{chip}</span> : chip;
}

export function PriorityChip({ priority }: { readonly priority: Priority }) {
  return <StatusChip label={priority} color={PRIORITY_CHIP_COLORS[priority]} />;
}
