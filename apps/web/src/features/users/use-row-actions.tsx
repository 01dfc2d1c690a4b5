import EditOutlined from '@mui/icons-material/EditOutlined';
import LockOpenOutlined from '@mui/icons-material/LockOpenOutlined';
import LockResetOutlined from '@mui/icons-material/LockResetOutlined';
import PersonOffOutlined from '@mui/icons-material/PersonOffOutlined';
import type { User } from '@portal/contract/users';
import type { RowAction } from '#ui/DataTable.tsx';
import { useUnlock } from './sign-in/use-unlock.ts';
import { useUserRules } from './form/user-rules.ts';

/** Row actions: Edit, Reset Password, Deactivate, and Unlock sign-in if sign-in is delayed. */
export function useRowActions(onDeactivate: (user: User) => void): readonly RowAction<User>[] {
  const { refusal, canReset, canDeactivate } = useUserRules();
  const unlock = useUnlock();
  return [
    {
      label: 'Edit',
      icon: <EditOutlined fontSize="small" />,
      to: ({ id }) => `/users/${id}/edit`,
      isDisabled: (user) => refusal(user) !== null,
    },
    {
      label: 'Reset Password',
      icon: <LockResetOutlined fontSize="small" />,
      to: ({ id }) => `/users/${id}/reset-password`,
      isDisabled: (user) => !canReset(user),
    },
    {
      label: 'Unlock sign-in',
      icon: <LockOpenOutlined fontSize="small" />,
      onClick: unlock.run,
      isHidden: (user) => !user.isSlowedDown || refusal(user) !== null,
    },
    {
      label: 'Deactivate',
      icon: <PersonOffOutlined fontSize="small" />,
      onClick: onDeactivate,
      isDisabled: (user) => !canDeactivate(user),
    },
  ];
}
