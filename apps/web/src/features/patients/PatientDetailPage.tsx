import { patientGet } from '@portal/contract/patients';
import { ageOn } from '@portal/domain/date';
import { fullName } from '@portal/domain/person-name';
import { useParams } from 'react-router';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePractice } from '#lib/query/use-practice.ts';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { ActiveChip } from '#ui/StatusChip.tsx';
import { PatientActions } from './PatientActions.tsx';
import { PatientOverview } from './PatientOverview.tsx';
import { PatientProblem } from './PatientProblem.tsx';

/** /patients/:id (spec 1 §2.11): who it is and what can be done, and below it one view of the record. */
export function PatientDetailPage() {
  const { id = '' } = useParams();
  const query = useEndpointQuery(patientGet, { params: { id }, query: {} });
  const practice = usePractice().data;
  const { data: patient } = query;
  if (patient === undefined) {
    return <PatientProblem title="Patient" query={query} fallback="Failed to load patient details" />;
  }
  const age = practice === undefined ? null : ageOn(patient.dateOfBirth, practice.today);
  return (
    <PageContent>
      <PageHeader
        title={fullName(patient.firstName, patient.lastName)}
        badge={<ActiveChip active={patient.isActive} />}
        subtitle={`MRN ${patient.medicalRecordNumber}${age === null ? '' : `, age ${age}`}`}
        backTo="/patients"
        actions={<PatientActions patient={patient} />}
      />
      <PatientOverview key={id} patient={patient} age={age} timeZone={practice?.timeZone} />
    </PageContent>
  );
}
