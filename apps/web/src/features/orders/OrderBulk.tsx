import { orderBulk, orderBulkBody, orderBulkPreview, type OrderRow } from '@portal/contract/orders';
import { NEXT_STATUSES, ORDER_STATUS_LABELS } from '@portal/domain/order-status';
import { lastFirst } from '@portal/domain/person-name';
import { call } from '#lib/portal.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { BulkDialog } from '#ui/bulk/BulkDialog.tsx';
import { useBulk, type OpenBulkProps } from '#ui/bulk/use-bulk.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';

const [statusBody, cancelBody] = orderBulkBody.options;
const statusForm = statusBody.omit({ action: true, records: true });
const cancelForm = cancelBody.omit({ action: true, records: true });
const STATUS_OPTIONS = NEXT_STATUSES.map((value) => ({ value, label: ORDER_STATUS_LABELS[value] }));

const COMMON = { noun: ['order', 'orders'] } as const;

const orderName = ({ orderNumber, patient }: OrderRow) => `${orderNumber}, ${lastFirst(patient)}`;

/** Selecting orders, and changing the status of the selected ones or cancelling them. */
export function useOrderBulk(rows: readonly OrderRow[] | undefined): ReturnType<typeof useBulk<OrderRow>> {
  const { can } = useAccess();
  return useBulk(rows, orderName, [
    { label: 'Change status', isAllowed: can('Order.Edit'), Dialog: StatusDialog },
    { label: 'Cancel orders', isAllowed: can('Order.Cancel'), Dialog: CancelDialog },
  ]);
}

function StatusDialog(props: OpenBulkProps) {
  const change = useEndpointMutation(orderBulk, { alsoChanges: ['Dashboard'] });
  return (
    <BulkDialog
      {...COMMON}
      {...props}
      title="Change status of orders"
      schema={statusForm}
      defaultValues={{ status: 'Scheduled', note: '' }}
      preview={(values, records) =>
        call(orderBulkPreview, { body: { action: 'status', ...values, records } })
      }
      apply={(values, records) => change.mutateAsync({ body: { action: 'status', ...values, records } })}
    >
      {(control) => (
        <>
          <FormSelect control={control} name="status" label="New status" required options={STATUS_OPTIONS} />
          <FormTextField
            control={control}
            name="note"
            label="Note"
            rows={2}
            helperText="Optional; shown in the history of each order"
          />
        </>
      )}
    </BulkDialog>
  );
}

function CancelDialog(props: OpenBulkProps) {
  const change = useEndpointMutation(orderBulk, { alsoChanges: ['Dashboard'] });
  return (
    <BulkDialog
      {...COMMON}
      {...props}
      title="Cancel orders"
      isDanger
      schema={cancelForm}
      defaultValues={{ reason: '' }}
      preview={(values, records) =>
        call(orderBulkPreview, { body: { action: 'cancel', ...values, records } })
      }
      apply={(values, records) => change.mutateAsync({ body: { action: 'cancel', ...values, records } })}
    >
      {(control) => (
        <FormTextField
          control={control}
          name="reason"
          label="Reason"
          required
          rows={2}
          helperText="10 to 500 characters. Cancelled orders can no longer be changed."
        />
      )}
    </BulkDialog>
  );
}
