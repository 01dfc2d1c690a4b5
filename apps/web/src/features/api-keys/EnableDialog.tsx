import { apiKeyEnable, type ApiKey } from '@portal/contract/api-keys';
import { suspensionReason } from '@portal/domain/api-key';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { ConfirmIdentityDialog } from '#pickers/proof/ConfirmIdentityDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';

interface EnableDialogProps {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

/** Enables a suspended key of the user, who first confirms who they are. */
export function EnableDialog({ apiKey, onClose }: EnableDialogProps) {
  const enable = useEndpointMutation(apiKeyEnable);
  const toast = useToast();
  const because =
    apiKey.suspendedBecause === null ? '' : ` because ${suspensionReason(apiKey.suspendedBecause)}`;
  return (
    <ConfirmIdentityDialog
      title="Enable API Key"
      text={`"${apiKey.name}" was suspended${because}. Enable it only if you know where it is stored; otherwise revoke it.`}
      submitLabel="Enable"
      errorFallback="Failed to enable the API key"
      onProof={async (body) => {
        await enable.mutateAsync({ params: { id: apiKey.id }, body });
        toast.success(`${apiKey.name} works again`);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
