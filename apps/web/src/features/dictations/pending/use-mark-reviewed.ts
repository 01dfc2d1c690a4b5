import { dictationBatchStatus } from '@portal/contract/dictations';
import { explainError } from '#lib/errors/error-text.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useToast } from '#ui/ToastProvider.tsx';

/** Marks a dictation saved for review as reviewed by its provider. */
export function useMarkReviewed() {
  const toast = useToast();
  const change = useEndpointMutation(dictationBatchStatus, { alsoChanges: ['Dictation groups'] });
  return {
    isReviewing: change.isPending,
    review: (id: string, successText: string) =>
      change.mutate(
        { body: { dictationIds: [id], newStatus: 'Completed' } },
        {
          onSuccess: () => toast.success(successText),
          onError: (error) => toast.error(explainError(error, 'Failed to change the status')),
        },
      ),
  };
}
