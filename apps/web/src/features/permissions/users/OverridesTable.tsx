import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import { PERMISSION_PAGE_SIZES } from '@portal/contract/permissions';
import {
  userOverrideRemove,
  userOverrides,
  userPermissionComparison,
  type UserOverride,
  type UserPermissions,
} from '@portal/contract/user-permissions';
import { fullName } from '@portal/domain/person-name';
import { useState } from 'react';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { browserPage } from '#ui/browser-list.ts';
import { WaitingWork } from '#pickers/WaitingWork.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { Moment } from '#ui/Moment.tsx';
import { StatusChip } from '#ui/StatusChip.tsx';
import { useLastValue } from '#ui/use-last-value.ts';
import { useDialogList } from '../permission-list.ts';
import { overrideLabel, valueColor } from '../permission-labels.ts';

interface OverridesTableProps {
  readonly user: UserPermissions;
  readonly onOverride: ((permissionId: string) => void) | undefined;
}

interface OverrideRow extends UserOverride {
  /** Whether the roles grant it; undefined while loading. */
  readonly roleDefault: boolean | undefined;
}

/** The active overrides with the role defaults, and actions to change and remove them. */
export function OverridesTable({ user, onOverride }: OverridesTableProps) {
  const params = { id: user.userId };
  const list = useDialogList();
  const overrides = useEndpointQuery(userOverrides, { params });
  const comparison = useEndpointQuery(userPermissionComparison, { params });
  const [removing, setRemoving] = useState<OverrideRow | null>(null);
  const rows = overrides.data?.map((override): OverrideRow => ({
    ...override,
    roleDefault: comparison.data?.find((each) => each.permissionId === override.permissionId)?.roleDefault,
  }));
  const shown = rows && browserPage({ rows, search: '', searchTexts: () => [], sortValues: {}, state: list });
  return (
    <>
      <DataTable
        label="Overrides"
        columns={COLUMNS}
        rows={shown?.rows}
        totalCount={shown?.totalCount}
        rowKey={({ permissionId }) => permissionId}
        rowLabel={({ permissionName }) => permissionName}
        state={list}
        pageSizes={PERMISSION_PAGE_SIZES}
        isFetching={overrides.isFetching}
        error={overrides.error ?? comparison.error}
        errorFallback="Failed to load permissions"
        onRetry={() => void Promise.all([overrides.refetch(), comparison.refetch()])}
        emptyText="No overrides. All permissions come from the user’s roles."
        actions={
          onOverride === undefined
            ? []
            : [
                {
                  label: 'Change override',
                  icon: <EditOutlined fontSize="small" />,
                  onClick: ({ permissionId }) => onOverride(permissionId),
                },
                {
                  label: 'Remove override',
                  icon: <DeleteOutlined fontSize="small" />,
                  onClick: setRemoving,
                },
              ]
        }
      />
      <RemoveDialog user={user} override={removing} onClose={() => setRemoving(null)} />
    </>
  );
}

const COLUMNS: readonly Column<OverrideRow, never>[] = [
  { id: 'permission', header: 'Permission', render: ({ permissionName }) => permissionName },
  {
    id: 'role',
    header: 'Role Default',
    kind: 'word',
    isLabeled: true,
    render: ({ roleDefault }) => (roleDefault === undefined ? '' : roleDefault ? 'Granted' : 'Not granted'),
  },
  {
    id: 'override',
    header: 'Override',
    kind: 'status',
    render: ({ isGranted }) => (
      <StatusChip label={overrideLabel(isGranted)} color={valueColor(overrideLabel(isGranted))} />
    ),
  },
  {
    id: 'expires',
    header: 'Expires',
    kind: 'moment',
    isLabeled: true,
    fold: { order: 1, into: 'override' },
    render: ({ expiresAt }) => (expiresAt === null ? 'No expiration' : <Moment at={expiresAt} />),
  },
  { id: 'reason', header: 'Reason', kind: 'text', render: ({ reason }) => reason },
  {
    id: 'by',
    header: 'Set By',
    fold: { order: 2, into: 'permission' },
    isLabeled: true,
    render: ({ createdBy }) =>
      createdBy === null ? 'System' : fullName(createdBy.firstName, createdBy.lastName),
    caption: ({ createdAt }) => <Moment at={createdAt} />,
  },
];

interface RemoveDialogProps {
  readonly user: UserPermissions;
  readonly override: OverrideRow | null;
  readonly onClose: () => void;
}

/** Removes an override, so that the permission is inherited again. */
function RemoveDialog({ user, override, onClose }: RemoveDialogProps) {
  const remove = useEndpointMutation(userOverrideRemove, { alsoChanges: ['Users'] });
  const [reassignTo, setReassignTo] = useState<string | null>(null);
  const shown = useLastValue(override);
  if (shown === null) return null;
  const { permissionId, permissionName, isGranted, roleDefault } = shown;
  return (
    <ConfirmDialog
      newsOf={user.userId}
      open={override !== null}
      title="Remove override?"
      text={
        <>
          {permissionName} is {overrideLabel(isGranted).toLowerCase()} for {user.userFullName}. Without the
          override, the role default applies
          {roleDefault === undefined ? '' : roleDefault ? ': granted' : ': not granted'}.
          <WaitingWork
            userId={user.userId}
            name={user.userFullName}
            lost={isGranted && roleDefault !== true ? [permissionName] : []}
            onReassign={setReassignTo}
          />
        </>
      }
      confirmLabel="Remove"
      isDanger
      records={[permissionName, user.userFullName]}
      asksReason
      errorFallback="Failed to remove override"
      onConfirm={async (reason) => {
        await remove.mutateAsync({ params: { id: user.userId, permissionId }, body: { reason, reassignTo } });
        return `${permissionName} override removed`;
      }}
      onClose={onClose}
    />
  );
}
