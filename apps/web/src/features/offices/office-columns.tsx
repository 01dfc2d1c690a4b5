import type { Office } from '@portal/contract/offices';
import { formatPhone } from '@portal/domain/phone';
import type { ReactNode } from 'react';
import type { Column } from '#ui/DataTable.tsx';
import { phoneParts } from '#ui/list-parts.tsx';
import { ActiveChip, StatusChip } from '#ui/StatusChip.tsx';

/** What the list can be sorted by. */
export const OFFICE_SORT_KEYS = ['name', 'city', 'state', 'phone', 'userCount', 'ipWhitelistCount'] as const;

/** The columns of the office list, in order. Tablets hide some of them to keep the actions visible. */
export const OFFICE_COLUMNS: readonly Column<Office, (typeof OFFICE_SORT_KEYS)[number]>[] = [
  {
    id: 'name',
    header: 'Office Name',
    sortKey: 'name',
    render: ({ name }) => name,
    caption: officeMarks,
  },
  { id: 'address', header: 'Address', render: ({ address }) => address },
  {
    id: 'city',
    header: 'City',
    kind: 'word',
    fold: { order: 1, into: 'address' },
    sortKey: 'city',
    render: ({ city }) => city,
  },
  {
    id: 'state',
    header: 'State',
    kind: 'word',
    width: 108,
    fold: { order: 1, into: 'address' },
    sortKey: 'state',
    render: ({ state, zipCode }) => `${state} ${zipCode}`,
  },
  {
    id: 'phone',
    header: 'Phone / Fax',
    sortKey: 'phone',
    kind: 'phone',
    width: 148,
    render: ({ phone }) => phoneParts(phone)[0],
    caption: ({ phone, fax }) =>
      [phoneParts(phone)[1], fax === null ? undefined : `Fax ${formatPhone(fax)}`]
        .filter((part) => part !== undefined)
        .join(' · ') || null,
  },
  {
    id: 'users',
    header: 'Users',
    sortKey: 'userCount',
    kind: 'count',
    align: 'right',
    fold: { order: 3, into: 'name' },
    isLabeled: true,
    render: ({ userCount }) => userCount ?? 0,
  },
  {
    id: 'ipWhitelist',
    header: 'IP Whitelist',
    sortKey: 'ipWhitelistCount',
    align: 'right',
    kind: 'count',
    fold: { order: 3, into: 'name' },
    isLabeled: true,
    render: ({ ipWhitelists }) => ipWhitelists?.length ?? 0,
  },
  {
    id: 'status',
    header: 'Status',
    kind: 'status',
    width: 96,
    fold: { order: 2, into: 'name' },
    render: ({ isActive }) => <ActiveChip active={isActive} />,
  },
];

/** Who may use the office and what it is, if it is not an ordinary one. */
function officeMarks({ superAdminOnly, isSurgeryCenter }: Office): ReactNode {
  if (!superAdminOnly && !isSurgeryCenter) return null;
  return (
    <>
      {superAdminOnly ? <StatusChip label="SuperAdmin Only" color="error" /> : null}
      {isSurgeryCenter ? <StatusChip label="Surgery Center" color="info" /> : null}
    </>
  );
}
