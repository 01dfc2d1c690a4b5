import type { Dictation } from '@portal/contract/dictations';
import { orderGet, type Order } from '@portal/contract/orders';
import { isOpen, ORDER_STATUS_LABELS } from '@portal/domain/order-status';
import { useNavigate } from 'react-router';
import { ApiError } from '#lib/api/api-error.ts';
import { useLiveRefresh } from '#lib/live/use-live-refresh.ts';
import { call } from '#lib/portal.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { useToast } from '#ui/ToastProvider.tsx';

/** The order that a note was started from; undefined until it is loaded. Only for people who may view orders. */
export function useOrder(id: string): Order | undefined {
  const input = { params: { id } };
  const { data } = useEndpointQuery(orderGet, input);
  useLiveRefresh(orderGet, input, ({ entityId }) => entityId === id);
  return data;
}

/** "is cancelled" or "is completed" of an order that is no longer open. */
export const closedText = ({ orderNumber, status }: Order): string =>
  `Order ${orderNumber} is ${ORDER_STATUS_LABELS[status].toLowerCase()}.`;

/** Confirms in a toast that a note was signed. If it was started from an order, asks those who may whether that is completed, or says that it is closed. */
export function useSignedToast(): (text: string, signed: Pick<Dictation, 'orderId'>) => Promise<void> {
  const { can } = useAccess();
  const toast = useToast();
  const navigate = useNavigate();
  return async (text, { orderId }) => {
    const order = orderId === null || !can('Order.View') ? null : await orderOf(orderId);
    if (order === null) toast.success(text);
    else if (!isOpen(order.status)) toast.success(`${text}. ${closedText(order)}`);
    else if (can('Order.Edit'))
      toast.success(`${text}. Mark order ${order.orderNumber} as completed?`, {
        label: 'Open order',
        onClick: () => void navigate(`/orders/${order.id}`),
      });
    else toast.success(text);
  };
}

/** The note is signed, whether or not its order can be read now. */
async function orderOf(id: string): Promise<Order | null> {
  try {
    return await call(orderGet, { params: { id } });
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
