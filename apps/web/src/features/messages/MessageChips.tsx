import { STATUS_LABELS } from '@portal/domain/message-status';
import type { MessageStatus } from '@portal/domain/message-status';
import { PRIORITY_CHIP_COLORS } from '@portal/domain/priority';
import type { Priority } from '@portal/domain/priority';
import { StatusChip } from '#ui/StatusChip.tsx';
import { STATUS_COLORS } from './message-words.ts';

/** How a message stands, in words and colour. */
export function MessageStatusChip({ status }: { readonly status: MessageStatus }) {
  return <StatusChip label={STATUS_LABELS[status]} color={STATUS_COLORS[status]} />;
}

/** How urgent it is. */
export function PriorityChip({ priority }: { readonly priority: Priority }) {
  return <StatusChip label={priority} color={PRIORITY_CHIP_COLORS[priority]} />;
}
