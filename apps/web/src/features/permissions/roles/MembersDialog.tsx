import CloseIcon from '@mui/icons-material/Close';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import { Dialog, DialogContent, DialogTitle, FormControlLabel, IconButton, Switch } from '@mui/material';
import { roleMembers, type RoleMember, type RoleSummary } from '@portal/contract/role-permissions';
import { personNameWithTitle } from '@portal/domain/person-name';
import { roleLabel } from '@portal/domain/roles';
import { useId, useMemo } from 'react';
import { useListQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes, type PracticeTimes } from '#lib/query/use-practice-times.ts';
import type { Column } from '#ui/DataTable.tsx';
import { ListTable } from '#ui/ListTable.tsx';
import { EmailText } from '#ui/EmailText.tsx';
import { FilterBar } from '#ui/FilterBar.tsx';
import { SearchBox } from '#ui/SearchBox.tsx';
import { ActiveChip } from '#ui/StatusChip.tsx';
import { useIsPhone } from '#ui/use-screen.ts';
import { useDialogList } from '../permission-list.ts';

interface MembersDialogProps {
  readonly role: Pick<RoleSummary, 'roleId' | 'roleName'>;
  readonly onClose: () => void;
}

export function MembersDialog({ role: { roleId, roleName }, onClose }: MembersDialogProps) {
  const list = useDialogList();
  const isPhone = useIsPhone();
  const titleId = useId();
  const times = usePracticeTimes();
  const columns = useMemo(() => memberColumns(times), [times]);
  const members = useListQuery(roleMembers, {
    params: { id: roleId },
    query: {
      page: String(list.page),
      pageSize: String(list.pageSize),
      ...(list.search === '' ? {} : { searchTerm: list.search }),
      ...(list.showsInactive ? { includeInactive: 'true' as const } : {}),
    },
  });
  return (
    <Dialog open fullWidth fullScreen={isPhone} maxWidth="lg" onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId} sx={{ pr: 7 }}>
        Members of {roleLabel(roleName)}
      </DialogTitle>
      <IconButton
        aria-label="Close"
        onClick={onClose}
        sx={{ position: 'absolute', insetInlineEnd: 12, top: 10 }}
      >
        <CloseIcon />
      </IconButton>
      <DialogContent>
        <FilterBar
          list={{
            isFiltered: list.search !== '' || list.showsInactive,
            filters: { inactive: list.showsInactive ? 'true' : '' },
            clearFilters: () => {
              list.setSearch('');
              list.setShowsInactive(false);
            },
          }}
          main={
            <SearchBox
              value={list.search}
              onSearch={list.setSearch}
              label="Search members"
              placeholder="Search by username, name or email..."
            />
          }
        >
          <FormControlLabel
            label="Show inactive"
            control={
              <Switch
                checked={list.showsInactive}
                onChange={(_event, checked) => list.setShowsInactive(checked)}
              />
            }
          />
        </FilterBar>
        <ListTable
          label="Members"
          columns={columns}
          list={list}
          query={members}
          found={({ users: rows, ...total }) => ({ rows, ...total })}
          rowKey={({ id }) => id}
          rowLabel={personNameWithTitle}
          errorFallback="Failed to load role members"
          emptyText={list.search === '' ? 'No members' : 'No members found matching your search'}
          actions={[
            { label: 'View', icon: <VisibilityOutlined fontSize="small" />, to: ({ id }) => `/users/${id}` },
          ]}
        />
      </DialogContent>
    </Dialog>
  );
}

const memberColumns = (times: PracticeTimes): readonly Column<RoleMember, never>[] => [
  {
    id: 'username',
    header: 'Username',
    render: ({ userName }) => userName,
  },
  {
    id: 'name',
    header: 'Name',
    render: personNameWithTitle,
  },
  {
    id: 'email',
    header: 'Email',
    kind: 'email',
    fold: { order: 2, into: 'name' },
    render: ({ email }) => <EmailText address={email} />,
  },
  {
    id: 'status',
    header: 'Status',
    kind: 'status',
    width: 96,
    render: ({ isActive }) => <ActiveChip active={isActive} />,
  },
  {
    id: 'lastLogin',
    header: 'Last Login',
    kind: 'moment',
    isLabeled: true,
    fold: { order: 2, into: 'username' },
    render: ({ lastLoginDate }) => {
      if (lastLoginDate === null) return 'Never';
      return times.dateTime(lastLoginDate);
    },
  },
  {
    id: 'since',
    header: 'Member Since',
    kind: 'date',
    isLabeled: true,
    fold: { order: 1, into: 'status' },
    render: ({ createdAt }) => times.date(createdAt),
  },
];
