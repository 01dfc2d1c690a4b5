import Box from '@mui/material/Box';
import { patientGet } from '@portal/contract/patients';
import { formatDateUs } from '@portal/domain/date';
import { patientAge } from '@portal/domain/death';
import { fullName } from '@portal/domain/person-name';
import type { ComponentType } from 'react';
import { useParams } from 'react-router';
import { useLiveRefresh } from '#lib/live/use-live-refresh.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePractice } from '#lib/query/use-practice.ts';
import { BackButton } from '#ui/BackButton.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordEditors } from '#ui/RecordEditors.tsx';
import { PageTabs } from '#ui/PageTabs.tsx';
import { useIsPhone } from '#ui/use-screen.ts';
import { ActiveChip, DeceasedChip } from '#ui/StatusChip.tsx';
import { PatientActions } from './PatientActions.tsx';
import { PatientOverview } from './PatientOverview.tsx';
import { PatientProblem } from './PatientProblem.tsx';

interface PatientDetailPageProps {
  /** Tabs that other areas add next to the overview. */
  readonly tabs?: readonly {
    readonly id: string;
    readonly label: string;
    readonly Component: ComponentType<{ readonly patientId: string }>;
  }[];
}

/** /patients/:id: who the patient is, always in sight, with actions and tabs for the overview and related records. */
export function PatientDetailPage({ tabs = [] }: PatientDetailPageProps) {
  const { id = '' } = useParams();
  const input = { params: { id }, query: {} };
  const query = useEndpointQuery(patientGet, input);
  // An activity about several patients, such as the updates of an import, names none.
  useLiveRefresh(
    patientGet,
    input,
    ({ entityType, entityId }) => entityId === id || (entityType === 'Patient' && entityId === null),
  );
  const practice = usePractice().data;
  const isPhone = useIsPhone();
  const { data: patient } = query;
  if (patient === undefined) {
    return <PatientProblem title="Patient" query={query} fallback="Failed to load patient details" />;
  }
  const age = practice === undefined ? null : patientAge(patient, practice.today);
  const born = `DOB ${formatDateUs(patient.dateOfBirth)}${age === null ? '' : `, age ${age}${patient.isDeceased ? ' at death' : ''}`}`;
  const identity = `${born}, MRN ${patient.medicalRecordNumber}`;
  const overview = <PatientOverview key={id} patient={patient} age={age} />;
  return (
    <PageContent>
      <PageHeader
        title={fullName(patient.firstName, patient.lastName)}
        badge={
          <>
            <DeceasedChip patient={patient} />
            <ActiveChip active={patient.isActive} />
          </>
        }
        subtitle={identity}
        isSticky
        {...(isPhone ? {} : { backTo: '/patients' })}
        keepsActionsInReach
        actions={<PatientActions patient={patient} />}
      />
      {isPhone ? (
        <Box sx={{ mb: 1.5 }}>
          <BackButton to="/patients" />
        </Box>
      ) : null}
      <RecordEditors entityType="Patient" id={id} />
      {tabs.length === 0 ? (
        overview
      ) : (
        <PageTabs
          label="Patient record sections"
          tabs={[
            { id: 'overview', label: 'Overview', content: overview },
            ...tabs.map(({ Component, ...tab }) => ({
              ...tab,
              content: <Component key={id} patientId={id} />,
            })),
          ]}
        />
      )}
    </PageContent>
  );
}
