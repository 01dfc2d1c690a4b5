import { userUnlock, type User } from '@portal/contract/users';
import { explainError } from '#lib/errors/error-text.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useToast } from '#ui/ToastProvider.tsx';

/** Clears the sign-in delay after failed attempts and shows the result as a toast. */
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
          // Every 403 is already shown as a toast.
          onError: (error) => {
            if (error.status !== 403) toast.error(explainError(error, 'Failed to unlock user'));
          },
        },
      ),
  };
}
