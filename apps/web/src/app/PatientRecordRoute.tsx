import { documentUpload } from '@portal/contract/documents';
import { useParams } from 'react-router';
import { PatientFileDrop } from '#features/documents/upload/PatientFileDrop.tsx';
import { PatientDetailPage } from '#features/patients/PatientDetailPage.tsx';
import { useAccess } from '#lib/session/use-session.ts';
import { PATIENT_TABS } from './patient-tabs.ts';

/** The patient page with the tabs from other areas that this user may see. Dropped files open the upload. */
export function PatientRecordRoute() {
  const { passes } = useAccess();
  const { id = '' } = useParams();
  return (
    <>
      <PatientDetailPage tabs={PATIENT_TABS.filter(({ guard }) => passes(guard))} />
      {passes(documentUpload.guard) ? <PatientFileDrop patientId={id} /> : null}
    </>
  );
}
