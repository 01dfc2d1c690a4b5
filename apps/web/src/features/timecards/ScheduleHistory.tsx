import ExpandMore from '@mui/icons-material/ExpandMore';
import { Accordion, AccordionDetails, AccordionSummary, Typography } from '@mui/material';
import type { Schedule } from '@portal/contract/timecard-schedules';
import { formatDateUs } from '@portal/domain/date';
import { Section } from '#ui/Section.tsx';
import { periodsBefore, weekOn, type Period } from './week-schedule.ts';
import { WeekTable } from './WeekTable.tsx';

interface ScheduleHistoryProps {
  readonly shifts: readonly Schedule[];
  readonly today: string;
}

/** The schedules that were in effect before the current one. Reports of those days use them. */
export function ScheduleHistory({ shifts, today }: ScheduleHistoryProps) {
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
