import { titleDelete, titleToggle, type ProviderTitle } from '@portal/contract/titles';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useInvalidateArea } from '#lib/query/endpoint-query.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';

interface QuestionProps {
  readonly title: ProviderTitle;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Confirmation before a title is activated or deactivated. */
export function ToggleTitleDialog({ title, open, onClose }: QuestionProps) {
  const refresh = useInvalidateArea();
  const toggle = useEndpointMutation(titleToggle, {
    alsoChanges: ['Users'],
    onError: () => void refresh(titleToggle.tag),
  });
  const toast = useToast();
  const verb = title.isActive ? 'Deactivate' : 'Activate';
  return (
    <ConfirmDialog
      newsOf={title.id}
      open={open}
      title={`${verb} title?`}
      text={
        title.isActive
          ? `"${title.code}" will no longer be offered for users. Users who have it keep it.`
          : `"${title.code}" will be offered for users again.`
      }
      confirmLabel={verb}
      errorFallback="Failed to toggle title status"
      onConfirm={async () => {
        const { message } = await toggle.mutateAsync({
          params: { id: title.id },
          body: { version: title.version },
        });
        toast.success(message);
      }}
      onClose={onClose}
    />
  );
}

/** Confirmation before a title is permanently deleted. */
export function DeleteTitleDialog({ title, open, onClose }: QuestionProps) {
  const remove = useEndpointMutation(titleDelete, { alsoChanges: ['Users'] });
  const toast = useToast();
  return (
    <ConfirmDialog
      newsOf={title.id}
      open={open}
      title="Delete title?"
      text={`"${title.code}" (${title.description}) will be deleted. This cannot be undone.`}
      confirmLabel="Delete"
      isDanger
      records={[title.code]}
      errorFallback="Failed to delete title"
      onConfirm={async () => {
        const { message } = await remove.mutateAsync({ params: { id: title.id } });
        toast.success(message);
      }}
      onClose={onClose}
    />
  );
}
