import type { OrderRow } from '@portal/contract/orders';
import { orderTypeLabel } from '@portal/domain/order';
import { lastFirst } from '@portal/domain/person-name';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { useOrderMoves } from './use-order-moves.ts';

interface CancelOrderDialogProps {
  readonly order: OrderRow;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Dialog to cancel an open order with a reason. */
export function CancelOrderDialog({ order, open, onClose }: CancelOrderDialogProps) {
  const { cancel } = useOrderMoves(order);
  const { orderNumber, patient } = order;
  return (
    <ConfirmDialog
      newsOf={order.id}
      open={open}
      title={`Cancel order ${orderNumber}`}
      text={`The ${orderTypeLabel(order)} order for ${lastFirst(patient)} will be cancelled. It stays in the patient’s record but is hidden from the list. This cannot be undone.`}
      confirmLabel="Cancel Order"
      cancelLabel="Keep Order"
      isDanger
      records={[orderNumber, lastFirst(patient)]}
      asksReason
      errorFallback="Failed to cancel order"
      onConfirm={async (reason) => {
        await cancel(reason);
        return `Order ${orderNumber} was cancelled`;
      }}
      onClose={onClose}
    />
  );
}
