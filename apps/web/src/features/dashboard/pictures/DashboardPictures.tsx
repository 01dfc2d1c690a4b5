import { Box } from '@mui/material';
import { chargeUnsigned } from '@portal/contract/charges';
import { messageAges } from '@portal/contract/messages';
import { orderAges } from '@portal/contract/orders';
import { timecardCompliance } from '@portal/contract/timecard-reports';
import { addDays } from '@portal/domain/calendar';
import { MAX_CHARGE_DAYS } from '@portal/domain/charges';
import { useLiveRefresh } from '#lib/live/use-live-refresh.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePractice } from '#lib/query/use-practice.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { AgePicture } from '#ui/charts/AgePicture.tsx';
import { dayRows } from '#ui/charts/group-days.ts';
import { addressOf } from '#ui/charts/picture-rows.ts';
import { Picture } from '#ui/charts/Picture.tsx';
import { PictureGrid } from '#ui/charts/PictureGrid.tsx';

const ALWAYS_NEW = { staleTime: 0, refetchOnWindowFocus: true } as const;

/** The pictures of the dashboard that the user may see. */
export function DashboardPictures() {
  const { passes } = useAccess();
  const today = usePractice().data?.today;
  const pictures = [
    passes(messageAges.guard) ? <Callers key="callers" /> : null,
    passes(orderAges.guard) ? <Orders key="orders" /> : null,
    today !== undefined && passes(chargeUnsigned.guard) ? <Unsigned key="unsigned" today={today} /> : null,
    today !== undefined && passes(timecardCompliance.guard) ? (
      <Arrivals key="arrivals" today={today} />
    ) : null,
  ].filter((picture) => picture !== null);
  if (pictures.length === 0) return null;
  return (
    <Box sx={{ mt: 2 }}>
      <PictureGrid>{pictures}</PictureGrid>
    </Box>
  );
}

function Callers() {
  const ages = useEndpointQuery(messageAges, {}, ALWAYS_NEW);
  useLiveRefresh(messageAges, {}, ({ entityType }) => entityType === 'PhoneMessage');
  return (
    <AgePicture
      title="How long have callers waited?"
      counted="Open messages"
      list="/messages"
      query={ages}
      emptyText="No open phone messages"
    />
  );
}

function Orders() {
  const ages = useEndpointQuery(orderAges, {}, ALWAYS_NEW);
  useLiveRefresh(orderAges, {}, ({ entityType }) => entityType === 'MedicalOrder');
  return (
    <AgePicture
      title="How old are open orders?"
      counted="Open orders"
      list="/orders"
      query={ages}
      emptyText="No open orders"
    />
  );
}

/** Days of the picture of unsigned notes, besides the earlier ones. */
const DAYS = 10;

interface DayProps {
  readonly today: string;
}

/** Notes that are not signed in time, by day; a provider sees their own. */
function Unsigned({ today }: DayProps) {
  const range = { startDate: addDays(today, 1 - MAX_CHARGE_DAYS), endDate: today };
  const notes = useEndpointQuery(chargeUnsigned, { query: range });
  const first = addDays(today, 1 - DAYS);
  const days = Array.from({ length: DAYS }, (_, index) => addDays(first, index));
  const groups = [
    { startDate: range.startDate, endDate: addDays(first, -1) },
    ...days.map((day) => ({ startDate: day, endDate: day })),
  ];
  return (
    <Picture
      title="Which notes are not signed?"
      chart={{ kind: 'columns' }}
      rowHeader="Procedure date"
      series={['Notes']}
      query={notes}
      emptyText="Every note is signed in time"
      rows={
        notes.data &&
        dayRows(notes.data, groups, (dates) => addressOf('/charges', { tab: 'unsigned', ...dates })).map(
          (row, index) => (index === 0 ? { ...row, label: 'Earlier, up to a year', tick: 'Older' } : row),
        )
      }
    />
  );
}

/** The employees who are scheduled today. */
function Arrivals({ today }: DayProps) {
  const report = useEndpointQuery(timecardCompliance, { query: { date: today } });
  const counts = report.data && {
    'On Time': report.data.onTimeCount,
    Late: report.data.lateCount,
    Absent: report.data.absentCount,
    'Not Started': report.data.notStartedCount,
  };
  return (
    <Picture
      title="Who has arrived for work today?"
      chart={{ kind: 'bars' }}
      rowHeader="Arrival"
      series={['Employees']}
      query={report}
      emptyText="No one is scheduled today"
      rows={
        counts &&
        Object.entries(counts).map(([status, count]) => ({
          id: status,
          label: status,
          values: [count],
          to: addressOf('/timecard/reports', { tab: 'compliance', date: today, status }),
        }))
      }
    />
  );
}
