import GroupAddOutlined from '@mui/icons-material/GroupAddOutlined';
import TuneOutlined from '@mui/icons-material/TuneOutlined';
import { IconButton, Tooltip } from '@mui/material';
import { Link } from 'react-router';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { PermissionUserTable } from './PermissionUserTable.tsx';
import { usePermissionUsers } from './use-permission-users.ts';

/** /admin/permissions/users. */
export function UserPermissionsPage() {
  const page = usePermissionUsers();
  return (
    <PageContent>
      <PageHeader
        title="User Permissions"
        subtitle="Permission overrides for individual users"
        actions={
          <Tooltip title="Bulk assign">
            <IconButton
              component={Link}
              to="/admin/permissions/bulk-assign"
              aria-label="Bulk assign permissions"
              color="primary"
            >
              <GroupAddOutlined />
            </IconButton>
          </Tooltip>
        }
      />
      <PermissionUserTable
        {...page}
        actions={[
          {
            label: 'Manage permissions',
            icon: <TuneOutlined fontSize="small" />,
            to: ({ id }) => `/admin/permissions/users/${id}`,
          },
        ]}
      />
    </PageContent>
  );
}
