import { auditSummaryGet, type AuditSummary } from '@portal/contract/audit';
import { offsetMs } from '@portal/domain/calendar';
import { dateIn } from '@portal/domain/date';
import { useQuery } from '@tanstack/react-query';
import type { ApiError } from '#lib/api/api-error.ts';
import { call } from '#lib/portal.ts';
import { endpointKey } from '#lib/query/endpoint-query.ts';
import { serverNow } from '#lib/server-clock.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';

/** Refresh interval in milliseconds. Refreshes pause while the tab is hidden and never extend the session. */
const REFRESH_MS = 30_000;

/** Today's totals in the practice's time zone. The date is computed for each call, because the page may stay open past midnight. */
export function useAuditSummary() {
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
