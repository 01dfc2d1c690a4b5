import { Button, Skeleton, Stack } from '@mui/material';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Section } from '#ui/Section.tsx';
import { ActivityItem } from './ActivityItem.tsx';
import { LiveIndicator } from './LiveIndicator.tsx';
import { shownActivities } from './shown-activities.ts';
import { useRecentActivity } from './use-recent-activity.ts';

/** Number of activities shown. */
const SHOWN = 5;

/** The Recent Activity panel. */
export function RecentActivity() {
  const feed = useRecentActivity();
  return (
    <Section title="Recent Activity" actions={<LiveIndicator live={feed.live} />}>
      <Content {...feed} />
    </Section>
  );
}

function Content({ activities, live, isLoading, isFailed, retry }: ReturnType<typeof useRecentActivity>) {
  if (activities.length > 0) {
    return (
      <Stack
        component="ul"
        sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: 1, borderColor: 'divider' } }}
      >
        {shownActivities(activities, SHOWN).map(({ activity, earlier }) => (
          <ActivityItem key={activity.id} activity={activity} earlier={earlier} />
        ))}
      </Stack>
    );
  }
  if (live.status !== 'connected' || isLoading) return <Placeholders />;
  if (isFailed) {
    return (
      <EmptyState
        text="Recent activity could not be loaded."
        action={<Button onClick={retry}>Retry</Button>}
      />
    );
  }
  return <EmptyState text="No recent activity" />;
}

function Placeholders() {
  return (
    <Stack spacing={1.5} aria-hidden>
      {Array.from({ length: SHOWN }, (_, index) => (
        <Stack key={index} direction="row" spacing={1.5} sx={{ alignItems: 'center' }}>
          <Skeleton variant="circular" width={32} height={32} />
          <Stack sx={{ flex: 1 }}>
            <Skeleton width={`${70 - index * 6}%`} />
            <Skeleton width={96} height={14} />
          </Stack>
        </Stack>
      ))}
    </Stack>
  );
}
