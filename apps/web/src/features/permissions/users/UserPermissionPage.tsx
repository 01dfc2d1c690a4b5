import CloseIcon from '@mui/icons-material/Close';
import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import HistoryIcon from '@mui/icons-material/History';
import RestartAltIcon from '@mui/icons-material/RestartAlt';
import { Alert, Button } from '@mui/material';
import { userPermissionsGet, type UserPermissions } from '@portal/contract/user-permissions';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useCurrentUser } from '#lib/session/use-session.ts';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { PageTabs } from '#ui/PageTabs.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { RoleChips } from '#ui/RoleChip.tsx';
import { ActiveChip } from '#ui/StatusChip.tsx';
import { CopyUserDialog } from './CopyUserDialog.tsx';
import { EffectiveList } from './EffectiveList.tsx';
import { OverrideDialog } from './OverrideDialog.tsx';
import { OverridesTable } from './OverridesTable.tsx';
import { ResetDialog } from '../roles/ResetDialog.tsx';
import { SummaryCards } from '../SummaryCards.tsx';

const USERS = '/admin/permissions/users';

/** /admin/permissions/users/{userId}. */
export function UserPermissionPage() {
  const { userId = '' } = useParams();
  const permissions = useEndpointQuery(userPermissionsGet, { params: { id: userId } });
  return (
    <PageContent>
      {permissions.data === undefined ? <PageHeader title="User Permissions" backTo={USERS} /> : null}
      <RecordPart
        query={permissions}
        fallback="Failed to load permissions"
        missing={{ text: 'User not found', to: USERS, linkLabel: 'Go to users' }}
      >
        {(user) => <Detail key={user.userId} user={user} />}
      </RecordPart>
    </PageContent>
  );
}

function Detail({ user }: { readonly user: UserPermissions }) {
  const [dialog, setDialog] = useState<'reset' | 'copy' | null>(null);
  const [overriding, setOverriding] = useState<string | null>(null);
  const isSelf = useCurrentUser().id === user.userId;
  const onOverride = isSelf ? undefined : setOverriding;
  const close = () => setDialog(null);
  return (
    <>
      <PageHeader
        title={user.userFullName}
        subtitle={`@${user.userName}`}
        badge={
          <>
            <RoleChips roles={user.roles} />
            {user.isActive ? null : <ActiveChip active={false} />}
          </>
        }
        breadcrumbs={[{ label: 'User Permissions', to: USERS }, { label: user.userName }]}
        actions={
          <>
            <Button
              component={Link}
              to={`/admin/permissions/audit?entityType=User&entityId=${user.userId}`}
              startIcon={<HistoryIcon />}
            >
              Change History
            </Button>
            <Button
              variant="outlined"
              startIcon={<RestartAltIcon />}
              disabled={isSelf || user.overriddenPermissions === 0}
              onClick={() => setDialog('reset')}
            >
              Reset
            </Button>
            <Button
              variant="outlined"
              startIcon={<ContentCopyOutlined />}
              disabled={isSelf}
              onClick={() => setDialog('copy')}
            >
              Copy From
            </Button>
            <Button component={Link} to={USERS} variant="outlined" startIcon={<CloseIcon />}>
              Cancel
            </Button>
          </>
        }
      />
      {isSelf ? (
        <Alert severity="info" sx={{ mb: 2 }}>
          These are your own permissions. Only another SuperAdmin can change them.
        </Alert>
      ) : null}
      <SummaryCards user={user} />
      <PageTabs
        label="Permissions"
        keeps={['show']}
        tabs={[
          {
            id: 'effective',
            label: 'Effective Permissions',
            content: <EffectiveList user={user} onOverride={onOverride} />,
          },
          {
            id: 'overrides',
            label: 'Permission Overrides',
            content: <OverridesTable user={user} onOverride={onOverride} />,
          },
        ]}
      />
      {overriding === null ? null : (
        <OverrideDialog user={user} permissionId={overriding} onClose={() => setOverriding(null)} />
      )}
      <ResetDialog user={user} isOpen={dialog === 'reset'} onClose={close} />
      {dialog === 'copy' ? <CopyUserDialog user={user} onClose={close} /> : null}
    </>
  );
}
