import { orderCreate } from '@portal/contract/orders';
import { patientGet } from '@portal/contract/patients';
import { useSearchParams } from 'react-router';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useFormQuery } from '#lib/query/form-query.ts';
import { usePractice } from '#lib/query/use-practice.ts';
import type { PatientChoice } from '#pickers/PatientPicker.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { useReturn } from '#ui/places.ts';
import { useToast } from '#ui/ToastProvider.tsx';
import { OrderForm } from './OrderForm.tsx';

/** /orders/new; `?patientId=` preselects the patient. */
export function OrderCreatePage() {
  const [params] = useSearchParams();
  const patientId = params.get('patientId') ?? '';
  const cancelTo = patientId === '' ? '/orders' : `/patients/${patientId}?tab=orders`;
  return (
    <PageContent width="form">
      <PageHeader title="New Order" backTo={cancelTo} />
      {patientId === '' ? (
        <NewOrder patient={null} cancelTo={cancelTo} />
      ) : (
        <NewOrderOf key={patientId} patientId={patientId} cancelTo={cancelTo} />
      )}
    </PageContent>
  );
}

const MISSING = { text: 'Patient not found', to: '/orders/new', linkLabel: 'Order for another patient' };

function NewOrderOf({ patientId, cancelTo }: { readonly patientId: string; readonly cancelTo: string }) {
  const query = useEndpointQuery(patientGet, { params: { id: patientId }, query: {} }, useFormQuery());
  return (
    <RecordPart query={query} fallback="Failed to load patient details" missing={MISSING} shape="form">
      {(patient) => <NewOrder patient={patient} cancelTo={cancelTo} />}
    </RecordPart>
  );
}

function NewOrder({
  patient,
  cancelTo,
}: {
  readonly patient: PatientChoice | null;
  readonly cancelTo: string;
}) {
  const goBack = useReturn();
  const toast = useToast();
  const practice = usePractice();
  const create = useEndpointMutation(orderCreate, { alsoChanges: ['Dashboard'] });
  return (
    <RecordPart query={practice} fallback="Failed to load the practice’s settings" shape="form">
      {({ today }) => (
        <OrderForm
          patient={patient}
          today={today}
          cancelTo={cancelTo}
          onSave={async ({ version: _none, ...body }) => {
            const { id, orderNumber } = await create.mutateAsync({ body });
            toast.success(`Order ${orderNumber} was created`);
            await goBack(`/orders/${id}`);
          }}
        />
      )}
    </RecordPart>
  );
}
