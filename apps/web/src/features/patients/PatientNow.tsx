import { Alert, Link } from '@mui/material';
import { patientSummary } from '@portal/contract/patient-summary';
import type { DuplicateMatch } from '@portal/contract/patients';
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
import { RecordLists } from '#ui/RecordLists.tsx';
import { Section } from '#ui/Section.tsx';
import { Waiting } from '#ui/Waiting.tsx';
import { useNow } from '#ui/use-now.ts';
import { duplicateReasons } from './duplicate-reasons.ts';
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

/** What matters now about a patient: open and recent records that the user may see, and likely duplicates. */
export function PatientNow({ patientId }: { readonly patientId: string }) {
  const input = { params: { id: patientId } };
  const { data, error, refetch } = useEndpointQuery(patientSummary, input, ONCE_A_VISIT);
  useLiveRefresh(patientSummary, input, ({ entityType }) => AFFECTED_BY.includes(entityType));
  const timeZone = usePractice().data?.timeZone;
  const mayOpen = useMayOpen();
  const now = useNow();
  if (data === undefined) {
    if (error === null) return <Waiting shape="section" />;
    return (
      <ErrorPanel
        message={errorText(error, 'Failed to load open records')}
        hint={errorHint(error)}
        requestId={error.requestId}
        onRetry={() => void refetch()}
      />
    );
  }
  const lists = summaryLists(data, { patientId, timeZone, now, mayOpen });
  return (
    <>
      <DuplicatesAlert duplicates={data.duplicates ?? []} />
      {lists.length === 0 ? null : (
        <Section title="At a Glance">
          <RecordLists lists={lists} />
        </Section>
      )}
    </>
  );
}
