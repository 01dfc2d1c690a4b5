import type { Order } from '@portal/contract/orders';
import type { UserRef } from '@portal/contract/refs';
import { userProviders } from '@portal/contract/users';
import { displayNameWithTitle, fullName } from '@portal/domain/person-name';
import { isProviderRole } from '@portal/domain/roles';
import { useEffect, useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { storeValue } from '#lib/session/browser-storage.ts';
import { useCurrentUser } from '#lib/session/use-session.ts';
import type { PatientChoice } from '#pickers/PatientPicker.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import type { SelectOption } from '#ui/form/FormSelect.tsx';
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
import { usePlaces } from './ProcedureFields.tsx';
import { fieldAfterType } from './TypeFields.tsx';

/** Options with the active providers, plus the current ordering provider even if no longer active. */
function useProviderOptions(orderedBy: UserRef | undefined) {
  const { data, error, refetch } = useEndpointQuery(userProviders, {});
  const options = useMemo((): readonly SelectOption[] => {
    const active = (data ?? []).map(({ id, firstName, lastName, title }) => ({
      value: id,
      label: displayNameWithTitle(firstName, lastName, title),
    }));
    if (orderedBy === undefined || active.some(({ value }) => value === orderedBy.id)) return active;
    const { id, firstName, lastName } = orderedBy;
    return [{ value: id, label: fullName(firstName, lastName) }, ...active];
  }, [data, orderedBy]);
  return { options, error, refetch, isLoading: data === undefined && error === null };
}

type Urgency = Pick<OrderPayload, 'isStat' | 'priority'>;

const contradicts = ({ isStat, priority }: Urgency): boolean => isStat && priority === 'Low';

/**
 * Asks before an order is saved that is STAT and has a low priority, unless it already was. `check` resolves to whether to save, and
 * `answer` answers the open question, null without one.
 */
function useStatQuestion(saved: Order | undefined) {
  const [answer, setAnswer] = useState<((saves: boolean) => void) | null>(null);

  async function check(order: Urgency): Promise<boolean> {
    if (!contradicts(order) || (saved !== undefined && contradicts(saved))) return true;
    return new Promise((resolve) => {
      setAnswer(() => (saves: boolean) => {
        setAnswer(null);
        resolve(saves);
      });
    });
  }

  return { check, answer };
}

/** The provider of the user's last order in this browser, if still offered; blank otherwise. */
function useUsualProvider(options: readonly SelectOption[]) {
  const key = `orders:provider:${useCurrentUser().id}`;
  const last = localStorage.getItem(key);
  return {
    id: options.some(({ value }) => value === last) ? (last ?? '') : '',
    remember: (providerId: string) => storeValue(localStorage, key, providerId),
  };
}

const labelIn = (options: readonly SelectOption[], value: unknown): string | undefined =>
  options.find((option) => option.value === value)?.label;

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
  const places = usePlaces(order);
  const usual = useUsualProvider(providers.options);
  const schema = useMemo(() => orderFormSchema(today), [today]);
  const isProvider = user.roles.some(isProviderRole);
  const stat = useStatQuestion(order);
  const form = useAppForm(schema, {
    fields: orderFormFields,
    draft: order === undefined ? 'orderCreate' : 'orderUpdate',
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
          ? labelIn(providers.options, value)
          : name === 'locationId'
            ? labelIn(places, value)
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
        onTypePicked={(type) => {
          const next = fieldAfterType(type);
          if (methods.getValues(next).trim() === '') methods.setFocus(next);
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
