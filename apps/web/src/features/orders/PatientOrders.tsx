import { Box } from '@mui/material';
import { ORDER_SORT_KEYS, orderList } from '@portal/contract/orders';
import { keepPreviousData } from '@tanstack/react-query';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { DataTable } from '#ui/DataTable.tsx';
import type { ListOptions } from '#ui/list-url.ts';
import { NewLink } from '#ui/NewLink.tsx';
import { useListState } from '#ui/use-list-state.ts';
import { PATIENT_ORDER_COLUMNS } from './order-columns.tsx';
import { CancelledSwitch } from './OrderFilters.tsx';
import { useOrderActions } from './use-order-actions.tsx';

const LIST = {
  sortKeys: ORDER_SORT_KEYS,
  defaultSort: { orderBy: 'orderDate', sortDirection: 'desc' },
  defaultPageSize: 10,
  filters: { cancelled: ['true'] },
} as const satisfies ListOptions<string, Record<string, readonly string[]>>;

/** The Orders tab of the patient page. */
export function PatientOrders({ patientId }: { readonly patientId: string }) {
  const { can } = useAccess();
  const state = useListState(LIST);
  const showsCancelled = state.filters.cancelled === 'true';
  const { data, error, isFetching, refetch } = useEndpointQuery(
    orderList,
    { query: { ...state.query, patientId, ...(showsCancelled && { includeCancelled: 'true' as const }) } },
    { placeholderData: keepPreviousData },
  );
  const { actions, dialog } = useOrderActions(data?.data);
  return (
    <>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          justifyContent: 'space-between',
          alignItems: 'center',
          gap: 1,
          mb: 1.5,
        }}
      >
        <CancelledSwitch
          isOn={showsCancelled}
          onChange={(isOn) => state.setFilter('cancelled', isOn ? 'true' : '')}
        />
        {can('Order.Create') ? (
          <NewLink to={`/orders/new?patientId=${patientId}`} variant="outlined">
            New Order
          </NewLink>
        ) : null}
      </Box>
      <DataTable
        label="Orders"
        columns={PATIENT_ORDER_COLUMNS}
        rows={data?.data}
        totalCount={data?.totalCount}
        isTotalApproximate={data?.totalCountIsApproximate}
        rowKey={({ id }) => id}
        rowLabel={({ orderNumber }) => orderNumber}
        state={state}
        isFetching={isFetching}
        error={error}
        errorFallback="Failed to fetch orders"
        onRetry={() => void refetch()}
        emptyText="No orders for this patient"
        actions={actions}
      />
      {dialog}
    </>
  );
}
