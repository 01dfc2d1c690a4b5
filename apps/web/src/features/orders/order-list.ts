import { ORDER_SORT_KEYS, type OrderSortKey } from '@portal/contract/orders';
import { ORDER_TYPES } from '@portal/domain/order';
import { ORDER_STATUSES } from '@portal/domain/order-status';
import type { FilterValues, ListOptions } from '#ui/list-url.ts';

const FILTERS = {
  status: ORDER_STATUSES,
  type: ORDER_TYPES,
  startDate: 'text',
  endDate: 'text',
  cancelled: ['true'],
} as const;

/** URL state of the order list. */
export const ORDER_LIST = {
  sortKeys: ORDER_SORT_KEYS,
  defaultSort: { orderBy: 'orderDate', sortDirection: 'desc' },
  filters: FILTERS,
  hidesSearch: true,
} as const satisfies ListOptions<OrderSortKey, typeof FILTERS>;

/** Converts the filters to query parameters; unset ones are omitted. */
export function orderFilterQuery({
  status,
  type,
  startDate,
  endDate,
  cancelled,
}: FilterValues<typeof FILTERS>) {
  return {
    ...(status !== '' && { status }),
    ...(type !== '' && { type }),
    ...(startDate !== '' && { startDate }),
    ...(endDate !== '' && { endDate }),
    ...(cancelled === 'true' && { includeCancelled: 'true' as const }),
  };
}
