import { dashboardStats } from '@portal/contract/dashboard';
import { useLoggedError } from '#lib/errors/use-logged-error.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';

/** Milliseconds between two looks at the figures; they rest while the tab is hidden and never extend the session. */
const REFRESH_MS = 30_000;

/** The figures of the tiles, kept up to date. */
export function useDashboardStats() {
  const stats = useEndpointQuery(
    dashboardStats,
    {},
    { refetchInterval: REFRESH_MS, refetchOnWindowFocus: true },
  );
  useLoggedError('Dashboard figures', stats.error);
  return stats;
}
