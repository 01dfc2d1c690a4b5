import { PatientDetailPage } from '#features/patients/PatientDetailPage.tsx';
import { useAccess } from '#lib/session/use-session.ts';
import { PATIENT_PARTS } from './patient-parts.ts';

/** The patient page with the tabs from other areas that this user may see. */
export function PatientRecordRoute() {
  const { passes } = useAccess();
  return <PatientDetailPage parts={PATIENT_PARTS.filter(({ guard }) => passes(guard))} />;
}
