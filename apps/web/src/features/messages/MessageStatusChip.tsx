import { STATUS_LABELS, type MessageStatus } from '@portal/domain/message-status';
import { StatusChip } from '#ui/StatusChip.tsx';
import { STATUS_COLORS } from './message-labels.ts';

export const MessageStatusChip = ({ status }: { readonly status: MessageStatus }) => (
  <StatusChip label={STATUS_LABELS[status]} color={STATUS_COLORS[status]} />
);
