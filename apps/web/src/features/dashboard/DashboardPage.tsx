import { Box } from '@mui/material';
import { useAccess, useCurrentUser, useSession } from '#lib/session/use-session.ts';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { positionOf } from './greeting.ts';
import { MyWork } from './my-work/MyWork.tsx';
import { QuickActions } from './QuickActions.tsx';
import { RecentActivity } from './RecentActivity.tsx';
import { SetupChecklist } from './setup/SetupChecklist.tsx';
import { StatTile } from './StatTile.tsx';
import { visibleTiles } from './tiles.ts';
import { useDashboardStats } from './use-dashboard-stats.ts';

interface DashboardPageProps {
  /** Whether a path of the route table has a page, so that no link leads nowhere. */
  readonly isBuilt: (path: string) => boolean;
}

/** The dashboard: greeting, setup checklist, statistics, the user's work, recent activity and quick actions. */
export function DashboardPage({ isBuilt }: DashboardPageProps) {
  const user = useCurrentUser();
  const { permissions } = useSession();
  return (
    <PageContent>
      <PageHeader title={`Welcome, ${user.firstName} ${user.lastName}`} subtitle={positionOf(user)} />
      <SetupChecklist />
      <Tiles isBuilt={isBuilt} />
      {/* Other permissions have other sections. */}
      <MyWork key={permissions.join()} />
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(240px, 1fr)' },
          gap: 2,
          alignItems: 'start',
          mt: 2,
        }}
      >
        <Box>
          <RecentActivity />
        </Box>
        <Box>
          <QuickActions isBuilt={isBuilt} />
        </Box>
      </Box>
    </PageContent>
  );
}

function Tiles({ isBuilt }: DashboardPageProps) {
  const { passes } = useAccess();
  const stats = useDashboardStats();
  const tiles = visibleTiles(passes, isBuilt);
  if (tiles.length === 0) return null;
  return (
    <Box
      component="ul"
      aria-label="Statistics"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fit, minmax(165px, 1fr))',
        gap: { xs: 1, sm: 2 },
        listStyle: 'none',
        m: 0,
        mb: 2,
        p: 0,
      }}
    >
      {tiles.map((tile) => (
        <StatTile
          key={tile.label}
          tile={tile}
          stats={stats.data}
          isLoading={stats.isPending}
          isFailed={stats.isError}
          isLink={isBuilt(tile.to)}
          onRetry={() => void stats.refetch()}
        />
      ))}
    </Box>
  );
}
