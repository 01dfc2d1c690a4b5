import EventBusyOutlined from '@mui/icons-material/EventBusyOutlined';
import { Typography } from '@mui/material';
import { scheduleToday, type Schedule } from '@portal/contract/timecard-schedules';
import { DAY_NAMES } from '@portal/domain/calendar';
import { endsNextDay } from '@portal/domain/shift';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes, type PracticeTimes } from '#lib/query/use-practice-times.ts';
import { DetailList } from '#ui/DetailList.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { Section } from '#ui/Section.tsx';
import { minutesText } from '../time-format.ts';

/** The user's own shift today. */
export function TodaySchedule() {
  const times = usePracticeTimes();
  const query = useEndpointQuery(scheduleToday, {});
  return (
    <Section title="Today’s Schedule">
      <RecordPart query={query} fallback="Failed to load timecard data">
        {({ schedule }) =>
          schedule === null ? (
            <EmptyState
              icon={<EventBusyOutlined color="action" />}
              text="No schedule for today"
              action={
                <Typography variant="body2" color="textSecondary">
                  Contact your supervisor to set up your schedule
                </Typography>
              }
            />
          ) : (
            <DetailList items={shiftItems(schedule, times)} />
          )
        }
      </RecordPart>
    </Section>
  );
}

function shiftItems(shift: Schedule, { timeOfDay }: PracticeTimes) {
  return [
    { label: 'Day', value: DAY_NAMES[shift.dayOfWeek] },
    { label: 'Scheduled Start', value: timeOfDay(shift.scheduledStartTime) },
    {
      label: 'Scheduled End',
      value: `${timeOfDay(shift.scheduledEndTime)}${endsNextDay(shift) ? ' (next day)' : ''}`,
    },
    {
      label: 'Lunch Time',
      value: shift.lunchStartTime === null ? 'Any time' : timeOfDay(shift.lunchStartTime),
    },
    { label: 'Lunch Duration', value: minutesText(shift.lunchDuration) },
    { label: 'Grace Period', value: minutesText(shift.gracePeriodMinutes) },
    { label: 'Lunch Required', value: shift.requiresLunchBreak ? 'Yes' : 'No' },
  ];
}
