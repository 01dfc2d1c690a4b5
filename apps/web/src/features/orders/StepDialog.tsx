import { DialogContentText } from '@mui/material';
import { orderStatusChange, type Order } from '@portal/contract/orders';
import { ORDER_STATUS_LABELS, type NextStatus } from '@portal/domain/order-status';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { useOrderMoves } from './use-order-moves.ts';

const noteSchema = orderStatusChange.body.pick({ note: true });

interface StepDialogProps {
  readonly order: Order;
  readonly to: NextStatus;
  readonly onClose: () => void;
}

/** Dialog to advance an order, with an optional note for the history. */
export function StepDialog({ order, to, onClose }: StepDialogProps) {
  const toast = useToast();
  const { advance } = useOrderMoves(order);
  const words = ORDER_STATUS_LABELS[to];
  const form = useAppForm(noteSchema, {
    about: `${order.id} ${to}`,
    defaultValues: { note: '' },
    draft: { form: 'orderStatusChange', patientId: order.patient.id },
    onSubmit: async ({ note }) => {
      await advance(to, note);
      toast.success(`Order ${order.orderNumber} is ${words.toLowerCase()}`);
      onClose();
    },
    errorFallback: 'Failed to change the status',
  });
  return (
    <FormDialog newsOf={order.id} title={`Mark ${order.orderNumber} as ${words}`} onClose={onClose}>
      <Form form={form}>
        {to === 'Completed' ? (
          <DialogContentText color="textPrimary">
            A completed order can no longer be edited or cancelled.
          </DialogContentText>
        ) : null}
        <FormTextField
          control={form.control}
          name="note"
          label="Note"
          rows={2}
          isWriting
          helperText="Optional, for example when and where; shown in the history"
        />
        <FormActions submitLabel={`Mark as ${words}`} />
      </Form>
    </FormDialog>
  );
}
