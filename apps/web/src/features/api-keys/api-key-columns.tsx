import type { ApiKey } from '@portal/contract/api-keys';
import { apiKeyStateLabel, type ApiKeyState } from '@portal/domain/api-key';
import { fullName } from '@portal/domain/person-name';
import type { PracticeTimes } from '#lib/query/use-practice-times.ts';
import type { Column } from '#ui/DataTable.tsx';
import { ListCaption, NoWrap } from '#ui/list-parts.tsx';
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
    render: ({ name, prefix }) => (
      <>
        <span style={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</span>
        <ListCaption className="list-figures">{prefix}…</ListCaption>
      </>
    ),
  },
  {
    id: 'state',
    header: 'Status',
    render: ({ state }) => <StatusChip label={apiKeyStateLabel(state)} color={COLORS[state]} />,
  },
  {
    id: 'permissions',
    header: 'Permissions',
    render: ({ permissions: [first, ...others] }) => (
      <NoWrap>{others.length === 0 ? first : `${first} and ${others.length} more`}</NoWrap>
    ),
  },
  {
    id: 'createdBy',
    header: 'Created By',
    hideBelow: 'md',
    render: ({ createdBy, createdAt }) => (
      <>
        {fullName(createdBy.firstName, createdBy.lastName)}
        <ListCaption>{times.date(createdAt)}</ListCaption>
      </>
    ),
  },
  { id: 'expires', header: 'Expires', render: ({ expiresAt }) => <NoWrap>{times.date(expiresAt)}</NoWrap> },
  {
    id: 'lastUsed',
    header: 'Last Used',
    render: ({ lastUsedAt, lastUsedIp }) =>
      lastUsedAt === null ? (
        'Never'
      ) : (
        <>
          <NoWrap>{times.dateTime(lastUsedAt)}</NoWrap>
          <ListCaption>{lastUsedIp}</ListCaption>
        </>
      ),
  },
];
