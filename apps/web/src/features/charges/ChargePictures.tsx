import { chargeTotals, chargeUnsigned } from '@portal/contract/charges';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { dayRows, groupDays } from '#ui/charts/group-days.ts';
import { addressOf } from '#ui/charts/picture-rows.ts';
import { Picture } from '#ui/charts/Picture.tsx';
import { PictureGrid } from '#ui/charts/PictureGrid.tsx';
import { filterQuery } from '#ui/list-url.ts';
import { shownRange, type ChargeFilterValues } from './charge-list.ts';

interface ChargePicturesProps {
  readonly filters: ChargeFilterValues;
  readonly today: string | undefined;
}

/** All notes of the filters per day, provider and code, and those that are not signed. */
export function ChargePictures({ filters, today }: ChargePicturesProps) {
  const { code, ...range } = filterQuery(filters);
  const totals = useEndpointQuery(chargeTotals, { query: { ...range, ...(code !== undefined && { code }) } });
  const unsigned = useEndpointQuery(chargeUnsigned, { query: range });
  const days = today === undefined ? undefined : groupDays(shownRange(filters, today));
  const list = (tab: string, more: Readonly<Record<string, string>>) =>
    addressOf('/charges', { tab, ...filters, ...more });
  return (
    <PictureGrid>
      <Picture
        title="On which days were the notes?"
        chart={{ kind: 'columns' }}
        rowHeader="Procedure date"
        series={['Notes']}
        query={totals}
        emptyText="No notes in this date range"
        rows={totals.data && days && dayRows(totals.data.days, days, (dates) => list('all', { ...dates }))}
      />
      <Picture
        title="Whose notes are they?"
        chart={{ kind: 'bars' }}
        rowHeader="Provider"
        series={['Notes']}
        query={totals}
        emptyText="No notes in this date range"
        rows={totals.data?.providers.map(({ providerId, providerName, notes }) => ({
          id: providerId,
          label: providerName,
          values: [notes],
          to: list('all', { providerId }),
        }))}
      />
      <Picture
        title="Which codes are billed most?"
        chart={{ kind: 'bars' }}
        rowHeader="Code"
        series={['Notes']}
        query={totals}
        emptyText="No lines to bill in this date range"
        rows={totals.data?.codes.map(({ code: one, description, notes }) => ({
          id: one,
          label: `${one} ${description}`,
          tick: one,
          values: [notes],
          to: list('all', { code: one }),
        }))}
      />
      <Picture
        title="Which notes are not signed?"
        chart={{ kind: 'columns' }}
        rowHeader="Procedure date"
        series={['Notes']}
        query={unsigned}
        emptyText="Every note is signed in time"
        rows={
          unsigned.data &&
          days &&
          dayRows(unsigned.data, days, (dates) => list('unsigned', { ...dates, code: '' }))
        }
      />
    </PictureGrid>
  );
}
