import EditOutlined from '@mui/icons-material/EditOutlined';
import { Box, Card, Typography } from '@mui/material';
import { locationHeaderList, type LocationHeader } from '@portal/contract/location-headers';
import { officeList, type Office } from '@portal/contract/offices';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import type { Column } from '#ui/DataTable.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Moment } from '#ui/Moment.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { StatusChip } from '#ui/StatusChip.tsx';

interface HeaderRow {
  readonly office: Office;
  readonly header: LocationHeader | undefined;
}

/** The locations and whether they have a custom report header and footer. */
export function LocationHeadersTab() {
  const offices = useEndpointQuery(officeList, { query: {} });
  const headers = useEndpointQuery(locationHeaderList, {});
  return (
    <>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        The header and footer of a location’s printed reports. Locations without a custom header use the
        practice’s default header.
      </Typography>
      <RecordPart query={offices} fallback="Failed to load location data">
        {(locations) => (
          <RecordPart query={headers} fallback="Failed to load location data">
            {(saved) => (
              <Card>
                <Box sx={{ overflowX: 'auto', px: { xs: 1, sm: 0 }, pb: { xs: 1, sm: 0 } }}>
                  <PlainTable
                    label="Location headers"
                    columns={COLUMNS}
                    rows={locations.map((office): HeaderRow => ({
                      office,
                      header: saved.find(({ locationId }) => locationId === office.id),
                    }))}
                    rowKey={({ office }) => office.id}
                    rowLabel={({ office }) => office.name}
                    message={locations.length === 0 ? <EmptyState text="No locations found" /> : null}
                    actions={[
                      {
                        label: 'Edit header and footer',
                        icon: <EditOutlined fontSize="small" />,
                        to: ({ office }) => `/admin/location-headers/${office.id}/edit`,
                      },
                    ]}
                  />
                </Box>
              </Card>
            )}
          </RecordPart>
        )}
      </RecordPart>
    </>
  );
}

const has = (html: string | undefined) => html !== undefined && html.trim() !== '';
const chip = (html: string | undefined) => (
  <StatusChip label={has(html) ? 'Custom' : 'Default'} color={has(html) ? 'info' : 'default'} />
);

/** Without breaks, one long word would push other columns out of sight. */
const COLUMNS: readonly Column<HeaderRow, never>[] = [
  { id: 'location', header: 'Location', render: ({ office }) => office.name },
  {
    id: 'address',
    header: 'Address',
    render: ({ office: { address, city, state, zipCode } }) => `${address}, ${city}, ${state} ${zipCode}`,
  },
  {
    id: 'header',
    header: 'Header',
    kind: 'status',
    isLabeled: true,
    render: ({ header }) => chip(header?.headerHTML),
  },
  {
    id: 'footer',
    header: 'Footer',
    kind: 'status',
    isLabeled: true,
    render: ({ header }) => chip(header?.footerHTML),
  },
  {
    id: 'updated',
    header: 'Last Updated',
    kind: 'moment',
    isLabeled: true,
    fold: { order: 1, into: 'location' },
    render: ({ header }) => (header === undefined ? '—' : <Moment at={header.updatedAt} />),
  },
];
