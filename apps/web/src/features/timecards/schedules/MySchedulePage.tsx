import { Typography } from '@mui/material';
import { scheduleMine, type Schedule } from '@portal/contract/timecard-schedules';
import { formatDateUs } from '@portal/domain/date';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePractice } from '#lib/query/use-practice.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { Section } from '#ui/Section.tsx';
import { changesAfter, weekOn } from './week-schedule.ts';
import { WeekTable } from './WeekTable.tsx';

/** /timecard/schedule: the user's own schedule, read-only. */
export function MySchedulePage() {
  const query = useEndpointQuery(scheduleMine, {});
  const practice = usePractice();
  return (
    <PageContent width="form">
      <PageHeader title="My Schedule" backTo="/timecard" />
      <RecordPart query={query} fallback="Failed to load timecard data">
        {(shifts) => (
          <RecordPart query={practice} fallback="Failed to load timecard data">
            {({ today }) => <Weeks shifts={shifts} today={today} />}
          </RecordPart>
        )}
      </RecordPart>
    </PageContent>
  );
}

function Weeks({ shifts, today }: { readonly shifts: readonly Schedule[]; readonly today: string }) {
  if (shifts.length === 0)
    return (
      <EmptyState
        text="You have no schedule"
        action={
          <Typography variant="body2" color="textSecondary">
            Contact your supervisor to set up your schedule
          </Typography>
        }
      />
    );
  return (
    <>
      <Section title="Current Week">
        <WeekTable label="Current week" week={weekOn(shifts, today)} />
      </Section>
      {changesAfter(shifts, today).map((date) => (
        <Section key={date} title={`From ${formatDateUs(date)}`}>
          <WeekTable label={`Week from ${formatDateUs(date)}`} week={weekOn(shifts, date)} />
        </Section>
      ))}
    </>
  );
}
