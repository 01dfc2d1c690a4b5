import { dictationBatchFile, dictationBatchPrint, dictationPrint } from '@portal/contract/dictation-print';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from '#lib/api/api-error.ts';
import { explainError } from '#lib/errors/error-text.ts';
import { saveFile } from '#lib/files/save-file.ts';
import { call } from '#lib/portal.ts';
import { useDownload } from '#lib/query/use-download.ts';
import { useToast } from '#ui/ToastProvider.tsx';

/** File names to use when the response has none. */
const FALLBACK_NAME = 'dictation.pdf';
const BATCH_FALLBACK_NAME = 'dictations.pdf';

/** Shows a failed print as a toast; the app shell already reports a 403. */
function useFailureToast(): (error: unknown, fallback: string) => void {
  const toast = useToast();
  return (error, fallback) => {
    if (error instanceof ApiError && error.status === 403) return;
    toast.error(explainError(error, fallback));
  };
}

/** Downloads a dictation with its billing sheet as a PDF. With `isSilent`, a failure is not shown. */
export function usePrintDictation({ isSilent = false } = {}) {
  const showFailure = useFailureToast();
  const download = useDownload(dictationPrint, FALLBACK_NAME);
  return {
    isPrinting: download.isPending,
    print: (id: string) =>
      download.mutate(
        { params: { id } },
        { onError: (error) => (isSilent ? undefined : showFailure(error, 'Failed to print dictation')) },
      ),
  };
}

export interface BatchPrint {
  readonly print: (ids: readonly string[]) => void;
  /** Number of dictations being printed; 0 when idle. */
  readonly printing: number;
}

/** Prints several dictations as one PDF: gets a link that is valid for five minutes and downloads it right away. */
export function useBatchPrint(fallback: string): BatchPrint {
  const toast = useToast();
  const showFailure = useFailureToast();
  const batch = useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const { pdfUrl } = await call(dictationBatchPrint, { body: { dictationIds: [...ids] } });
      return call(dictationBatchFile, { params: { id: pdfUrl.split('/').at(-1) ?? '' } });
    },
    onSuccess: (received) => saveFile(received, BATCH_FALLBACK_NAME),
    onError: (error) => showFailure(error, fallback),
  });
  return {
    printing: batch.isPending ? batch.variables.length : 0,
    print: (ids) => {
      if (ids.length === 0) toast.info('Please select dictations to print');
      else batch.mutate(ids);
    },
  };
}
