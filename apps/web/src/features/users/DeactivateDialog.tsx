import { userDeactivate } from '@portal/contract/users';
import type { User } from '@portal/contract/users';
import { useState } from 'react';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';

interface DeactivateDialogProps {
  /** Null while there is nothing to ask. */
  readonly user: User | null;
  readonly onClose: () => void;
}

/** Asks before a user is deactivated (spec 1 §2.6); afterwards the user leaves the list (spec 1 §4). */
export function DeactivateDialog({ user, onClose }: DeactivateDialogProps) {
  const deactivate = useEndpointMutation(userDeactivate, { alsoChanges: ['Dashboard', 'Offices'] });
  const toast = useToast();
  // Kept while the dialog fades out.
  const [shown, setShown] = useState(user);
  if (user !== null && user !== shown) setShown(user);
  if (shown === null) return null;
  return (
    <ConfirmDialog
      open={user !== null}
      title="Confirm Deactivation"
      text="Are you sure you want to deactivate this user? They will no longer be able to log in."
      confirmLabel="Deactivate"
      isDanger
      errorFallback="Failed to deactivate user"
      onConfirm={async () => {
        await deactivate.mutateAsync({ params: { id: shown.id } });
        toast.success(`${shown.username} was deactivated`);
      }}
      onClose={onClose}
    />
  );
}
