import { auditHours } from '@portal/contract/audit';
import { formatDateUs, isDateOnly } from '@portal/domain/date';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { addressOf } from '#ui/charts/picture-rows.ts';
import { Picture } from '#ui/charts/Picture.tsx';
import { PictureGrid } from '#ui/charts/PictureGrid.tsx';
import type { AuditFilterValues } from './audit-list.ts';

/** The actions of the last day of the filters, or of today, per hour and user. */
export function AuditPictures({ filters: { startDate, endDate } }: { readonly filters: AuditFilterValues }) {
  const times = usePracticeTimes();
  const date = [endDate, startDate].find((day) => isDateOnly(day));
  const hours = useEndpointQuery(auditHours, { query: date === undefined ? {} : { date } });
  const day = hours.data?.date ?? date;
  const when = day === undefined ? '' : ` on ${formatDateUs(day)}`;
  return (
    <PictureGrid>
      <Picture
        title={`When was the portal used${when}?`}
        chart={{ kind: 'columns' }}
        rowHeader="Hour from"
        series={['Actions']}
        query={hours}
        emptyText="No actions on this day"
        rows={hours.data?.hours.map(({ from, count }) => ({
          id: from,
          label: times.time(from),
          values: [count],
          to: addressOf('/audit-logs', { hour: from }),
        }))}
      />
      <Picture
        title={`Who used it most${when}?`}
        chart={{ kind: 'bars' }}
        rowHeader="User"
        series={['Actions']}
        query={hours}
        emptyText="No actions on this day"
        rows={hours.data?.users.map(({ userId, name, count }) => ({
          id: userId ?? 'system',
          label: name ?? 'System',
          values: [count],
          to: addressOf('/audit-logs', {
            ...(userId === null ? { userType: 'system' } : { userId }),
            startDate: hours.data.date,
            endDate: hours.data.date,
          }),
        }))}
      />
    </PictureGrid>
  );
}
