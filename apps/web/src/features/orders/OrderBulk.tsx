import { orderBulk, orderBulkBody, orderBulkPreview } from '@portal/contract/orders';
import type { OrderRow } from '@portal/contract/orders';
import { NEXT_STATUSES, ORDER_STATUS_LABELS } from '@portal/domain/order-status';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { call } from '#lib/portal.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { BulkDialog } from '#ui/bulk/BulkDialog.tsx';
import type { BulkButton } from '#ui/bulk/SelectionBar.tsx';
import { useRowSelection } from '#ui/bulk/use-row-selection.ts';
import type { RowSelection } from '#ui/bulk/use-row-selection.ts';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';

const [statusBody, cancelBody] = orderBulkBody.options;
const statusForm = statusBody.omit({ action: true, records: true });
const cancelForm = cancelBody.omit({ action: true, records: true });
const STATUS_OPTIONS = NEXT_STATUSES.map((value) => ({ value, label: ORDER_STATUS_LABELS[value] }));

interface DialogProps {
  readonly selection: RowSelection;
  readonly onClose: () => void;
}
const COMMON = { noun: ['order', 'orders'] } as const;

/** Selecting orders, and changing the status of the selected ones or cancelling them. */
export function useOrderBulk(rows: readonly OrderRow[] | undefined): {
  readonly selection: RowSelection | undefined;
  readonly bulkActions: readonly BulkButton[];
  readonly dialog: ReactNode;
} {
  const { can } = useAccess();
  const selection = useRowSelection(rows);
  const [action, setAction] = useState<'status' | 'cancel' | null>(null);
  const bulkActions = [
    ...(can('Order.Edit') ? [{ label: 'Change status', onClick: () => setAction('status') }] : []),
    ...(can('Order.Cancel') ? [{ label: 'Cancel orders', onClick: () => setAction('cancel') }] : []),
  ];
  const props = { selection, onClose: () => setAction(null) };
  return {
    selection: bulkActions.length === 0 ? undefined : selection,
    bulkActions,
    dialog:
      action === null ? null : action === 'status' ? (
        <StatusDialog {...props} />
      ) : (
        <CancelDialog {...props} />
      ),
  };
}

function StatusDialog(props: DialogProps) {
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
            maxLength={500}
            helperText="Optional; shown in the history of each order"
          />
        </>
      )}
    </BulkDialog>
  );
}

function CancelDialog(props: DialogProps) {
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
          maxLength={500}
          helperText="10 to 500 characters. Cancelled orders can no longer be changed."
        />
      )}
    </BulkDialog>
  );
}
