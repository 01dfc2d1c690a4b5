import HistoryIcon from '@mui/icons-material/History';
import { Button } from '@mui/material';
import { rolePermissionsGet } from '@portal/contract/role-permissions';
import { Link, useParams } from 'react-router';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useFormQuery } from '#lib/query/form-query.ts';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { RoleEditor } from './RoleEditor.tsx';

const ROLES = '/admin/permissions/roles';

/** /admin/permissions/roles/{roleId}. */
export function RoleDetailPage() {
  const { roleId = '' } = useParams();
  const role = useEndpointQuery(rolePermissionsGet, { params: { id: roleId } }, useFormQuery());
  return (
    <PageContent width="form">
      {role.data === undefined ? (
        <>
          <PageHeader title="Role" backTo={ROLES} />
          <RecordPart
            query={role}
            fallback="Failed to load role permissions"
            missing={{ text: 'Role not found', to: ROLES, linkLabel: 'Go to roles' }}
          >
            {() => null}
          </RecordPart>
        </>
      ) : (
        <RoleEditor
          key={role.data.roleId}
          loaded={role.data}
          actions={
            <Button
              component={Link}
              to={`/admin/permissions/audit?entityType=Role&entityId=${role.data.roleId}`}
              variant="outlined"
              startIcon={<HistoryIcon />}
            >
              Change History
            </Button>
          }
        />
      )}
    </PageContent>
  );
}
