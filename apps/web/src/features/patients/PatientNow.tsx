import { Alert, Box, Link, Skeleton, Stack } from '@mui/material';
import { patientSummary } from '@portal/contract/patient-summary';
import type { DuplicateMatch, Patient } from '@portal/contract/patients';
import { withDeathMark } from '@portal/domain/death';
import { fullName } from '@portal/domain/person-name';
import { Link as RouterLink } from 'react-router';
import { errorHint, errorText } from '#lib/errors/error-text.ts';
import { useLiveRefresh } from '#lib/live/use-live-refresh.ts';
import { useMayOpen } from '#lib/built-pages.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { ONCE_A_VISIT } from '#lib/query/visits.ts';
import { usePractice } from '#lib/query/use-practice.ts';
import { ErrorPanel } from '#ui/ErrorPanel.tsx';
import { RecordList } from '#ui/RecordList.tsx';
import { Section } from '#ui/Section.tsx';
import { useNow } from '#ui/use-now.ts';
import { duplicateReasons } from './form/duplicate-reasons.ts';
import { RecentHistory } from './RecentHistory.tsx';
import { summaryLists } from './summary-lists.tsx';

const AFFECTED_BY: readonly string[] = [
  'Patient',
  'MedicalOrder',
  'PhoneMessage',
  'Dictation',
  'Document',
  'PillCount',
];

/** Warns that other records may be of the same person, with links to them; nothing if there are none. */
function DuplicatesAlert({ duplicates }: { readonly duplicates: readonly DuplicateMatch[] }) {
  if (duplicates.length === 0) return null;
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      {duplicates.length === 1 ? 'Another record' : `${duplicates.length} other records`} may be the same
      person:{' '}
      {duplicates.map(({ id, firstName, lastName, medicalRecordNumber, reasons, ...patient }, index) => (
        <span key={id}>
          {index === 0 ? '' : '; '}
          <Link component={RouterLink} to={`/patients/${id}`}>
            {fullName(firstName, lastName)}, MRN {medicalRecordNumber}
          </Link>{' '}
          ({withDeathMark(duplicateReasons(reasons), patient)}
          {patient.isActive ? '' : ', inactive'})
        </span>
      ))}
      .
    </Alert>
  );
}

interface PatientNowProps {
  readonly patient: Pick<Patient, 'id' | 'isActive'>;
  readonly summary: ReturnType<typeof usePatientSummary>;
}

/** What matters now about a patient: likely duplicates, what needs somebody, and what happened last, as far as the user may see it. */
export function PatientNow({ patient: { id: patientId, isActive }, summary }: PatientNowProps) {
  const { data, error, refetch } = summary;
  const practice = usePractice().data;
  const mayOpen = useMayOpen();
  const now = useNow();
  if (data === undefined) {
    if (error === null) return <NowSkeleton />;
    return (
      <ErrorPanel
        message={errorText(error, 'Failed to load open records')}
        hint={errorHint(error)}
        requestId={error.requestId}
        onRetry={() => void refetch()}
      />
    );
  }
  const lists = summaryLists(data, { patientId, practice, now, mayOpen, isActive });
  return (
    <>
      <DuplicatesAlert duplicates={data.duplicates ?? []} />
      {lists.length === 0 ? null : (
        <Section title="Needs Attention">
          <Stack sx={{ gap: 1.5 }}>
            {lists.map((list) => (
              <RecordList key={list.title} {...list} />
            ))}
          </Stack>
        </Section>
      )}
      {data.history === undefined ? null : <RecentHistory patientId={patientId} entries={data.history} />}
    </>
  );
}

/** What matters now about a patient, read again when something changes. */
export function usePatientSummary(patientId: string) {
  const input = { params: { id: patientId } };
  useLiveRefresh(patientSummary, input, ({ entityType }) => AFFECTED_BY.includes(entityType));
  return useEndpointQuery(patientSummary, input, ONCE_A_VISIT);
}

/** The shape of what will be there. */
export const NowSkeleton = () => (
  <Box component="output" aria-label="Loading">
    <Section title="Needs Attention">
      <Lines count={3} />
    </Section>
    <Section title="Recent History">
      <Lines count={5} />
    </Section>
  </Box>
);

/** Lines of two rows while they load. */
export const Lines = ({ count }: { readonly count: number }) => (
  <Stack aria-hidden sx={{ gap: 1.5 }}>
    {Array.from({ length: count }, (_, at) => (
      <Box key={at}>
        <Skeleton width={`${70 - at * 8}%`} />
        <Skeleton width={`${45 - at * 4}%`} />
      </Box>
    ))}
  </Stack>
);
