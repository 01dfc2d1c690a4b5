import { Button, LinearProgress, Skeleton, Stack, Typography } from '@mui/material';
import type { AuditVerification } from '@portal/contract/audit';
import { explainError } from '#lib/errors/error-text.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { StatusChip } from '#ui/StatusChip.tsx';
import { SummaryCard } from './SummaryCard.tsx';
import { useLatestVerification, useStartVerification } from './use-verification.ts';
import { outcomeText, progressPercent, progressText } from './verification-text.ts';

/** The result of the last verification, and a button to start a new one, with its progress. */
export function VerificationCard() {
  const { data, error, refetch } = useLatestVerification();
  const start = useStartVerification();
  const latest = data?.latest;
  const isRunning = latest?.outcome === 'running';
  const problem =
    error === null
      ? null
      : { text: explainError(error, 'Failed to load the last verification'), onRetry: () => void refetch() };
  return (
    <SummaryCard title="Log Integrity" problem={problem} isWide>
      <Stack
        direction="row"
        sx={{
          alignItems: 'center',
          justifyContent: 'space-between',
          flexWrap: 'wrap',
          columnGap: 2,
          rowGap: 0.5,
        }}
      >
        <Stack sx={{ flex: '1 1 150px', minWidth: 0 }} aria-live="polite">
          {isRunning ? <Progress check={latest} /> : <Result check={latest} isKnown={data !== undefined} />}
        </Stack>
        <Button
          variant="outlined"
          size="small"
          loading={start.isPending}
          disabled={isRunning}
          onClick={() => start.mutate()}
        >
          Verify Log
        </Button>
      </Stack>
      {start.error === null || start.error.status === 403 ? null : (
        <Typography variant="body2" color="error" role="alert">
          {explainError(start.error, 'Failed to start the verification')}
        </Typography>
      )}
    </SummaryCard>
  );
}

function Progress({ check }: { readonly check: AuditVerification }) {
  return (
    <>
      <Typography variant="body2">Verifying…</Typography>
      <LinearProgress
        variant="determinate"
        value={progressPercent(check)}
        aria-label="Verifying the log"
        sx={{ my: 0.5 }}
      />
      <Typography variant="caption" color="textSecondary" aria-live="off">
        {progressText(check)}
      </Typography>
    </>
  );
}

interface ResultProps {
  readonly check: AuditVerification | null | undefined;
  readonly isKnown: boolean;
}

const CHIPS = {
  intact: { label: 'Intact', color: 'success' },
  tampered: { label: 'Tampered', color: 'error' },
  failed: { label: 'Not finished', color: 'warning' },
} as const;

function Result({ check, isKnown }: ResultProps) {
  const times = usePracticeTimes();
  if (!isKnown) return <Skeleton width={160} height={40} />;
  if (!check || check.outcome === 'running')
    return (
      <Typography variant="body2" color="textSecondary">
        The log has not been verified yet
      </Typography>
    );
  return (
    <>
      <span>
        <StatusChip {...CHIPS[check.outcome]} />
      </span>
      <Typography variant="caption" color="textSecondary">
        {outcomeText(check, times)}
      </Typography>
    </>
  );
}
