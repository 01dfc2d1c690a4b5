import { STATUS_LABELS, type MessageStatus } from '@portal/domain/message-status';
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
