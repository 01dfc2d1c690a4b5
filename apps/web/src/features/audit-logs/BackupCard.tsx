import { Skeleton, Stack, Typography } from '@mui/material';
import { systemState, type SystemState } from '@portal/contract/system';
import { explainError } from '#lib/errors/error-text.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes, type PracticeTimes } from '#lib/query/use-practice-times.ts';
import { StatusChip } from '#ui/StatusChip.tsx';
import { ageText } from './age-text.ts';
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

type Backup = SystemState['backup'];
type Disk = SystemState['disks'][number];

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** A size such as 1.2 GB. */
function sizeText(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${UNITS[power]}`;
}

/** "Last backup 11/20/2026 2:04 AM, 5 hours ago, 1.2 GB". */
function lastBackupText({ lastGood }: Backup, times: PracticeTimes, now: number): string {
  if (lastGood === null) return 'No backup has been made yet';
  return `Last backup ${times.dateTime(lastGood.at)}, ${ageText(lastGood.at, now)}, ${sizeText(lastGood.bytes)}`;
}

/** "Free disk space: 68.0 GB for data, 1.9 TB for backups". */
function diskText(disks: readonly Disk[]): string {
  const spaces = disks.map(({ use, freeBytes, isLow }) => {
    const text = `${sizeText(freeBytes)} for ${use}`;
    return isLow ? `${text} (almost full)` : text;
  });
  return `Free disk space: ${spaces.join(', ')}`;
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
