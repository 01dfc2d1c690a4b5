import CalendarMonthOutlined from '@mui/icons-material/CalendarMonthOutlined';
import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import { Box, Button } from '@mui/material';
import { OWN_TIMECARD, timecardActive } from '@portal/contract/timecards';
import { Link } from 'react-router';
import { useLiveRefresh } from '#lib/live/use-live-refresh.ts';
import { useLiveState } from '#lib/live/use-live.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePractice } from '#lib/query/use-practice.ts';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { ClockCard } from './ClockCard.tsx';
import { TodaySchedule } from './schedules/TodaySchedule.tsx';

/** Polling interval in milliseconds while the live connection is down. */
const POLL_MS = 60_000;
const never = () => false;

/** /timecard. It follows what the user does in other tabs and on other devices. */
export function TimecardPage() {
  const isLive = useLiveState().status === 'connected';
  const active = useEndpointQuery(
    timecardActive,
    {},
    { staleTime: 0, refetchInterval: isLive ? false : POLL_MS },
  );
  useLiveRefresh(timecardActive, {}, never, OWN_TIMECARD);
  const practice = usePractice();
  return (
    <PageContent>
      <PageHeader
        title="Timecard"
        actions={
          <>
            <Button component={Link} to="/timecard/schedule" startIcon={<CalendarMonthOutlined />}>
              My Schedule
            </Button>
            <Button
              component={Link}
              to="/timecard/history"
              variant="outlined"
              startIcon={<HistoryOutlined />}
            >
              View History
            </Button>
          </>
        }
      />
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' },
          gap: 2,
          alignItems: 'start',
          '& > section + section': { mt: '0 !important' },
        }}
      >
        <RecordPart query={active} fallback="Failed to load timecard data">
          {(data) => (
            <RecordPart query={practice} fallback="Failed to load timecard data">
              {() => <ClockCard active={data} receivedAt={active.dataUpdatedAt} />}
            </RecordPart>
          )}
        </RecordPart>
        <TodaySchedule />
      </Box>
    </PageContent>
  );
}
