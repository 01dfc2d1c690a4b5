import { billingCodeDelete, billingCodeToggle, type BillingCode } from '@portal/contract/billing-codes';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useInvalidateArea } from '#lib/query/endpoint-query.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { codeName } from './code-columns.tsx';

interface QuestionProps {
  readonly code: BillingCode;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Confirmation before a code is activated or deactivated. */
export function ToggleCodeDialog({ code, open, onClose }: QuestionProps) {
  const refresh = useInvalidateArea();
  const toggle = useEndpointMutation(billingCodeToggle, {
    onError: () => void refresh(billingCodeToggle.tag),
  });
  const toast = useToast();
  const verb = code.isActive ? 'deactivate' : 'activate';
  const Verb = code.isActive ? 'Deactivate' : 'Activate';
  return (
    <ConfirmDialog
      newsOf={code.id}
      open={open}
      title={`${Verb} billing code?`}
      text={
        code.isActive
          ? `${codeName(code)} will no longer be offered or suggested. Existing dictations keep it.`
          : `${codeName(code)} will be offered and suggested again.`
      }
      confirmLabel={Verb}
      errorFallback={`Failed to ${verb} billing code`}
      onConfirm={async () => {
        const { message } = await toggle.mutateAsync({
          params: { id: code.id },
          body: { version: code.version },
        });
        toast.success(message);
      }}
      onClose={onClose}
    />
  );
}

/** Confirmation before a code is permanently deleted. */
export function DeleteCodeDialog({ code, open, onClose }: QuestionProps) {
  const remove = useEndpointMutation(billingCodeDelete);
  const toast = useToast();
  return (
    <ConfirmDialog
      newsOf={code.id}
      open={open}
      title="Delete billing code?"
      text={`${codeName(code)} will be deleted. This cannot be undone.`}
      confirmLabel="Delete"
      isDanger
      records={[codeName(code)]}
      errorFallback="Failed to delete billing code"
      onConfirm={async () => {
        const { message } = await remove.mutateAsync({ params: { id: code.id } });
        toast.success(message);
      }}
      onClose={onClose}
    />
  );
}
