import { orderExport, orderList } from '@portal/contract/orders';
import { isDateOnly } from '@portal/domain/date';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useAccess, useCurrentUser } from '#lib/session/use-session.ts';
import { DataTable } from '#ui/DataTable.tsx';
import { ExportItem } from '#ui/list-view/ExportItem.tsx';
import { useVisibleColumns } from '#ui/list-view/use-visible-columns.ts';
import { ViewMenu } from '#ui/list-view/ViewMenu.tsx';
import { NewLink } from '#ui/NewLink.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { useListState } from '#ui/use-list-state.ts';
import { ORDER_COLUMNS } from './order-columns.tsx';
import { ORDER_LIST, orderFilterQuery } from './order-list.ts';
import { useOrderBulk } from './OrderBulk.tsx';
import { OrderFilters } from './OrderFilters.tsx';
import { useOrderActions } from './use-order-actions.tsx';

/** /orders: the order list. */
export function OrdersPage() {
  const { can } = useAccess();
  const { pageSize } = useCurrentUser().preferences;
  const state = useListState(useMemo(() => ({ ...ORDER_LIST, defaultPageSize: pageSize }), [pageSize]));
  const rangeError = rangeProblem(state.filters);
  const filters = { ...orderFilterQuery(state.filters), search: state.search };
  const answer = useEndpointQuery(
    orderList,
    { query: { ...state.query, ...filters } },
    { placeholderData: keepPreviousData, enabled: rangeError === undefined },
  );
  // An invalid range shows an empty list; the error is shown at the field.
  const data =
    rangeError === undefined ? answer.data : { data: [], totalCount: 0, totalCountIsApproximate: false };
  const { actions, dialog } = useOrderActions(data?.data);
  const { selection, bulkActions, dialog: bulkDialog } = useOrderBulk(data?.data);
  const columns = useVisibleColumns(ORDER_COLUMNS);
  const newOrder = can('Order.Create') ? <NewLink to="/orders/new">New Order</NewLink> : null;
  return (
    <PageContent>
      <PageHeader
        title="Medical Orders"
        tools={
          <ViewMenu list="orders" state={state} columns={ORDER_COLUMNS}>
            <ExportItem
              endpoint={orderExport}
              input={{ body: filters }}
              fallbackName="orders.csv"
              isDisabled={rangeError !== undefined}
            />
          </ViewMenu>
        }
        keepsActionsInReach
        actions={newOrder}
      />
      <OrderFilters state={state} rangeError={rangeError} />
      <DataTable
        label="Medical Orders"
        columns={columns}
        rows={data?.data}
        totalCount={data?.totalCount}
        isTotalApproximate={data?.totalCountIsApproximate}
        rowKey={({ id }) => id}
        rowLabel={({ orderNumber }) => orderNumber}
        state={state}
        isFetching={answer.isFetching}
        error={rangeError === undefined ? answer.error : null}
        errorFallback="Failed to fetch orders"
        onRetry={() => void answer.refetch()}
        emptyText={state.isFiltered ? 'No orders match the filters' : 'No orders found'}
        actions={actions}
        selection={selection}
        bulkActions={bulkActions}
      />
      {dialog}
      {bulkDialog}
    </PageContent>
  );
}

/** Validates the date range from the URL. */
function rangeProblem({ startDate, endDate }: { readonly startDate: string; readonly endDate: string }) {
  if (![startDate, endDate].every((date) => date === '' || isDateOnly(date)))
    return 'Enter a date as MM/DD/YYYY';
  return startDate !== '' && endDate !== '' && endDate < startDate ? 'Before the start date' : undefined;
}
