import { Skeleton } from '@mui/material';
import { patientSummary } from '@portal/contract/patient-summary';
import { errorHint, errorText } from '#lib/errors/error-text.ts';
import { useLiveRefresh } from '#lib/live/use-live-refresh.ts';
import { useMayOpen } from '#lib/built-pages.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { ONCE_A_VISIT } from '#lib/query/visits.ts';
import { usePractice } from '#lib/query/use-practice.ts';
import { ErrorPanel } from '#ui/ErrorPanel.tsx';
import { RecordLists } from '#ui/RecordLists.tsx';
import { Section } from '#ui/Section.tsx';
import { useNow } from '#ui/use-now.ts';
import { DuplicatesAlert } from './DuplicatesAlert.tsx';
import { summaryLists } from './summary-lists.tsx';

const AFFECTED_BY: readonly string[] = [
  'Patient',
  'MedicalOrder',
  'PhoneMessage',
  'Dictation',
  'Document',
  'PillCount',
];

/** What matters now about a patient: open and recent records that the user may see, and likely duplicates. */
export function PatientNow({ patientId }: { readonly patientId: string }) {
  const input = { params: { id: patientId } };
  const { data, error, refetch } = useEndpointQuery(patientSummary, input, ONCE_A_VISIT);
  useLiveRefresh(patientSummary, input, ({ entityType }) => AFFECTED_BY.includes(entityType));
  const timeZone = usePractice().data?.timeZone;
  const mayOpen = useMayOpen();
  const now = useNow();
  if (data === undefined) {
    if (error === null)
      return <Skeleton component="output" variant="rounded" height={240} aria-label="Loading" />;
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
