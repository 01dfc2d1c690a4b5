import Box from '@mui/material/Box';
import { STATUS_LABELS } from '@portal/domain/message-status';
import type { MessageStatus } from '@portal/domain/message-status';
import { PRIORITY_CHIP_COLORS } from '@portal/domain/priority';
import type { Priority } from '@portal/domain/priority';
import { StatusChip } from '#ui/StatusChip.tsx';
import { STATUS_COLORS } from './message-labels.ts';

interface MessageStatusChipProps {
  readonly status: MessageStatus;
  /** Allows the label to wrap in a narrow column. */
  readonly wraps?: boolean;
}

/** Chip with the status of a message. */
export function MessageStatusChip({ status, wraps = false }: MessageStatusChipProps) {
  const chip = <StatusChip label={STATUS_LABELS[status]} color={STATUS_COLORS[status]} />;
  if (!wraps) return chip;
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-block',
        minWidth: 86,
        '& .MuiChip-root': { height: 'auto', minHeight: 24 },
        '& .MuiChip-label': { whiteSpace: 'normal', lineHeight: 1.3, py: 0.25 },
      }}
    >
      {chip}
    </Box>
  );
}

/** Chip with the priority of a message. */
export function PriorityChip({ priority }: { readonly priority: Priority }) {
  return <StatusChip label={priority} color={PRIORITY_CHIP_COLORS[priority]} />;
}
