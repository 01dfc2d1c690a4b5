import { apiKeyList, apiKeyRevoke, type ApiKey } from '@portal/contract/api-keys';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useInvalidateArea } from '#lib/query/endpoint-query.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';

interface RevokeDialogProps {
  readonly apiKey: ApiKey;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Confirmation before a key is revoked for good. */
export function RevokeDialog({ apiKey, open, onClose }: RevokeDialogProps) {
  const refresh = useInvalidateArea();
  const revoke = useEndpointMutation(apiKeyRevoke, { onError: () => void refresh(apiKeyList.tag) });
  const toast = useToast();
  return (
    <ConfirmDialog
      newsOf={apiKey.id}
      open={open}
      title="Revoke API key?"
      text={`"${apiKey.name}" stops working at once. This cannot be undone; the integration then needs a new key.`}
      confirmLabel="Revoke"
      isDanger
      records={[apiKey.name]}
      errorFallback="Failed to revoke the API key"
      onConfirm={async () => {
        await revoke.mutateAsync({ params: { id: apiKey.id } });
        toast.success(`${apiKey.name} was revoked`);
      }}
      onClose={onClose}
    />
  );
}
