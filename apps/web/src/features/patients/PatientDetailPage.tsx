import { Box } from '@mui/material';
import { patientSummary } from '@portal/contract/patient-summary';
import { patientGet, patientList, type PatientRow } from '@portal/contract/patients';
import { formatDateUs } from '@portal/domain/date';
import { patientAge } from '@portal/domain/death';
import { fullName } from '@portal/domain/person-name';
import type { ComponentType, ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useLiveRefresh } from '#lib/live/use-live-refresh.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { ONCE_A_VISIT, useAhead, useListedRow } from '#lib/query/visits.ts';
import { usePractice } from '#lib/query/use-practice.ts';
import { BackButton } from '#ui/BackButton.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordEditors, useEditorsAhead } from '#ui/RecordEditors.tsx';
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
  useEditorsAhead('Patient', id);
  const [search] = useSearchParams();
  const isOverview = tabs.every((tab) => tab.id !== search.get('tab'));
  useAhead(patientSummary, { params: { id } }, { ...ONCE_A_VISIT, enabled: isOverview });
  const practice = usePractice().data;
  const listed = useListedRow(patientList, id);
  const { data: patient } = query;
  if (patient === undefined) {
    const header = listed === undefined ? null : <PatientHeader patient={listed} today={practice?.today} />;
    return (
      <PatientProblem
        title="Patient"
        header={header}
        shape="chart"
        query={query}
        fallback="Failed to load patient details"
      />
    );
  }
  const age = practice === undefined ? null : patientAge(patient, practice.today);
  const overview = <PatientOverview key={id} patient={patient} age={age} />;
  return (
    <PageContent>
      <PatientHeader
        patient={patient}
        today={practice?.today}
        actions={<PatientActions patient={patient} />}
      />
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

interface PatientHeaderProps {
  readonly patient: PatientRow;
  /** The practice's current date, once known. */
  readonly today: string | undefined;
  readonly actions?: ReactNode;
}

/** Who the patient is, as far as lists and the record know it alike. */
function PatientHeader({ patient, today, actions }: PatientHeaderProps) {
  const isPhone = useIsPhone();
  const age = today === undefined ? null : patientAge(patient, today);
  const born = `DOB ${formatDateUs(patient.dateOfBirth)}${age === null ? '' : `, age ${age}${patient.isDeceased ? ' at death' : ''}`}`;
  return (
    <>
      <PageHeader
        title={fullName(patient.firstName, patient.lastName)}
        badge={
          <>
            <DeceasedChip patient={patient} />
            <ActiveChip active={patient.isActive} />
          </>
        }
        subtitle={`${born}, MRN ${patient.medicalRecordNumber}`}
        isSticky
        {...(isPhone ? {} : { backTo: '/patients' })}
        keepsActionsInReach
        actions={actions}
      />
      {isPhone ? (
        <Box sx={{ mb: 1.5 }}>
          <BackButton to="/patients" />
        </Box>
      ) : null}
    </>
  );
}
