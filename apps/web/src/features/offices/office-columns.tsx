import LocalHospitalOutlined from '@mui/icons-material/LocalHospitalOutlined';
import { Box, Chip, Stack } from '@mui/material';
import type { Office } from '@portal/contract/offices';
import type { Column } from '#ui/DataTable.tsx';
import { NoWrap, PhoneText } from '#ui/list-parts.tsx';
import { ActiveChip, StatusChip } from '#ui/StatusChip.tsx';

/** What the list can be sorted by. */
export const OFFICE_SORT_KEYS = ['name', 'city', 'state', 'phone', 'userCount', 'ipWhitelistCount'] as const;

/** The columns of the office list, in order. Tablets hide some of them to keep the actions visible. */
export const OFFICE_COLUMNS: readonly Column<Office, (typeof OFFICE_SORT_KEYS)[number]>[] = [
  { id: 'name', header: 'Office Name', sortKey: 'name', render: (office) => <OfficeName office={office} /> },
  { id: 'address', header: 'Address', render: ({ address }) => longWords(address), hideBelow: 'lg' },
  { id: 'city', header: 'City', sortKey: 'city', render: ({ city }) => longWords(city) },
  {
    id: 'state',
    header: 'State',
    sortKey: 'state',
    render: ({ state, zipCode }) => (
      <>
        {state} <NoWrap>{zipCode}</NoWrap>
      </>
    ),
  },
  {
    id: 'phone',
    header: 'Phone / Fax',
    sortKey: 'phone',
    render: (office) => <Numbers office={office} />,
    hideBelow: 'lg',
  },
  {
    id: 'users',
    header: 'Users',
    sortKey: 'userCount',
    align: 'right',
    render: ({ userCount }) => userCount ?? 0,
  },
  {
    id: 'ipWhitelist',
    header: 'IP Whitelist',
    sortKey: 'ipWhitelistCount',
    align: 'right',
    hideBelow: 'lg',
    render: ({ ipWhitelists }) => ipWhitelists?.length ?? 0,
  },
  { id: 'status', header: 'Status', render: ({ isActive }) => <ActiveChip active={isActive} /> },
];

const longWords = (text: string) => <span className="list-long-words">{text}</span>;

function OfficeName({ office }: { readonly office: Office }) {
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.25 }}>
      {longWords(office.name)}
      {office.superAdminOnly ? <StatusChip label="SuperAdmin Only" color="error" /> : null}
      {office.isSurgeryCenter ? (
        <Chip icon={<LocalHospitalOutlined />} label="Surgery Center" color="info" />
      ) : null}
    </Stack>
  );
}

function Numbers({ office: { phone, fax } }: { readonly office: Office }) {
  return (
    <Box sx={{ lineHeight: 1.35, py: 0.25 }}>
      <div>
        <PhoneText digits={phone} />
      </div>
      {fax === null ? null : (
        <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
          Fax <PhoneText digits={fax} />
        </Box>
      )}
    </Box>
  );
}
