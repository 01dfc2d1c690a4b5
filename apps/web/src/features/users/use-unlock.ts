import { userUnlock } from '@portal/contract/users';
import type { User } from '@portal/contract/users';
import { explainError } from '#lib/errors/error-text.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useToast } from '#ui/ToastProvider.tsx';

/** Clears the slow-down after failed sign-ins; says how it went. */
export function useUnlock(): { readonly run: (user: User) => void; readonly isPending: boolean } {
  const toast = useToast();
  const { mutate, isPending } = useEndpointMutation(userUnlock);
  return {
    isPending,
    run: ({ id, username }) =>
      mutate(
        { params: { id } },
        {
          onSuccess: () => toast.success(`${username} can sign in again`),
          // A refusal is shown as a toast already, like every one.
          onError: (error) => {
            if (error.status !== 403) toast.error(explainError(error, 'Failed to unlock user'));
          },
        },
      ),
  };
}
