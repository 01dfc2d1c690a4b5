import { patientGet, patientUpdate, type Patient } from '@portal/contract/patients';
import { fullName } from '@portal/domain/person-name';
import { useState } from 'react';
import { useParams } from 'react-router';
import { call } from '#lib/portal.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useFormQuery } from '#lib/query/form-query.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { EditedRecordNews } from '#ui/form/EditedRecordNews.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { useReturn } from '#ui/places.ts';
import { RecordEditors } from '#ui/RecordEditors.tsx';
import { DeceasedChip } from '#ui/StatusChip.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { formKind, readPatient, type PatientPayload } from './patient-form.ts';
import { PatientForm } from './PatientForm.tsx';
import { PatientProblem } from '../PatientProblem.tsx';
import { saveOrExplain } from './save-failure.ts';

/** /patients/:id/edit, with the full SSN for users who may see it. */
export function PatientEditPage() {
  const { id = '' } = useParams();
  const { can } = useAccess();
  // Fixed when the form opens, so that a permission change does not replace the form during editing.
  const [canViewSsn] = useState(() => can('Patient.ViewSsn'));
  const fullSsn = canViewSsn ? 'true' : 'false';
  const query = useEndpointQuery(patientGet, { params: { id }, query: { fullSsn } }, useFormQuery());
  const { data: patient } = query;
  if (patient === undefined) {
    return <PatientProblem title="Edit Patient" query={query} fallback="Failed to fetch patient" />;
  }
  return (
    <PageContent width="form">
      <PageHeader
        title="Edit Patient"
        subtitle={fullName(patient.firstName, patient.lastName)}
        badge={<DeceasedChip patient={patient} />}
        backTo={`/patients/${id}`}
      />
      <RecordEditors entityType="Patient" id={id} isForm />
      <EditedRecordNews key={`news ${id}`} id={id} />
      <EditForm key={id} patient={patient} canViewSsn={canViewSsn} />
    </PageContent>
  );
}

function EditForm({ patient, canViewSsn }: { readonly patient: Patient; readonly canViewSsn: boolean }) {
  const { id } = patient;
  const goBack = useReturn();
  const toast = useToast();
  const update = useEndpointMutation(patientUpdate, { alsoChanges: ['Dashboard'] });
  const kind = formKind(patient, canViewSsn);
  const isSsnHidden = !useAccess().can('Patient.ViewSsn');

  /** The record in a STALE response has a masked SSN. If the user edits the full number, fetch the full one to compare. */
  const latest = async (sent: unknown) => {
    // They may not view it.
    if (sent === undefined) return undefined;
    const current = readPatient(sent);
    if (current !== null && (kind === 'keepsSsn' || formKind(current, true) === 'edit')) return current;
    return call(patientGet, { params: { id }, query: { fullSsn: kind === 'edit' ? 'true' : 'false' } });
  };
  const save = async ({ socialSecurityNumber: ssn, ...rest }: PatientPayload) => {
    const body = isSsnHidden || ssn === undefined ? rest : { ...rest, socialSecurityNumber: ssn };
    await saveOrExplain(() => update.mutateAsync({ params: { id }, body }), latest);
    toast.success('Patient saved');
    await goBack(`/patients/${id}`);
  };
  return (
    <PatientForm
      kind={kind}
      patient={patient}
      isSsnHidden={isSsnHidden}
      cancelTo={`/patients/${id}`}
      onSave={save}
    />
  );
}
