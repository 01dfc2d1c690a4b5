import EditOutlined from '@mui/icons-material/EditOutlined';
import LockResetOutlined from '@mui/icons-material/LockResetOutlined';
import VerifiedUserOutlined from '@mui/icons-material/VerifiedUserOutlined';
import { Button } from '@mui/material';
import type { User } from '@portal/contract/users';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useMayOpen } from '#lib/built-pages.ts';
import { useUserRules } from './form/user-rules.ts';

/** Path of the permission administration for a user; only SuperAdmins may open it. */
export const permissionsPath = ({ id }: Pick<User, 'id'>) => `/admin/permissions/users/${id}`;

/** View Permissions, Reset Password and Edit; shows only those that the signed-in user may use. */
export function UserActions({ user }: { readonly user: User }) {
  const mayOpen = useMayOpen();
  const { canReset, refusal } = useUserRules();
  const { id } = user;
  return (
    <>
      {mayOpen(permissionsPath(user)) ? (
        <Action to={permissionsPath(user)} icon={<VerifiedUserOutlined />} label="View Permissions" />
      ) : null}
      {canReset(user) ? (
        <Action to={`/users/${id}/reset-password`} icon={<LockResetOutlined />} label="Reset Password" />
      ) : null}
      {refusal(user) === null ? (
        <Button component={Link} to={`/users/${id}/edit`} variant="contained" startIcon={<EditOutlined />}>
          Edit
        </Button>
      ) : null}
    </>
  );
}

interface ActionProps {
  readonly to: string;
  readonly icon: ReactNode;
  readonly label: string;
}

function Action({ to, icon, label }: ActionProps) {
  return (
    <Button component={Link} to={to} variant="outlined" startIcon={icon}>
      {label}
    </Button>
  );
}
