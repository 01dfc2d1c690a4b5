import { patientCreate, type Patient } from '@portal/contract/patients';
import { useState } from 'react';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { PatientCreated } from './PatientCreated.tsx';
import { PatientForm } from './PatientForm.tsx';
import { saveOrExplain } from './save-failure.ts';

/** /patients/new. */
export function PatientCreatePage() {
  const create = useEndpointMutation(patientCreate, { alsoChanges: ['Dashboard'] });
  const [created, setCreated] = useState<Patient | null>(null);
  return (
    <PageContent width="form">
      <PageHeader title="New Patient" backTo="/patients" />
      {created === null ? (
        <PatientForm
          kind="create"
          cancelTo="/patients"
          onSave={async (patient) =>
            setCreated(await saveOrExplain(() => create.mutateAsync({ body: patient })))
          }
        />
      ) : (
        <PatientCreated patient={created} />
      )}
    </PageContent>
  );
}
