import { orderBulk, orderBulkBody, orderBulkPreview, type OrderRow } from '@portal/contract/orders';
import type { BodyInputOf } from '@portal/contract/endpoint';
import { NEXT_STATUSES, ORDER_STATUS_LABELS } from '@portal/domain/order-status';
import { lastFirst } from '@portal/domain/person-name';
import { call } from '#lib/portal.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { bulkDialogs } from '#ui/bulk/bulk-dialogs.tsx';
import { useBulk } from '#ui/bulk/use-bulk.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';

const [statusBody, cancelBody] = orderBulkBody.options;
const STATUS_OPTIONS = NEXT_STATUSES.map((value) => ({ value, label: ORDER_STATUS_LABELS[value] }));

const dialogOf = bulkDialogs<BodyInputOf<typeof orderBulk>>({
  noun: ['order', 'orders'],
  preview: (input) => call(orderBulkPreview, input),
  useChange: () => useEndpointMutation(orderBulk, { alsoChanges: ['Dashboard'] }),
});

const StatusDialog = dialogOf({
  title: 'Change status of orders',
  schema: statusBody.omit({ action: true, records: true }),
  defaultValues: { status: 'Scheduled', note: '' },
  body: (values, records) => ({ action: 'status', ...values, records }),
  fields: (control) => (
    <>
      <FormSelect control={control} name="status" label="New status" required options={STATUS_OPTIONS} />
      <FormTextField
        control={control}
        name="note"
        label="Note"
        rows={2}
        isWriting
        helperText="Optional; shown in the history of each order"
      />
    </>
  ),
});

const CancelDialog = dialogOf({
  title: 'Cancel orders',
  isDanger: true,
  schema: cancelBody.omit({ action: true, records: true }),
  defaultValues: { reason: '' },
  body: (values, records) => ({ action: 'cancel', ...values, records }),
  fields: (control) => (
    <FormTextField
      control={control}
      name="reason"
      label="Reason"
      required
      rows={2}
      helperText="10 to 500 characters. Cancelled orders can no longer be changed."
    />
  ),
});

const orderName = ({ orderNumber, patient }: OrderRow) => `${orderNumber}, ${lastFirst(patient)}`;

/** Selecting orders, and changing the status of the selected ones or cancelling them. */
export function useOrderBulk(rows: readonly OrderRow[] | undefined): ReturnType<typeof useBulk<OrderRow>> {
  const { can } = useAccess();
  return useBulk(rows, orderName, [
    { label: 'Change status', isAllowed: can('Order.Edit'), Dialog: StatusDialog },
    { label: 'Cancel orders', isAllowed: can('Order.Cancel'), Dialog: CancelDialog },
  ]);
}
