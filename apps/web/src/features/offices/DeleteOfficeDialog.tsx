import { officeDelete, type Office } from '@portal/contract/offices';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';

interface DeleteOfficeDialogProps {
  /** The office to delete; null while the dialog is closed. */
  readonly office: Office | null;
  readonly onClose: () => void;
}

/** Asks for confirmation before deleting an office, or explains why an office with users cannot be deleted. */
export function DeleteOfficeDialog({ office, onClose }: DeleteOfficeDialogProps) {
  const remove = useEndpointMutation(officeDelete);
  const toast = useToast();
  const navigate = useNavigate();
  // Kept while the dialog fades out.
  const [shown, setShown] = useState(office);
  if (office !== null && office !== shown) setShown(office);
  if (shown === null) return null;
  const { id, name, userCount = 0 } = shown;
  if (userCount > 0) {
    return (
      <ConfirmDialog
        newsOf={id}
        open={office !== null}
        title="This office cannot be deleted"
        text={`${userCount === 1 ? '1 user belongs' : `${userCount} users belong`} to ${name}. Move them to another office first, or make this office inactive.`}
        confirmLabel="Edit office"
        cancelLabel="Close"
        onConfirm={async () => navigate(`/offices/${id}/edit`)}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      newsOf={id}
      open={office !== null}
      title="Delete office?"
      text={`${name} and its IP whitelist will be deleted. This cannot be undone.`}
      confirmLabel="Delete"
      isDanger
      records={[name]}
      errorFallback="Failed to delete office"
      onConfirm={async () => {
        await remove.mutateAsync({ params: { id } });
        toast.success(`${name} was deleted`);
      }}
      onClose={onClose}
    />
  );
}
