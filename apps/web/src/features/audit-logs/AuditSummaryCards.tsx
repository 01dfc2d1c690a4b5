import { Box, Link, Skeleton, Stack, Typography } from '@mui/material';
import { auditSummaryGet, type AuditSummary } from '@portal/contract/audit';
import { offsetMs } from '@portal/domain/calendar';
import { dateIn } from '@portal/domain/date';
import { fullName } from '@portal/domain/person-name';
import { useQuery } from '@tanstack/react-query';
import type { ApiError } from '#lib/api/api-error.ts';
import { explainError } from '#lib/errors/error-text.ts';
import { call } from '#lib/portal.ts';
import { endpointKey } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { serverNow } from '#lib/server-clock.ts';
import { BackupCard } from './BackupCard.tsx';
import { SummaryCard } from './SummaryCard.tsx';
import { VerificationCard } from './VerificationCard.tsx';
import { WorkCard } from './WorkCard.tsx';

interface AuditSummaryCardsProps {
  /** Called with a user to filter the list by. */
  readonly onUser: (userId: string) => void;
}

const numbers = new Intl.NumberFormat('en-US');

/** Refresh interval in milliseconds. Refreshes pause while the tab is hidden and never extend the session. */
const REFRESH_MS = 30_000;

/** Today's totals in the practice's time zone. The date is computed for each call, because the page may stay open past midnight. */
function useAuditSummary() {
  const zone = usePracticeTimes().practice?.timeZone;
  return useQuery<AuditSummary, ApiError>({
    queryKey: endpointKey(auditSummaryGet),
    queryFn: ({ signal }) => {
      const now = serverNow();
      const query =
        zone === undefined
          ? {}
          : { date: dateIn(zone, now), timezoneOffset: String(-offsetMs(zone, now.getTime()) / 60_000) };
      return call(auditSummaryGet, { query, signal });
    },
    enabled: zone !== undefined,
    refetchInterval: REFRESH_MS,
  });
}

/** The summary cards: today's total, its time zone, the top users, the integrity of the log, the backups, and the background work. */
export function AuditSummaryCards({ onUser }: AuditSummaryCardsProps) {
  const times = usePracticeTimes();
  const { data, error, refetch } = useAuditSummary();
  const problem =
    error === null
      ? null
      : { text: explainError(error, 'Failed to load the summary'), onRetry: () => void refetch() };
  // Undefined while loading.
  const missing = error === null ? undefined : '—';
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr 1fr', lg: '0.9fr 0.9fr 1.4fr 1.5fr 1.7fr' },
        gap: 1.5,
        mb: 2,
        '@media print': { display: 'none' },
      }}
    >
      <SummaryCard title="Total Actions" problem={problem}>
        <Figure
          text={data === undefined ? missing : numbers.format(data.totalActions)}
          detail={data && `today, ${times.date(data.dateRange.startDate)}`}
        />
      </SummaryCard>
      <SummaryCard title="Time Zone">
        <Figure
          text={data === undefined ? missing : data.dateRange.timezone}
          detail={data && 'for today’s totals'}
        />
      </SummaryCard>
      <SummaryCard title="Top Users" isWide>
        {data === undefined ? (
          (missing ?? <Skeleton width="80%" height={44} />)
        ) : (
          <TopUsers users={data.topUsers} onUser={onUser} />
        )}
      </SummaryCard>
      <VerificationCard />
      <BackupCard />
      <WorkCard />
    </Box>
  );
}

function Figure({
  text,
  detail,
}: {
  readonly text: string | undefined;
  readonly detail: string | undefined;
}) {
  return (
    <>
      <Typography component="p" sx={{ fontSize: '1.25rem', fontWeight: 650, lineHeight: 1.3 }}>
        {text ?? <Skeleton width={72} />}
      </Typography>
      <Typography variant="caption" color="textSecondary" component="p">
        {detail ?? (text === undefined ? <Skeleton width={96} /> : null)}
      </Typography>
    </>
  );
}

type TopUsersProps = AuditSummaryCardsProps & { readonly users: AuditSummary['topUsers'] };

/** Today's most active users, each a button that filters the list. */
function TopUsers({ users, onUser }: TopUsersProps) {
  if (users.length === 0)
    return (
      <Typography variant="body2" color="textSecondary">
        No activity today
      </Typography>
    );
  return (
    <Stack
      component="ul"
      direction="row"
      sx={{ flexWrap: 'wrap', columnGap: 2.5, rowGap: 0.25, m: 0, p: 0, listStyle: 'none' }}
    >
      {users.map(({ userId, firstName, lastName, actionCount }) => (
        <Typography
          component="li"
          variant="body2"
          key={userId}
          sx={{ display: 'flex', alignItems: 'center', gap: 0.5, minHeight: { xs: 44, sm: 0 } }}
        >
          <Link component="button" type="button" variant="body2" onClick={() => onUser(userId)}>
            {fullName(firstName, lastName)}
          </Link>
          <Box component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {numbers.format(actionCount)}
          </Box>
        </Typography>
      ))}
    </Stack>
  );
}
