import { dictationSign, type DictationRow } from '@portal/contract/dictations';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { dictationName } from '../dictation-labels.ts';
import { useSignedToast } from '../order/use-order.ts';

/** Signs a dictation as it is shown, and confirms it in a toast. Rejects if the server refuses. */
export function useSign() {
  const { mutateAsync, isPending } = useEndpointMutation(dictationSign, {
    alsoChanges: ['Dictation groups', 'Dashboard', 'Patients'],
  });
  const confirm = useSignedToast();
  return {
    isSigning: isPending,
    sign: async (dictation: DictationRow) => {
      const signed = await mutateAsync({
        params: { id: dictation.id },
        body: { version: dictation.version },
      });
      await confirm(`${dictationName(dictation)} signed`, signed);
    },
  };
}
