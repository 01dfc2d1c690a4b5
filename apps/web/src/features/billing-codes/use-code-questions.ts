import { billingCodeDelete, billingCodeToggle, type BillingCode } from '@portal/contract/billing-codes';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useInvalidateArea } from '#lib/query/endpoint-query.ts';
import type { Question } from '#ui/ConfirmDialog.tsx';
import { codeName } from './code-columns.tsx';

/** Asks before a code is activated or deactivated. */
export function useToggle(): (code: BillingCode) => Question {
  const refresh = useInvalidateArea();
  const toggle = useEndpointMutation(billingCodeToggle, {
    onError: () => void refresh(billingCodeToggle.tag),
  });
  return (code) => {
    const { id, version, isActive } = code;
    return {
      newsOf: id,
      title: isActive ? 'Deactivate billing code?' : 'Activate billing code?',
      text: isActive
        ? `${codeName(code)} will no longer be offered or suggested. Existing dictations keep it.`
        : `${codeName(code)} will be offered and suggested again.`,
      confirmLabel: isActive ? 'Deactivate' : 'Activate',
      errorFallback: `Failed to ${isActive ? 'deactivate' : 'activate'} billing code`,
      onConfirm: async () => (await toggle.mutateAsync({ params: { id }, body: { version } })).message,
    };
  };
}

/** Asks before a code is permanently deleted. */
export function useDeletion(): (code: BillingCode) => Question {
  const remove = useEndpointMutation(billingCodeDelete);
  return (code) => ({
    newsOf: code.id,
    title: 'Delete billing code?',
    text: `${codeName(code)} will be deleted. This cannot be undone.`,
    confirmLabel: 'Delete',
    isDanger: true,
    records: [codeName(code)],
    errorFallback: 'Failed to delete billing code',
    onConfirm: async () => (await remove.mutateAsync({ params: { id: code.id } })).message,
  });
}
