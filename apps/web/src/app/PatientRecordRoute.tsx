import { PatientDetailPage } from '#features/patients/PatientDetailPage.tsx';
import { useAccess } from '#lib/session/use-session.ts';
import { PATIENT_PARTS } from './patient-parts.ts';

/** The patient's page with what it cannot know by itself: the views that other areas add and this user may see. */
export function PatientRecordRoute() {
  const { passes } = useAccess();
  return <PatientDetailPage parts={PATIENT_PARTS.filter(({ guard }) => passes(guard))} />;
}
