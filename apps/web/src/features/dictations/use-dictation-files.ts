import { dictationBatchFile, dictationBatchPrint, dictationPrint } from '@portal/contract/dictation-print';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from '#lib/api/api-error.ts';
import { explainError } from '#lib/errors/error-text.ts';
import { saveFile } from '#lib/files/save-file.ts';
import { call } from '#lib/portal.ts';
import { useDownload } from '#lib/query/use-download.ts';
import { useToast } from '#ui/ToastProvider.tsx';

/** What the PDFs are called when their names did not arrive. */
const FALLBACK_NAME = 'dictation.pdf';
const BATCH_FALLBACK_NAME = 'dictations.pdf';

/** What a failed print says in a toast; a 403 is said by the shell already. */
function useSayFailure(): (error: unknown, fallback: string) => void {
  const toast = useToast();
  return (error, fallback) => {
    if (error instanceof ApiError && error.status === 403) return;
    toast.error(explainError(error, fallback));
  };
}

/** Saves a dictation with its billing sheet as a PDF; a failing print of a pending one is silent. */
export function usePrintDictation({ isSilent = false } = {}) {
  const say = useSayFailure();
  const download = useDownload(dictationPrint, FALLBACK_NAME);
  return {
    isPrinting: download.isPending,
    print: (id: string) =>
      download.mutate(
        { params: { id } },
        { onError: (error) => (isSilent ? undefined : say(error, 'Failed to print dictation')) },
      ),
  };
}

export interface BatchPrint {
  readonly print: (ids: readonly string[]) => void;
  /** How many are being printed now; 0 when none are. */
  readonly printing: number;
}

/** Many dictations in one PDF: the server makes a link for five minutes, which is fetched and saved at once. */
export function useBatchPrint(fallback: string): BatchPrint {
  const toast = useToast();
  const say = useSayFailure();
  const batch = useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const { pdfUrl } = await call(dictationBatchPrint, { body: { dictationIds: [...ids] } });
      return call(dictationBatchFile, { params: { id: pdfUrl.split('/').at(-1) ?? '' } });
    },
    onSuccess: (received) => saveFile(received, BATCH_FALLBACK_NAME),
    onError: (error) => say(error, fallback),
  });
  return {
    printing: batch.isPending ? batch.variables.length : 0,
    print: (ids) => {
      if (ids.length === 0) toast.info('Please select dictations to print');
      else batch.mutate(ids);
    },
  };
}
