import Box from '@mui/material/Box';
import { STATUS_LABELS } from '@portal/domain/message-status';
import type { MessageStatus } from '@portal/domain/message-status';
import { PRIORITY_CHIP_COLORS } from '@portal/domain/priority';
import type { Priority } from '@portal/domain/priority';
import { StatusChip } from '#ui/StatusChip.tsx';
import { STATUS_COLORS } from './message-words.ts';

interface MessageStatusChipProps {
  readonly status: MessageStatus;
  /** In a narrow column two words stand below each other. */
  readonly wraps?: boolean;
}

/** How a message stands, in words and colour. */
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

/** How urgent it is. */
export function PriorityChip({ priority }: { readonly priority: Priority }) {
  return <StatusChip label={priority} color={PRIORITY_CHIP_COLORS[priority]} />;
}
