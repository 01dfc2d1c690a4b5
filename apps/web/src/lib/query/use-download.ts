import type { CallInput, Endpoint } from '@portal/contract/endpoint';
import type { file, ReceivedFile } from '@portal/contract/file';
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import type { ApiError } from '#lib/api/api-error.ts';
import { saveFile } from '#lib/files/save-file.ts';
import { call } from '#lib/portal.ts';
import { useReportedFailures } from './late-failures.ts';

type FileEndpoint = Endpoint & { readonly response: typeof file };

/**
 * Calls an endpoint that returns a file and saves it: `const download = useDownload(orderPrint, 'order.pdf')`, then
 * `download.mutate({ params: { id } })`.
 */
export function useDownload<E extends FileEndpoint>(
  endpoint: E,
  fallbackName: string,
): UseMutationResult<ReceivedFile, ApiError, CallInput<E>> {
  const mutation = useMutation<ReceivedFile, ApiError, CallInput<E>>({
    mutationFn: (input) => call<FileEndpoint>(endpoint, input),
    onSuccess: (received) => saveFile(received, fallbackName),
  });
  return useReportedFailures(mutation);
}
