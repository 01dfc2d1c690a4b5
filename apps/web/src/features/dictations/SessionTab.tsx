import { Box, Stack } from '@mui/material';
import { canSeePendingPanel } from '@portal/domain/dictation';
import { useAccess, useCurrentUser } from '#lib/session/use-session.ts';
import { GroupsPanel } from './groups/GroupsPanel.tsx';
import { PendingPanel } from './pending/PendingPanel.tsx';
import { QuickStart } from './session/QuickStart.tsx';
import { RecentDictations } from './lists/RecentDictations.tsx';
import { SessionSettings } from './session/SessionSettings.tsx';
import { UnfinishedDictations } from './drafts/UnfinishedDictations.tsx';
import { useDaySession } from './session/use-day-session.ts';

/** Removes the sections' own margins; the grid sets the gap. */
const inRow = { '& > section.MuiCard-root': { mt: 0 } };

/** The session screen: settings, unfinished dictations, template quick start, pending dictations, groups, and recent ones. */
export function SessionTab() {
  const session = useDaySession();
  const { can } = useAccess();
  const isProvider = canSeePendingPanel(useCurrentUser().roles);
  const { choice } = session;
  return (
    <Stack sx={{ gap: 2, ...inRow }}>
      <SessionSettings session={session} />
      <UnfinishedDictations />
      {can('Dictation.Create') ? <QuickStart session={session} /> : null}
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: isProvider ? { lg: 'repeat(2, minmax(0, 1fr))' } : 'minmax(0, 1fr)',
          alignItems: 'start',
          gap: 2,
          ...inRow,
        }}
      >
        {isProvider ? <PendingPanel /> : null}
        {choice === undefined ? null : <GroupsPanel choice={choice} />}
      </Box>
      <RecentDictations />
    </Stack>
  );
}
