import { Box } from '@mui/material';
import { ORDER_SORT_KEYS, orderList } from '@portal/contract/orders';
import { useListQuery } from '#lib/query/endpoint-query.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { SwitchFilter } from '#ui/list-filters.tsx';
import { ListTable } from '#ui/ListTable.tsx';
import { NewLink } from '#ui/NewLink.tsx';
import { useListState } from '#ui/use-list-state.ts';
import { PATIENT_ORDER_COLUMNS } from './order-columns.tsx';
import { useOrderActions } from './use-order-actions.tsx';

const LIST = {
  sortKeys: ORDER_SORT_KEYS,
  defaultSort: { orderBy: 'orderDate', sortDirection: 'desc' },
  defaultPageSize: 10,
  filters: { cancelled: ['true'] },
} as const;

/** The Orders tab of the patient page. */
export function PatientOrders({ patientId }: { readonly patientId: string }) {
  const { can } = useAccess();
  const list = useListState(LIST);
  const { cancelled } = list.filters;
  const orders = useListQuery(orderList, {
    query: { ...list.query, patientId, ...(cancelled && { includeCancelled: cancelled }) },
  });
  const { actions, dialog } = useOrderActions(orders.data?.data);
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
          '& .MuiFormControlLabel-root': { ml: 0 },
        }}
      >
        <SwitchFilter list={list} name="cancelled" label="Show cancelled" />
        {can('Order.Create') ? (
          <NewLink to={`/orders/new?patientId=${patientId}`} variant="outlined">
            New Order
          </NewLink>
        ) : null}
      </Box>
      <ListTable
        label="Orders"
        list={list}
        query={orders}
        columns={PATIENT_ORDER_COLUMNS}
        rowKey={({ id }) => id}
        rowLabel={({ orderNumber }) => orderNumber}
        errorFallback="Failed to fetch orders"
        emptyText="No orders for this patient"
        actions={actions}
      />
      {dialog}
    </>
  );
}
