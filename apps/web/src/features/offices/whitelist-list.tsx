import type { IpWhitelistEntry } from '@portal/contract/offices';
import { whitelistEntryStatus, type WhitelistEntryStatus } from '@portal/domain/ip-range';
import type { SortValue } from '#ui/browser-list.ts';
import type { Column } from '#ui/DataTable.tsx';
import type { ListOptions } from '#ui/list-url.ts';
import { Moment } from '#ui/Moment.tsx';
import type { ChipColor } from '#ui/theme/palette.ts';
import { StatusChip } from '#ui/StatusChip.tsx';

const SORT_KEYS = ['ipAddress', 'description', 'expiresAt', 'createdAt'] as const;
export type EntrySortKey = (typeof SORT_KEYS)[number];

const FILTERS = {};

export const WHITELIST: ListOptions<EntrySortKey, typeof FILTERS> = { sortKeys: SORT_KEYS, filters: FILTERS };

export const ENTRY_SORT_VALUES: Readonly<Record<EntrySortKey, (entry: IpWhitelistEntry) => SortValue>> = {
  ipAddress: ({ ipAddress }) => ipAddress,
  description: ({ description }) => description,
  expiresAt: ({ expiresAt }) => expiresAt,
  createdAt: ({ createdAt }) => createdAt,
};

const STATUS_COLORS: Readonly<Record<WhitelistEntryStatus, ChipColor>> = {
  Expired: 'error',
  Active: 'success',
  'No Expiry': 'info',
};

/** The columns of the whitelist. */
export const entryColumns = (now: Date): readonly Column<IpWhitelistEntry, EntrySortKey>[] => [
  { id: 'ipAddress', header: 'IP Address', sortKey: 'ipAddress', render: ({ ipAddress }) => ipAddress },
  {
    id: 'description',
    header: 'Description',
    sortKey: 'description',
    render: ({ description }) => description ?? '—',
  },
  {
    id: 'expiresAt',
    header: 'Expires',
    sortKey: 'expiresAt',
    render: ({ expiresAt }) => (expiresAt === null ? 'Never' : <Moment at={expiresAt} />),
  },
  {
    id: 'createdAt',
    header: 'Added',
    sortKey: 'createdAt',
    render: ({ createdAt }) => <Moment at={createdAt} />,
  },
  {
    id: 'status',
    header: 'Status',
    render: (entry) => {
      const status = whitelistEntryStatus(entry, now);
      return <StatusChip label={status} color={STATUS_COLORS[status]} />;
    },
  },
];
