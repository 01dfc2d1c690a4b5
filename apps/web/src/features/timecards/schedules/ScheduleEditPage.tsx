import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import ExpandMore from '@mui/icons-material/ExpandMore';
import { Accordion, AccordionDetails, AccordionSummary, Box, Button, Typography } from '@mui/material';
import {
  scheduleOfUser,
  scheduleSetWeek,
  timecardPeople,
  type Schedule,
} from '@portal/contract/timecard-schedules';
import { formatDateUs } from '@portal/domain/date';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useFormQuery } from '#lib/query/form-query.ts';
import { usePractice } from '#lib/query/use-practice.ts';
import { EditedRecordNews } from '#ui/form/EditedRecordNews.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormDateField } from '#ui/form/FormDateField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { Section } from '#ui/Section.tsx';
import { useReturn } from '#ui/places.ts';
import { useToast } from '#ui/ToastProvider.tsx';
import { DayFields } from './DayFields.tsx';
import { scheduleNews } from './schedule-news.ts';
import { weekForm, weekInput } from './week-form.ts';
import { changesAfter, periodsBefore, weekOn, type Period } from './week-schedule.ts';
import { WeekTable } from './WeekTable.tsx';

const LIST = '/timecard/schedules';
const WEEKDAYS = [1, 2, 3, 4] as const;

/** The name of the employee whose schedule is edited: from a shift, or from the list of employees. Undefined until loaded. */
function useWeekPerson(userId: string, shifts: readonly Schedule[] | undefined): string | undefined {
  const named = shifts?.[0]?.userName;
  const people = useEndpointQuery(
    timecardPeople,
    { query: { page: '1', pageSize: '100' } },
    { enabled: shifts !== undefined && named === undefined },
  );
  return named ?? people.data?.data.find((person) => person.userId === userId)?.userName;
}

/** /timecard/schedules/:userId: edits an employee's weekly schedule from a date on. */
export function ScheduleEditPage() {
  const { userId = '' } = useParams();
  const schedule = useEndpointQuery(
    scheduleOfUser,
    { params: { userId }, query: { includeEnded: 'true' } },
    useFormQuery(),
  );
  const practice = usePractice();
  const name = useWeekPerson(userId, schedule.data);
  return (
    <PageContent>
      <PageHeader title="Edit Schedule" {...(name !== undefined && { subtitle: name })} backTo={LIST} />
      <RecordPart
        query={schedule}
        fallback="Failed to load timecard data"
        missing={{ text: 'Employee not found', to: LIST, linkLabel: 'Go to Schedule Management' }}
      >
        {(shifts) => (
          <RecordPart query={practice} fallback="Failed to load timecard data">
            {({ today }) => <WeekForm key={userId} userId={userId} shifts={shifts} today={today} />}
          </RecordPart>
        )}
      </RecordPart>
    </PageContent>
  );
}

interface ScheduleHistoryProps {
  readonly shifts: readonly Schedule[];
  readonly today: string;
}

/** The schedules that were in effect before the current one. Reports of those days use them. */
function ScheduleHistory({ shifts, today }: ScheduleHistoryProps) {
  const periods = periodsBefore(shifts, today);
  if (periods.length === 0) return null;
  return (
    <Section title="Earlier Schedules">
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        Reports of these days use the schedule that was in effect.
      </Typography>
      {periods.map((period) => (
        <Accordion key={period.from} disableGutters slotProps={{ transition: { unmountOnExit: true } }}>
          <AccordionSummary expandIcon={<ExpandMore />} sx={{ px: 0 }}>
            {periodText(period)}
          </AccordionSummary>
          <AccordionDetails sx={{ p: 0 }}>
            <WeekTable label={`Week of ${periodText(period)}`} week={weekOn(shifts, period.from)} />
          </AccordionDetails>
        </Accordion>
      ))}
    </Section>
  );
}

const periodText = ({ from, to }: Period) => `${formatDateUs(from)} – ${formatDateUs(to)}`;

interface WeekFormProps {
  readonly userId: string;
  readonly shifts: readonly Schedule[];
  readonly today: string;
}

function WeekForm({ userId, shifts, today }: WeekFormProps) {
  const setWeek = useEndpointMutation(scheduleSetWeek);
  const goBack = useReturn();
  const toast = useToast();
  const [basedOn] = useState(() =>
    shifts.filter((shift) => !hasEnded(shift, today)).map(({ id, version }) => ({ id, version })),
  );
  const form = useAppForm(weekForm, {
    defaultValues: weekInput(shifts, today),
    errorFallback: 'Failed to save schedule',
    onSubmit: async (week) => {
      await setWeek.mutateAsync({ params: { userId }, body: { ...week, basedOn } });
      toast.success('The schedule was saved');
      await goBack(LIST);
    },
  });
  const { control, methods } = form;
  const planned = changesAfter(shifts, today);
  const isFirst = shifts.every(({ effectiveFrom }) => effectiveFrom >= today);
  const copyMonday = () => {
    const monday = methods.getValues('days.0');
    for (const index of WEEKDAYS) methods.setValue(`days.${index}`, { ...monday }, { shouldDirty: true });
  };
  return (
    <>
      <Section
        title="Week"
        actions={
          <Button startIcon={<ContentCopyOutlined />} onClick={copyMonday}>
            Copy Monday to Tuesday–Friday
          </Button>
        }
      >
        <Form form={form}>
          <EditedRecordNews id={scheduleNews(userId)} sx={{}} />
          <Box sx={{ maxWidth: 460 }}>
            <FormDateField
              control={control}
              name="effectiveFrom"
              label="Effective From"
              required
              hasCalendar
              {...(isFirst ? {} : { min: today })}
              helperText={`First day of this schedule. ${isFirst ? 'A first schedule may begin on a past day.' : 'The current schedule ends the day before; past days keep it.'}`}
            />
          </Box>
          <Box>
            {([0, 1, 2, 3, 4, 5, 6] as const).map((index) => (
              <DayFields key={index} control={control} index={index} />
            ))}
          </Box>
          <FormActions cancelTo={LIST} />
        </Form>
      </Section>
      {planned.map((date) => (
        <Section key={date} title={`Planned from ${formatDateUs(date)}`}>
          <WeekTable label={`Week from ${formatDateUs(date)}`} week={weekOn(shifts, date)} />
        </Section>
      ))}
      <ScheduleHistory shifts={shifts} today={today} />
    </>
  );
}

const hasEnded = ({ effectiveTo }: Schedule, today: string) => effectiveTo !== null && effectiveTo < today;
