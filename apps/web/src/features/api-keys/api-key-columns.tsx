import type { ApiKey } from '@portal/contract/api-keys';
import { apiKeyStateLabel, type ApiKeyState } from '@portal/domain/api-key';
import { fullName } from '@portal/domain/person-name';
import type { PracticeTimes } from '#lib/query/use-practice-times.ts';
import type { Column } from '#ui/DataTable.tsx';
import type { ChipColor } from '#ui/theme/palette.ts';
import { StatusChip } from '#ui/StatusChip.tsx';

const COLORS: Readonly<Record<ApiKeyState, ChipColor | 'default'>> = {
  Active: 'success',
  Suspended: 'warning',
  Expired: 'default',
  Revoked: 'default',
  CreatorInactive: 'warning',
};

/** The columns of the list of API keys. */
export const apiKeyColumns = (times: PracticeTimes): readonly Column<ApiKey, never>[] => [
  {
    id: 'name',
    header: 'Name',
    render: ({ name }) => name,
    caption: ({ prefix }) => `${prefix}…`,
  },
  {
    id: 'state',
    header: 'Status',
    kind: 'status',
    width: 148,
    render: ({ state }) => <StatusChip label={apiKeyStateLabel(state)} color={COLORS[state]} />,
  },
  {
    id: 'permissions',
    header: 'Permissions',
    fold: { order: 2, into: 'name' },
    render: ({ permissions: [first, ...others] }) =>
      others.length === 0 ? first : `${first} and ${others.length} more`,
  },
  {
    id: 'createdBy',
    header: 'Created By',
    render: ({ createdBy }) => fullName(createdBy.firstName, createdBy.lastName),
    caption: ({ createdAt }) => times.date(createdAt),
  },
  {
    id: 'expires',
    header: 'Expires',
    kind: 'date',
    fold: { order: 1, into: 'state' },
    isLabeled: true,
    render: ({ expiresAt }) => times.date(expiresAt),
  },
  {
    id: 'lastUsed',
    header: 'Last Used',
    kind: 'moment',
    isLabeled: true,
    render: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : times.dateTime(lastUsedAt)),
    caption: ({ lastUsedIp }) => lastUsedIp,
  },
];
