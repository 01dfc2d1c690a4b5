import { auditSummaryGet } from '@portal/contract/audit';
import type { AuditSummary } from '@portal/contract/audit';
import { dateIn } from '@portal/domain/date';
import { useQuery } from '@tanstack/react-query';
import type { ApiError } from '#lib/api/api-error.ts';
import { call } from '#lib/portal.ts';
import { endpointKey } from '#lib/query/endpoint-query.ts';
import { localZone } from './audit-list.ts';

/** Refresh interval in milliseconds. Refreshes pause while the tab is hidden and never extend the session. */
const REFRESH_MS = 30_000;

/** Today's totals in the local time zone. The date is computed for each call, because the page may stay open past midnight. */
export function useAuditSummary() {
  return useQuery<AuditSummary, ApiError>({
    queryKey: endpointKey(auditSummaryGet),
    queryFn: ({ signal }) => {
      const now = new Date();
      const query = { date: dateIn(localZone(), now), timezoneOffset: String(now.getTimezoneOffset()) };
      return call(auditSummaryGet, { query, signal });
    },
    refetchInterval: REFRESH_MS,
  });
}
