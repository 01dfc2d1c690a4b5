import type { CallInput, Endpoint } from '@portal/contract/endpoint';
import type { file } from '@portal/contract/file';
import { explainError } from '#lib/errors/error-text.ts';
import { useDownload } from '#lib/query/use-download.ts';
import { useToast } from './ToastProvider.tsx';

/** An endpoint that returns a file, and what to call the file and its failure. */
export interface FileSource<E extends Endpoint & { readonly response: typeof file }> {
  readonly endpoint: E;
  /** File name if the response has none. */
  readonly fallbackName: string;
  /** Shown when the error has no server message. */
  readonly errorFallback?: string | undefined;
}

/** Saves the file of an endpoint; a failure is shown as a toast. */
export function useFile<E extends Endpoint & { readonly response: typeof file }>({
  endpoint,
  fallbackName,
  errorFallback = 'Failed to export the CSV file',
}: FileSource<E>): { readonly save: (input: CallInput<E>) => void; readonly isPending: boolean } {
  const toast = useToast();
  const { mutate, isPending } = useDownload(endpoint, fallbackName);
  return {
    isPending,
    save: (input) =>
      mutate(input, {
        onError: (error) => {
          // The shell already shows a toast for 403.
          if (error.status !== 403) toast.error(explainError(error, errorFallback));
        },
      }),
  };
}
