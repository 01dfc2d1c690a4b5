import { Alert, Button, Link } from '@mui/material';
import type { Dictation } from '@portal/contract/dictations';
import { orderStatusChange, type Order } from '@portal/contract/orders';
import { orderTypeLabel } from '@portal/domain/order';
import { isOpen } from '@portal/domain/order-status';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { closedText, useOrder } from './use-order.ts';

/** What an order is for: "Procedure, Right, L4-L5, Main Street". */
export const orderSummary = (order: Order): string =>
  [orderTypeLabel(order), order.side, ...order.levels, order.locationName]
    .filter((part) => part !== null)
    .join(', ');

interface OrderNoticeProps {
  readonly orderId: string;
  /** The patient of the note as it is edited now; '' for none. */
  readonly patientId: string;
}

/** In the editor: the order that the note is started from, and what is wrong with it. */
export const OrderNotice = (props: OrderNoticeProps) =>
  useAccess().can('Order.View') ? <ShownNotice {...props} /> : null;

function ShownNotice({ orderId, patientId }: OrderNoticeProps) {
  const order = useOrder(orderId);
  if (order === undefined) return null;
  if (order.patient.id !== patientId)
    return (
      <Alert severity="warning">
        <OrderLink order={order} /> is for another patient. The note will not belong to it.
      </Alert>
    );
  if (!isOpen(order.status)) return <ClosedOrder order={order} />;
  return (
    <Alert severity="info">
      From <OrderLink order={order} />: {orderSummary(order)}
    </Alert>
  );
}

interface OrderOfNoteProps {
  readonly orderId: string;
  readonly status: Dictation['status'];
}

/** On the page of a note: its order. Once the note is signed, those who may are asked whether the order is completed. */
export const OrderOfNote = (props: OrderOfNoteProps) =>
  useAccess().can('Order.View') ? <ShownOrder {...props} /> : null;

function ShownOrder({ orderId, status }: OrderOfNoteProps) {
  const order = useOrder(orderId);
  const { can } = useAccess();
  const [isAsking, setAsking] = useState(false);
  const complete = useEndpointMutation(orderStatusChange, { alsoChanges: ['Dashboard'] });
  if (order === undefined) return null;
  const asks = status === 'Signed' && isOpen(order.status) && can('Order.Edit');
  if (!isOpen(order.status)) return <ClosedOrder order={order} />;
  return (
    <Alert
      severity="info"
      action={
        asks ? (
          <Button color="inherit" size="small" onClick={() => setAsking(true)}>
            Mark order as Completed
          </Button>
        ) : null
      }
    >
      From <OrderLink order={order} />: {orderSummary(order)}
      {asks ? '. This note was signed: mark the order as completed?' : null}
      <ConfirmDialog
        newsOf={order.id}
        open={isAsking}
        title={`Mark ${order.orderNumber} as Completed`}
        text="A completed order can no longer be edited or cancelled."
        confirmLabel="Mark as Completed"
        errorFallback="Failed to change the status"
        onConfirm={async () => {
          const { id, version, orderNumber } = order;
          await complete.mutateAsync({ params: { id }, body: { status: 'Completed', version } });
          return `Order ${orderNumber} is completed`;
        }}
        onClose={() => setAsking(false)}
      />
    </Alert>
  );
}

const ClosedOrder = ({ order }: { readonly order: Order }) => (
  <Alert
    severity={order.status === 'Cancelled' ? 'warning' : 'info'}
    action={
      <Button color="inherit" size="small" component={RouterLink} to={`/orders/${order.id}`}>
        Open order
      </Button>
    }
  >
    {closedText(order)}
  </Alert>
);

const OrderLink = ({ order: { id, orderNumber } }: { readonly order: Order }) => (
  <Link component={RouterLink} to={`/orders/${id}`} color="inherit">
    order {orderNumber}
  </Link>
);
