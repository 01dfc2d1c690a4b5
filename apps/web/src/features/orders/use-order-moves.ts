import { orderCancel, orderStatusChange, type OrderRow } from '@portal/contract/orders';
import type { NextStatus } from '@portal/domain/order-status';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useInvalidateArea } from '#lib/query/endpoint-query.ts';

interface OrderMoves {
  readonly advance: (status: NextStatus, note: string | null) => Promise<void>;
  readonly cancel: (reason: string) => Promise<void>;
}

/**
 * Advances and cancels an order, sending the displayed version. If this is rejected because the order changed, the order
 * is refetched, so that the next attempt uses the current version.
 */
export function useOrderMoves({ id, version }: Pick<OrderRow, 'id' | 'version'>): OrderMoves {
  const alsoChanges = ['Dashboard'];
  const refresh = useInvalidateArea();
  const onError = ({ status }: { readonly status: number }) => {
    if (status === 409 || status === 404) void refresh('Orders');
  };
  const advance = useEndpointMutation(orderStatusChange, { alsoChanges, onError });
  const cancel = useEndpointMutation(orderCancel, { alsoChanges, onError });
  const params = { id };
  return {
    advance: async (status, note) => {
      await advance.mutateAsync({ params, body: { status, note, version } });
    },
    cancel: async (reason) => {
      await cancel.mutateAsync({ params, body: { reason, version } });
    },
  };
}
