import { ORDER_SORT_KEYS, orderExport, orderList } from '@portal/contract/orders';
import { FIRST_ORDER_DATE, ORDER_TYPES } from '@portal/domain/order';
import { ORDER_STATUSES } from '@portal/domain/order-status';
import { useListQuery } from '#lib/query/endpoint-query.ts';
import { usePractice } from '#lib/query/use-practice.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { FilterDateRange } from '#ui/FilterDateRange.tsx';
import { OPEN, OPEN_OPTION, SelectFilter, SwitchFilter } from '#ui/list-filters.tsx';
import { filterQuery, rangeProblem } from '#ui/list-url.ts';
import { ListPage } from '#ui/ListPage.tsx';
import { ExportItem } from '#ui/list-view/ExportItem.tsx';
import { usePreferredListState } from '#ui/use-list-state.ts';
import { ORDER_COLUMNS } from './order-columns.tsx';
import { STATUS_OPTIONS, TYPE_OPTIONS } from './order-labels.ts';
import { useOrderBulk } from './OrderBulk.tsx';
import { useOrderActions } from './use-order-actions.tsx';

const LIST = {
  sortKeys: ORDER_SORT_KEYS,
  defaultSort: { orderBy: 'orderDate', sortDirection: 'desc' },
  filters: {
    status: [OPEN, ...ORDER_STATUSES],
    type: ORDER_TYPES,
    startDate: 'text',
    endDate: 'text',
    cancelled: ['true'],
  },
  hidesSearch: true,
} as const;

/** /orders: the order list. */
export function OrdersPage() {
  const { can } = useAccess();
  const today = usePractice().data?.today;
  const list = usePreferredListState(LIST);
  const rangeError = rangeProblem(list.filters);
  const isInvalid = rangeError !== undefined;
  const { cancelled, status, ...others } = filterQuery(list.filters);
  const filters = {
    ...others,
    ...(status === OPEN ? { open: 'true' as const } : status && { status }),
    ...(cancelled && { includeCancelled: cancelled }),
    search: list.search,
  };
  const orders = useListQuery(orderList, { query: { ...list.query, ...filters } }, { enabled: !isInvalid });
  const rows = isInvalid ? [] : orders.data?.data;
  const { actions, dialog } = useOrderActions(rows);
  return (
    <>
      <ListPage
        title="Medical Orders"
        list={list}
        query={orders}
        isInvalid={isInvalid}
        add={can('Order.Create') ? { label: 'New Order', to: '/orders/new' } : undefined}
        keepsActionsInReach
        view="orders"
        exportItem={
          <ExportItem
            endpoint={orderExport}
            input={{ body: filters }}
            fallbackName="orders.csv"
            isDisabled={isInvalid}
          />
        }
        search={{
          label: 'Search orders',
          placeholder: 'Patient, order number, or diagnosis...',
          isLive: true,
        }}
        filters={
          <>
            <SelectFilter
              list={list}
              name="status"
              label="Status"
              options={[OPEN_OPTION, ...STATUS_OPTIONS]}
            />
            <SelectFilter list={list} name="type" label="Type" options={TYPE_OPTIONS} />
            <FilterDateRange
              value={list.filters}
              min={FIRST_ORDER_DATE}
              max={today}
              error={rangeError}
              onChange={list.setFilter}
            />
            <SwitchFilter
              list={list}
              name="cancelled"
              label="Show cancelled"
              // A status filter already decides whether cancelled orders are shown.
              isDisabled={list.filters.status !== ''}
            />
          </>
        }
        label="Medical Orders"
        columns={ORDER_COLUMNS}
        rowKey={({ id }) => id}
        rowLabel={({ orderNumber }) => orderNumber}
        errorFallback="Failed to fetch orders"
        emptyText={list.isFiltered ? 'No orders match the filters' : 'No orders found'}
        actions={actions}
        bulk={useOrderBulk(rows)}
      />
      {dialog}
    </>
  );
}
