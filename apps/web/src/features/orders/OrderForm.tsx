import type { Order } from '@portal/contract/orders';
import { isProviderRole } from '@portal/domain/roles';
import { useEffect, useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { useCurrentUser } from '#lib/session/use-session.ts';
import type { PatientChoice } from '#pickers/PatientPicker.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import {
  currentOrderInput,
  newOrderInput,
  ORDER_LABELS,
  orderFormFields,
  orderFormSchema,
  orderInput,
  formatOrderValue,
  type OrderPayload,
} from './order-form.ts';
import { OrderFormFields } from './OrderFormFields.tsx';
import { useStatQuestion } from './use-stat-question.ts';
import { useProviderOptions } from './use-provider-options.ts';
import { useUsualProvider } from './use-usual-provider.ts';

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
  const usual = useUsualProvider(providers.options);
  const schema = useMemo(() => orderFormSchema(today), [today]);
  const isProvider = user.roles.some(isProviderRole);
  const stat = useStatQuestion(order);
  const form = useAppForm(schema, {
    fields: orderFormFields,
    beforeSave: stat.check,
    defaultValues:
      order === undefined
        ? newOrderInput({
            patientId: patient?.id ?? '',
            orderDate: today,
            orderedByUserId: isProvider ? user.id : '',
          })
        : orderInput(order),
    onSubmit: async (values) => {
      await onSave(values);
      usual.remember(values.orderedByUserId);
    },
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
  const { control, methods } = form;
  const chosen = useWatch({ control, name: 'orderedByUserId' });
  useEffect(() => {
    // The list of providers arrives after the form.
    if (order === undefined && usual.id !== '' && methods.getValues('orderedByUserId') === '')
      methods.resetField('orderedByUserId', { defaultValue: usual.id });
  }, [order, usual.id, methods]);
  const isUsual = order === undefined && !isProvider && chosen !== '' && chosen === usual.id;
  return (
    <Form form={form}>
      <OrderFormFields
        control={control}
        order={order}
        patient={patient}
        today={today}
        providers={providers.options}
        providersHelp={
          providers.error !== null
            ? 'Failed to load providers. Reload the page.'
            : isUsual
              ? 'Filled in for you. Check that it is right.'
              : undefined
        }
        onTypePicked={() => {
          if (methods.getValues('diagnosis').trim() === '') methods.setFocus('diagnosis');
        }}
      />
      <FormActions cancelTo={cancelTo} submitLabel={order === undefined ? 'Create Order' : 'Save'} />
      <ConfirmDialog
        open={stat.answer !== null}
        title="STAT with low priority?"
        text="STAT orders are carried out immediately, but this one has the priority Low."
        confirmLabel="Save anyway"
        cancelLabel="Go back"
        onConfirm={async () => stat.answer?.(true)}
        onClose={() => stat.answer?.(false)}
      />
    </Form>
  );
}
