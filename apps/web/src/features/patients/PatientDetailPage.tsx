import { Box, Skeleton } from '@mui/material';
import { alertList } from '@portal/contract/patient-alerts';
import { patientSummary } from '@portal/contract/patient-summary';
import { patientGet, patientList, type PatientRow } from '@portal/contract/patients';
import { formatDateUs } from '@portal/domain/date';
import { patientAge } from '@portal/domain/death';
import { fullName } from '@portal/domain/person-name';
import { useState, type ComponentType, type ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useLiveRefresh } from '#lib/live/use-live-refresh.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { ONCE_A_VISIT, useAhead, useListedRow } from '#lib/query/visits.ts';
import { usePractice } from '#lib/query/use-practice.ts';
import { useSession } from '#lib/session/use-session.ts';
import { BackButton } from '#ui/BackButton.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { PhoneLink } from '#ui/PhoneLink.tsx';
import { RecordEditors, useEditorsAhead } from '#ui/RecordEditors.tsx';
import { PageTabs } from '#ui/PageTabs.tsx';
import { Section } from '#ui/Section.tsx';
import { useIsPhone } from '#ui/use-screen.ts';
import { ActiveChip, DeceasedChip } from '#ui/StatusChip.tsx';
import { PatientActions } from './PatientActions.tsx';
import { PatientAlertsBar } from './PatientAlertsBar.tsx';
import { Lines, NowSkeleton } from './PatientNow.tsx';
import { OVERVIEW_COLUMNS, PatientOverview } from './PatientOverview.tsx';
import { PatientProblem } from './PatientProblem.tsx';

interface PatientDetailPageProps {
  /** Tabs that other areas add next to the overview. */
  readonly tabs?: readonly {
    readonly id: string;
    readonly label: string;
    readonly Component: ComponentType<{ readonly patientId: string }>;
  }[];
}

/** /patients/:id: who the patient is, always in sight, with alerts, actions, and tabs for the overview and related records. */
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
  const tab = tabs.find((each) => each.id === search.get('tab'))?.id ?? null;
  useAhead(patientSummary, { params: { id } }, { ...ONCE_A_VISIT, enabled: tab === null });
  useAhead(alertList, { params: { id }, query: {} }, ONCE_A_VISIT);
  const practice = usePractice().data;
  const listed = useListedRow(patientList, id);
  const { permissions } = useSession();
  const [isAddingAlert, setAddingAlert] = useState(false);
  const { data: patient } = query;
  if (patient === undefined) {
    if (query.error === null) return <PatientSkeleton listed={listed} today={practice?.today} />;
    return <PatientProblem title="Patient" query={query} fallback="Failed to load patient details" />;
  }
  const age = practice === undefined ? null : patientAge(patient, practice.today);
  // Other permissions have other sections.
  const overview = <PatientOverview key={`${id} ${permissions.join()}`} patient={patient} age={age} />;
  return (
    <PageContent>
      <PatientHeader
        patient={patient}
        today={practice?.today}
        actions={<PatientActions patient={patient} tab={tab} onAddAlert={() => setAddingAlert(true)} />}
      />
      <PatientAlertsBar key={id} patientId={id} isAdding={isAddingAlert} onAdd={setAddingAlert} />
      <RecordEditors entityType="Patient" id={id} />
      {tabs.length === 0 ? (
        overview
      ) : (
        <PageTabs
          label="Patient record sections"
          tabs={[
            { id: 'overview', label: 'Overview', content: overview },
            ...tabs.map(({ Component, ...rest }) => ({
              ...rest,
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
  const { gender, phone } = patient;
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
        subtitle={
          <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}>
            <span>{`${born}, MRN ${patient.medicalRecordNumber}`}</span>
            {gender === null ? null : <span>{gender}</span>}
            {phone === null ? null : <PhoneLink digits={phone} />}
          </Box>
        }
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

interface PatientSkeletonProps {
  /** The patient as a list knows it. */
  readonly listed: PatientRow | undefined;
  readonly today: string | undefined;
}

/** The shape of the page while the patient loads. */
function PatientSkeleton({ listed, today }: PatientSkeletonProps) {
  return (
    <PageContent>
      {listed === undefined ? (
        <PageHeader title="Patient" backTo="/patients" />
      ) : (
        <PatientHeader patient={listed} today={today} />
      )}
      <Skeleton aria-hidden width="60%" height={48} sx={{ mb: 2 }} />
      <Box sx={OVERVIEW_COLUMNS}>
        <NowSkeleton />
        <Section title="Demographics">
          <Lines count={4} />
        </Section>
      </Box>
    </PageContent>
  );
}
