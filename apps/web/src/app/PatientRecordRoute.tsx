import { PatientDetailPage } from '#features/patients/PatientDetailPage.tsx';
import { useAccess } from '#lib/session/use-session.ts';
import { PATIENT_TABS } from './patient-tabs.ts';

/** The patient page with the tabs from other areas that this user may see. */
export function PatientRecordRoute() {
  const { passes } = useAccess();
  return <PatientDetailPage tabs={PATIENT_TABS.filter(({ guard }) => passes(guard))} />;
}
