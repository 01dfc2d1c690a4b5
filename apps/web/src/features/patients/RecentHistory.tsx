import { Box, Link, Stack, Typography } from '@mui/material';
import type { TimelineEntry } from '@portal/contract/patient-timeline';
import { addDays } from '@portal/domain/calendar';
import { dateIn, formatDateUs } from '@portal/domain/date';
import { personName } from '@portal/domain/person-name';
import { Link as RouterLink } from 'react-router';
import { usePractice } from '#lib/query/use-practice.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { Section } from '#ui/Section.tsx';
import { entryFacts } from './timeline-columns.tsx';

interface RecentHistoryProps {
  readonly patientId: string;
  readonly entries: readonly TimelineEntry[];
}

/** The newest records of a patient on a line, by day. */
export function RecentHistory({ patientId, entries }: RecentHistoryProps) {
  const { today, timeZone } = usePractice().data ?? {};
  // The days are those of the practice.
  if (today === undefined || timeZone === undefined) return null;
  const days = Map.groupBy(entries, ({ at }) => dateIn(timeZone, at));
  return (
    <Section
      title="Recent History"
      actions={
        entries.length === 0 ? null : (
          <Link component={RouterLink} to={`/patients/${patientId}?tab=timeline`} variant="body2">
            View timeline
          </Link>
        )
      }
    >
      {entries.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          No orders, messages, documents or dictations yet
        </Typography>
      ) : null}
      <Stack sx={{ gap: 2 }}>
        {[...days].map(([day, found]) => (
          <Box key={day} component="section" aria-label={dayName(day, today)}>
            <Typography
              variant="body2"
              component="h3"
              color="textSecondary"
              sx={{ fontWeight: 600, mb: 0.5 }}
            >
              {dayName(day, today)}
            </Typography>
            <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {found.map((entry) => (
                <Entry key={`${entry.kind} ${entry.id}`} entry={entry} />
              ))}
            </Box>
          </Box>
        ))}
      </Stack>
    </Section>
  );
}

function dayName(day: string, today: string): string {
  if (day === today) return 'Today';
  return day === addDays(today, -1) ? 'Yesterday' : formatDateUs(day);
}

/** A record with its icon on the line that joins those of a day. */
function Entry({ entry }: { readonly entry: TimelineEntry }) {
  const times = usePracticeTimes();
  const { icon: Icon, label, to, name, details } = entryFacts(entry);
  return (
    <Stack
      component="li"
      data-target-area
      direction="row"
      sx={{
        position: 'relative',
        gap: 1.5,
        py: 0.75,
        minHeight: 44,
        '&:not(:last-child)::before': {
          content: '""',
          position: 'absolute',
          left: 15,
          top: 40,
          bottom: -4,
          borderLeft: 1,
          borderColor: 'divider',
        },
      }}
    >
      <Box
        aria-hidden
        sx={{
          display: 'grid',
          placeItems: 'center',
          flexShrink: 0,
          width: 32,
          height: 32,
          borderRadius: '50%',
          bgcolor: 'action.hover',
          color: 'text.secondary',
        }}
      >
        <Icon fontSize="small" />
      </Box>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Stack direction="row" sx={{ gap: 1, justifyContent: 'space-between', alignItems: 'baseline' }}>
          <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <Link
              component={RouterLink}
              to={to}
              underline="hover"
              sx={{
                fontWeight: 500,
                '&&': { position: 'static' },
                '&&::after': { content: '""', position: 'absolute', inset: 0 },
              }}
            >
              {label}
            </Link>{' '}
            {name}
          </Box>
          <Typography
            component="time"
            dateTime={entry.at}
            variant="body2"
            color="textSecondary"
            sx={{ whiteSpace: 'nowrap' }}
          >
            {times.time(entry.at)}
          </Typography>
        </Stack>
        <Typography variant="body2" color="textSecondary" noWrap>
          {[...details, ...(entry.user === null ? [] : [personName(entry.user)])].join(' · ')}
        </Typography>
      </Box>
    </Stack>
  );
}
