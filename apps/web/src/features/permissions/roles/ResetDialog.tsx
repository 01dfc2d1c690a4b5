import { userPermissionsReset, type UserPermissions } from '@portal/contract/user-permissions';
import { useState } from 'react';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { WaitingWork } from '#pickers/WaitingWork.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';

interface ResetDialogProps {
  readonly user: UserPermissions;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Removes all overrides of a user. */
export function ResetDialog({ user, isOpen, onClose }: ResetDialogProps) {
  const reset = useEndpointMutation(userPermissionsReset, { alsoChanges: ['Users'] });
  const [reassignTo, setReassignTo] = useState<string | null>(null);
  const lost = user.permissions
    .filter(({ source, isGranted }) => isOpen && source === 'UserOverride' && isGranted)
    .map(({ permissionName }) => permissionName);
  const names = user.permissions
    .filter(({ source }) => source === 'UserOverride')
    .map(({ permissionName }) => permissionName);
  return (
    <ConfirmDialog
      newsOf={user.userId}
      open={isOpen}
      title={`Reset permissions for ${user.userFullName}?`}
      text={
        <>
          Only role permissions will apply. These overrides will be removed:
          <WaitingWork userId={user.userId} name={user.userFullName} lost={lost} onReassign={setReassignTo} />
        </>
      }
      confirmLabel="Reset"
      isDanger
      records={names}
      asksReason
      errorFallback="Failed to reset permissions"
      onConfirm={async (reason) => {
        await reset.mutateAsync({ params: { id: user.userId }, body: { reason, reassignTo } });
        return `Permissions reset for ${user.userFullName}`;
      }}
      onClose={onClose}
    />
  );
}
