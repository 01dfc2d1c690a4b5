import CachedIcon from '@mui/icons-material/Cached';
import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import GroupOutlined from '@mui/icons-material/GroupOutlined';
import TuneOutlined from '@mui/icons-material/TuneOutlined';
import { Button } from '@mui/material';
import { permissionCacheClear } from '@portal/contract/permissions';
import { roleSummaryList, type RoleSummary } from '@portal/contract/role-permissions';
import { roleLabel } from '@portal/domain/roles';
import { useMemo, useState } from 'react';
import { explainError } from '#lib/errors/error-text.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { browserPage } from '#ui/browser-list.ts';
import { ListTable } from '#ui/ListTable.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { useListState } from '#ui/use-list-state.ts';
import { CopyRoleDialog } from './CopyRoleDialog.tsx';
import { MembersDialog } from './MembersDialog.tsx';
import { PERMISSION_PAGING } from '../permission-list.ts';
import { roleColumns } from './role-columns.tsx';

const LIST = { ...PERMISSION_PAGING, filters: {} } as const;

/** Makes all open screens reload their permissions. */
function ClearCacheButton() {
  const clear = useEndpointMutation(permissionCacheClear);
  const toast = useToast();
  return (
    <Button
      variant="outlined"
      startIcon={<CachedIcon />}
      loading={clear.isPending}
      loadingPosition="start"
      onClick={() =>
        clear.mutate(
          {},
          {
            onSuccess: () => toast.success('All open screens are reloading their permissions'),
            onError: (error) => toast.error(explainError(error, 'Failed to clear the cache')),
          },
        )
      }
    >
      Clear Cache
    </Button>
  );
}

/** /admin/permissions/roles. */
export function RolePermissionsPage() {
  const state = useListState(LIST);
  const roles = useEndpointQuery(roleSummaryList, {});
  const times = usePracticeTimes();
  const [viewing, setViewing] = useState<RoleSummary | null>(null);
  const [copying, setCopying] = useState<RoleSummary | null>(null);
  const columns = useMemo(() => roleColumns(times, setViewing), [times]);
  const shown =
    roles.data && browserPage({ rows: roles.data, search: '', searchTexts: () => [], sortValues: {}, state });
  return (
    <PageContent>
      <PageHeader
        title="Role Permissions"
        subtitle="Permissions granted by each role"
        actions={<ClearCacheButton />}
      />
      <ListTable
        label="Roles"
        columns={columns}
        list={state}
        query={roles}
        found={() => shown}
        rowKey={({ roleId }) => roleId}
        rowLabel={({ roleName }) => roleLabel(roleName)}
        errorFallback="Failed to load role permissions"
        emptyText="No roles found"
        actions={[
          {
            label: 'Manage permissions',
            icon: <TuneOutlined fontSize="small" />,
            to: ({ roleId }) => `/admin/permissions/roles/${roleId}`,
          },
          { label: 'View members', icon: <GroupOutlined fontSize="small" />, onClick: setViewing },
          {
            label: 'Copy permissions',
            icon: <ContentCopyOutlined fontSize="small" />,
            onClick: setCopying,
          },
        ]}
      />
      {viewing === null ? null : <MembersDialog role={viewing} onClose={() => setViewing(null)} />}
      {copying === null ? null : (
        <CopyRoleDialog source={copying} roles={roles.data ?? []} onClose={() => setCopying(null)} />
      )}
    </PageContent>
  );
}
