import { dictationSign, type DictationRow } from '@portal/contract/dictations';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useToast } from '#ui/ToastProvider.tsx';
import { dictationName } from '../dictation-labels.ts';

/** Signs a dictation as it is shown, and confirms it in a toast. Rejects if the server refuses. */
export function useSign() {
  const { mutateAsync, isPending } = useEndpointMutation(dictationSign, {
    alsoChanges: ['Dictation groups', 'Dashboard', 'Patients'],
  });
  const toast = useToast();
  return {
    isSigning: isPending,
    sign: async (dictation: DictationRow) => {
      await mutateAsync({ params: { id: dictation.id }, body: { version: dictation.version } });
      toast.success(`${dictationName(dictation)} signed`);
    },
  };
}
