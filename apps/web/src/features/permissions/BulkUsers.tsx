import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { MAX_BULK_USERS } from '@portal/contract/permissions';
import type { PermissionUser } from '@portal/contract/permissions';
import { fullName } from '@portal/domain/person-name';
import { useState } from 'react';
import { useCurrentUser } from '#lib/session/use-session.ts';
import { DataTable } from '#ui/DataTable.tsx';
import { FilterBar } from '#ui/FilterBar.tsx';
import { InactiveSwitch } from '#ui/InactiveSwitch.tsx';
import { SearchBox } from '#ui/SearchBox.tsx';
import { Section } from '#ui/Section.tsx';
import { useListState } from '#ui/use-list-state.ts';
import { PERMISSION_PAGING, USERS_LIST } from './permission-list.ts';
import { usersWords } from './permission-words.ts';
import { PERSON_COLUMNS, personName } from './person-columns.tsx';
import { usePermissionUsers } from './use-permission-users.ts';

interface BulkUsersProps {
  readonly chosen: readonly string[];
  /** Whom the list has shown, by id: choices of other pages keep their names. */
  readonly people: ReadonlyMap<string, PermissionUser>;
  readonly onChange: (ids: readonly string[], people: ReadonlyMap<string, PermissionUser>) => void;
}

/** The users of a bulk assignment, chosen over several pages and searches. */
export function BulkUsers({ chosen, people, onChange }: BulkUsersProps) {
  const list = useListState(USERS_LIST);
  const users = usePermissionUsers({ ...list, showsInactive: list.filters.inactive === 'true' });
  const selfId = useCurrentUser().id;
  const [choseSelf, setChoseSelf] = useState(false);
  const change = (ids: readonly string[]) => {
    setChoseSelf(ids.includes(selfId));
    const known = new Map([...people, ...(users.data?.users ?? []).map((user) => [user.id, user] as const)]);
    onChange(
      ids.filter((id) => id !== selfId),
      known,
    );
  };
  return (
    <Section
      title="1. Users"
      actions={
        chosen.length === 0 ? undefined : (
          <Button size="small" onClick={() => change([])}>
            Clear selection
          </Button>
        )
      }
    >
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.75, mb: 1.5, minHeight: 24 }}
      >
        {chosen.length === 0 ? 'Nobody chosen yet' : `${usersWords(chosen.length)} chosen:`}
        {chosen.map((id) => (
          <Chip
            key={id}
            label={nameOf(people.get(id))}
            onDelete={() => change(chosen.filter((each) => each !== id))}
          />
        ))}
      </Box>
      {choseSelf ? (
        <Alert severity="info" sx={{ mb: 1.5 }}>
          You cannot change your own permissions, so you are not among the chosen users.
        </Alert>
      ) : null}
      {chosen.length > MAX_BULK_USERS ? (
        <Alert severity="error" sx={{ mb: 1.5 }}>
          Choose at most {MAX_BULK_USERS} users
        </Alert>
      ) : null}
      <FilterBar isFiltered={list.isFiltered} onClear={list.clearFilters}>
        <SearchBox
          value={list.search}
          onSearch={list.setSearch}
          label="Search users"
          placeholder="Search by name, email, role or username..."
        />
        <InactiveSwitch list={list} />
      </FilterBar>
      <DataTable
        label="Users"
        columns={PERSON_COLUMNS}
        rows={users.data?.users}
        totalCount={users.data?.totalCount}
        rowKey={({ id }) => id}
        rowLabel={personName}
        state={list}
        pageSizes={PERMISSION_PAGING.pageSizes}
        selection={{ selected: new Set(chosen), onChange: (selected) => change([...selected]) }}
        isFetching={users.isFetching}
        error={users.error}
        errorFallback="Failed to load users"
        onRetry={() => void users.refetch()}
        emptyText={list.search === '' ? 'No users found' : 'No users found matching your search'}
      />
    </Section>
  );
}

/** A choice that came back after the session had ended may be of a page that was not shown since. */
const nameOf = (user: PermissionUser | undefined): string =>
  user === undefined ? 'User of another page' : fullName(user.firstName, user.lastName);
