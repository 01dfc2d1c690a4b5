import { Skeleton, Stack, Typography } from '@mui/material';
import { systemState, type SystemState } from '@portal/contract/system';
import { explainError } from '#lib/errors/error-text.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { StatusChip } from '#ui/StatusChip.tsx';
import { diskText, lastBackupText } from './backup-text.ts';
import { SummaryCard } from './SummaryCard.tsx';

const REFRESH_MS = 30_000;

/** The last good backup, a clock in doubt and the free disk space. */
export function BackupCard() {
  const { data, error, refetch, dataUpdatedAt } = useEndpointQuery(
    systemState,
    {},
    { refetchInterval: REFRESH_MS },
  );
  const problem =
    error === null
      ? null
      : { text: explainError(error, 'Failed to load the backups'), onRetry: () => void refetch() };
  return (
    <SummaryCard title="Backups" problem={problem} isWide>
      {data === undefined ? (
        error === null ? (
          <Skeleton width={160} height={40} />
        ) : (
          '—'
        )
      ) : (
        <BackupRows state={data} now={dataUpdatedAt} />
      )}
    </SummaryCard>
  );
}

function BackupRows({ state, now }: { readonly state: SystemState; readonly now: number }) {
  const times = usePracticeTimes();
  const { backup, clockProblem, disks } = state;
  return (
    <Stack sx={{ alignItems: 'flex-start', gap: 0.25 }}>
      {backup.isNightly ? (
        <StatusChip {...chipOf(backup)} />
      ) : (
        <Typography variant="body2" color="textSecondary">
          No nightly backup is set up
        </Typography>
      )}
      <Typography variant="caption" color="textSecondary">
        {lastBackupText(backup, times, now)}
      </Typography>
      {backup.failure === null ? null : (
        <Typography variant="caption" color="error" sx={{ overflowWrap: 'anywhere' }}>
          Failed {times.dateTime(backup.failure.at)}: {backup.failure.problem}
        </Typography>
      )}
      {clockProblem === null ? null : (
        <Typography variant="caption" color="error">
          {clockProblem}
        </Typography>
      )}
      {disks.length === 0 ? null : (
        <Typography variant="caption" color={disks.some(({ isLow }) => isLow) ? 'error' : 'textSecondary'}>
          {diskText(disks)}
        </Typography>
      )}
    </Stack>
  );
}

function chipOf({ isRunning, isOverdue, failure }: SystemState['backup']) {
  if (isRunning) return { label: 'Running', color: 'info' } as const;
  if (isOverdue) return { label: 'Overdue', color: 'warning' } as const;
  if (failure !== null) return { label: 'Failed', color: 'warning' } as const;
  return { label: 'Up to date', color: 'success' } as const;
}
