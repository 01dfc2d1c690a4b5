import { dashboardStats } from '@portal/contract/dashboard';
import { useLoggedError } from '#lib/errors/use-logged-error.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';

/** Refresh interval in milliseconds. Refreshing pauses while the tab is hidden and never extends the session. */
const REFRESH_MS = 30_000;

/** Query for the dashboard statistics, refreshed regularly. */
export function useDashboardStats() {
  const stats = useEndpointQuery(
    dashboardStats,
    {},
    { refetchInterval: REFRESH_MS, refetchOnWindowFocus: true },
  );
  useLoggedError('Dashboard figures', stats.error);
  return stats;
}
