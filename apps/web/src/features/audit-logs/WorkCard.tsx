import { Skeleton, Stack, Typography } from '@mui/material';
import { systemState, WORK, type SystemState, type WorkState } from '@portal/contract/system';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { ageText } from './age-text.ts';
import { SummaryCard } from './SummaryCard.tsx';

/** What the server does without a user: when each kind of work last ended, and what waits. */
export function WorkCard() {
  const { data, error, dataUpdatedAt } = useEndpointQuery(systemState, {});
  if (data !== undefined && data.work === undefined) return null;
  return (
    <SummaryCard title="Background Work" isRow>
      {data?.work !== undefined ? (
        <WorkLines work={data.work} standby={data.standby} now={dataUpdatedAt} />
      ) : error === null ? (
        <Skeleton width={160} />
      ) : (
        '—'
      )}
    </SummaryCard>
  );
}

interface WorkLinesProps {
  readonly work: readonly WorkState[];
  readonly standby: SystemState['standby'];
  readonly now: number;
}

function WorkLines({ work, standby, now }: WorkLinesProps) {
  return (
    <Stack
      component="ul"
      direction="row"
      useFlexGap
      sx={{ flexWrap: 'wrap', columnGap: 3, m: 0, p: 0, listStyle: 'none' }}
    >
      {work.map((each) => (
        <Typography
          key={each.name}
          component="li"
          variant="body2"
          color={isBad(each) ? 'error' : 'textPrimary'}
        >
          {WORK[each.name]}: {workText(each, now)}
        </Typography>
      ))}
      {standby === undefined ? null : (
        <Typography
          component="li"
          variant="body2"
          color={standby.behindSeconds === null ? 'error' : 'textPrimary'}
        >
          Standby for reports: {standbyText(standby.behindSeconds)}
        </Typography>
      )}
    </Stack>
  );
}

const standbyText = (seconds: number | null) =>
  seconds === null ? 'away' : seconds === 0 ? 'up to date' : `${seconds} s behind`;

const isBad = ({ hasFailed, queue }: WorkState) => hasFailed || (queue?.failed ?? 0) > 0;

/** "running", "5 minutes ago", "failed 2 hours ago" or "3 waiting, 1 failed". */
function workText({ isRunning, endedAt, hasFailed, queue }: WorkState, now: number): string {
  if (isRunning) return 'running';
  if (queue !== null)
    return queue.failed === 0
      ? `${queue.waiting} waiting`
      : `${queue.waiting} waiting, ${queue.failed} failed`;
  if (endedAt === null) return hasFailed ? 'failed' : 'not yet';
  return hasFailed ? `failed ${ageText(endedAt, now)}` : ageText(endedAt, now);
}
