import { Chip, Stack } from '@mui/material';
import type { OrderRow } from '@portal/contract/orders';
import { ORDER_STATUS_CHIP_COLORS, ORDER_STATUS_LABELS, type OrderStatus } from '@portal/domain/order-status';
import { PriorityMark, StatusChip } from '#ui/StatusChip.tsx';

/** Chip with the order status. */
export function OrderStatusChip({ status }: { readonly status: OrderStatus }) {
  return <StatusChip label={ORDER_STATUS_LABELS[status]} color={ORDER_STATUS_CHIP_COLORS[status]} />;
}

/** STAT badge; intentionally stronger than any other chip. */
export function StatBadge() {
  return <Chip label="STAT" sx={{ bgcolor: 'error.main', color: 'error.contrastText' }} />;
}

/** The priority, with the STAT badge for STAT orders. */
export function OrderPriority({ isStat, priority }: Pick<OrderRow, 'isStat' | 'priority'>) {
  return (
    <Stack component="span" direction="row" sx={{ alignItems: 'center', gap: 0.75 }}>
      {isStat ? <StatBadge /> : null}
      <PriorityMark priority={priority} />
    </Stack>
  );
}
