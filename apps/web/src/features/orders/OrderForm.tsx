import type { Order } from '@portal/contract/orders';
import { isProviderRole } from '@portal/domain/roles';
import { useMemo } from 'react';
import { useCurrentUser } from '#lib/session/use-session.ts';
import type { PatientChoice } from '#pickers/PatientPicker.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import {
  currentOrderInput,
  newOrderInput,
  ORDER_LABELS,
  orderFormSchema,
  orderInput,
  formatOrderValue,
} from './order-form.ts';
import type { OrderPayload } from './order-form.ts';
import { OrderFormFields } from './OrderFormFields.tsx';
import { useProviderOptions } from './use-provider-options.ts';

interface OrderFormProps {
  /** The order to edit; omit it for a new order. */
  readonly order?: Order;
  /** The preselected patient of a new order, if any. */
  readonly patient?: PatientChoice | null;
  /** The practice's current date, YYYY-MM-DD. */
  readonly today: string;
  readonly cancelTo: string;
  /** Saves the order and navigates away. */
  readonly onSave: (order: OrderPayload) => Promise<void>;
}

/** Form to create or edit an order. */
export function OrderForm({ order, patient = null, today, cancelTo, onSave }: OrderFormProps) {
  const user = useCurrentUser();
  const providers = useProviderOptions(order?.orderedByUser);
  const schema = useMemo(() => orderFormSchema(today), [today]);
  const isProvider = user.roles.some(isProviderRole);
  const form = useAppForm(schema, {
    defaultValues:
      order === undefined
        ? newOrderInput({
            patientId: patient?.id ?? '',
            orderDate: today,
            orderedByUserId: isProvider ? user.id : '',
          })
        : orderInput(order),
    onSubmit: onSave,
    errorFallback: 'Failed to save order',
    stale: {
      read: currentOrderInput,
      labels: ORDER_LABELS,
      words: (name, value) =>
        name === 'orderedByUserId'
          ? providers.options.find((option) => option.value === value)?.label
          : formatOrderValue(name, value),
    },
  });
  return (
    <Form form={form}>
      <OrderFormFields
        control={form.control}
        order={order}
        patient={patient}
        today={today}
        providers={providers.options}
        providersHelp={providers.error === null ? undefined : 'Failed to load providers. Reload the page.'}
      />
      <FormActions cancelTo={cancelTo} submitLabel={order === undefined ? 'Create Order' : 'Save'} />
    </Form>
  );
}
