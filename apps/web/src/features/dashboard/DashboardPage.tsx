import AddTaskOutlined from '@mui/icons-material/AddTaskOutlined';
import PersonSearchOutlined from '@mui/icons-material/PersonSearchOutlined';
import PhoneForwardedOutlined from '@mui/icons-material/PhoneForwardedOutlined';
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import { Box, Button, Stack } from '@mui/material';
import { dashboardStats } from '@portal/contract/dashboard';
import { permission, type Guard } from '@portal/contract/endpoint';
import type { ComponentType } from 'react';
import { Link } from 'react-router';
import { useLoggedError } from '#lib/errors/use-logged-error.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useAccess, useCurrentUser, useSession } from '#lib/session/use-session.ts';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Section } from '#ui/Section.tsx';
import { positionOf } from './greeting.ts';
import { MyWork } from './my-work/MyWork.tsx';
import { DashboardPictures } from './pictures/DashboardPictures.tsx';
import { RecentActivity } from './RecentActivity.tsx';
import { SetupChecklist } from './setup/SetupChecklist.tsx';
import { StatTile } from './StatTile.tsx';
import { visibleTiles } from './tiles.ts';

interface QuickAction {
  readonly label: string;
  readonly icon: ComponentType;
  readonly to: string;
  readonly guard: Guard;
}

/** The dashboard's quick actions with the permission that each requires. */
const QUICK_ACTIONS: readonly QuickAction[] = [
  { label: 'Create New Order', icon: AddTaskOutlined, to: '/orders/new', guard: permission('Order.Create') },
  {
    label: 'New Phone Message',
    icon: PhoneForwardedOutlined,
    to: '/messages/new',
    guard: permission('Message.Create'),
  },
  {
    label: 'Upload Document',
    icon: UploadFileOutlined,
    to: '/documents/upload',
    guard: permission('Document.Upload'),
  },
  {
    label: 'Search Patients',
    icon: PersonSearchOutlined,
    to: '/patients/search',
    guard: permission('Patient.View'),
  },
];

/** The Quick Actions panel; hidden if the user may use none of the actions. */
function QuickActions({ isBuilt }: { readonly isBuilt: (path: string) => boolean }) {
  const { passes } = useAccess();
  const actions = QUICK_ACTIONS.filter(({ to, guard }) => isBuilt(to) && passes(guard));
  if (actions.length === 0) return null;
  return (
    <Section title="Quick Actions">
      <Stack spacing={1}>
        {actions.map(({ label, icon: Icon, to }) => (
          <Button
            key={to}
            component={Link}
            to={to}
            variant="outlined"
            startIcon={<Icon />}
            sx={{ justifyContent: 'flex-start' }}
          >
            {label}
          </Button>
        ))}
      </Stack>
    </Section>
  );
}

interface DashboardPageProps {
  /** Whether a path of the route table has a page, so that no link leads nowhere. */
  readonly isBuilt: (path: string) => boolean;
}

/** The dashboard: greeting, setup checklist, the user's work, statistics, pictures, recent activity and quick actions. */
export function DashboardPage({ isBuilt }: DashboardPageProps) {
  const user = useCurrentUser();
  const { permissions } = useSession();
  return (
    <PageContent>
      <PageHeader title={`Welcome, ${user.firstName} ${user.lastName}`} subtitle={positionOf(user)} />
      <SetupChecklist />
      {/* Other permissions have other sections. */}
      <MyWork key={permissions.join()} />
      <Tiles isBuilt={isBuilt} />
      <DashboardPictures />
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

/** Refresh interval in milliseconds. Refreshing pauses while the tab is hidden and never extends the session. */
const REFRESH_MS = 30_000;

/** Query for the dashboard statistics, refreshed regularly. */
function useDashboardStats() {
  const stats = useEndpointQuery(
    dashboardStats,
    {},
    { refetchInterval: REFRESH_MS, refetchOnWindowFocus: true },
  );
  useLoggedError('Dashboard figures', stats.error);
  return stats;
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
        mt: 2,
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
