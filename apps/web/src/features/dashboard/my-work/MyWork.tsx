import AccessTimeOutlined from '@mui/icons-material/AccessTimeOutlined';
import { Button } from '@mui/material';
import { myWork, type MyWork as Work } from '@portal/contract/my-work';
import { LONG_CARD_HOURS } from '@portal/domain/timecard';
import { Link } from 'react-router';
import { errorHint, errorText } from '#lib/errors/error-text.ts';
import { useLiveRefresh } from '#lib/live/use-live-refresh.ts';
import { useMayOpen } from '#lib/built-pages.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes, type PracticeTimes } from '#lib/query/use-practice-times.ts';
import { ErrorPanel } from '#ui/ErrorPanel.tsx';
import { RecordLists } from '#ui/RecordLists.tsx';
import { Section } from '#ui/Section.tsx';
import { useNow } from '#ui/use-now.ts';
import { Waiting } from '#ui/Waiting.tsx';
import { workLists } from './work-lists.tsx';

const AFFECTED_BY: readonly string[] = ['PhoneMessage', 'Dictation', 'MedicalOrder', 'Timecard'];

/** The My Work panel: what waits for the user, and the user's clock. Hidden if the user may see none of it. */
export function MyWork() {
  // Always read again: drafts and the clock change without live updates.
  const { data, error, refetch } = useEndpointQuery(myWork, {}, { staleTime: 0, refetchOnWindowFocus: true });
  useLiveRefresh(myWork, {}, ({ entityType }) => AFFECTED_BY.includes(entityType));
  if (data !== undefined) return <Content work={data} />;
  return (
    <Section title="My Work">
      {error === null ? (
        <Waiting />
      ) : (
        <ErrorPanel
          message={errorText(error, 'Failed to load your work')}
          hint={errorHint(error)}
          requestId={error.requestId}
          onRetry={() => void refetch()}
        />
      )}
    </Section>
  );
}

type Clock = NonNullable<Work['clock']>;

/** Whether the user is clocked in, as a link to the timecard. */
function ClockLink({ clock }: { readonly clock: Clock }) {
  const times = usePracticeTimes();
  return (
    <Button
      component={Link}
      to="/timecard"
      size="small"
      color={clock.isTooLong ? 'error' : 'primary'}
      startIcon={<AccessTimeOutlined />}
    >
      {clockText(clock, times)}
    </Button>
  );
}

function clockText({ state, clockInTime, isTooLong }: Clock, times: PracticeTimes): string {
  if (clockInTime === null) return 'Not clocked in';
  const since = times.activity(clockInTime);
  if (isTooLong) return `Clocked in since ${since}, over ${LONG_CARD_HOURS} hours`;
  return state === 'OnLunch' ? `On lunch break, clocked in since ${since}` : `Clocked in since ${since}`;
}

function Content({ work }: { readonly work: Work }) {
  const times = usePracticeTimes();
  const mayOpen = useMayOpen();
  const lists = workLists(work, { times, now: useNow(), mayOpen });
  if (lists.length === 0 && work.clock === undefined) return null;
  return (
    <Section title="My Work" actions={work.clock === undefined ? null : <ClockLink clock={work.clock} />}>
      <RecordLists lists={lists} />
    </Section>
  );
}
