import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { Button } from '@mui/material';
import type { CallInput, Endpoint } from '@portal/contract/endpoint';
import type { file } from '@portal/contract/file';
import { explainError } from '#lib/errors/error-text.ts';
import { useDownload } from '#lib/query/use-download.ts';
import { useToast } from '#ui/ToastProvider.tsx';

interface DownloadButtonProps<E extends Endpoint & { readonly response: typeof file }> {
  readonly endpoint: E;
  readonly input: CallInput<E>;
  readonly fallbackName: string;
  readonly disabled?: boolean;
}

/** The Export CSV button, for all rows that match the current filters. */
export function DownloadButton<E extends Endpoint & { readonly response: typeof file }>({
  endpoint,
  input,
  fallbackName,
  disabled = false,
}: DownloadButtonProps<E>) {
  const toast = useToast();
  const download = useDownload(endpoint, fallbackName);
  return (
    <Button
      variant="outlined"
      startIcon={<FileDownloadOutlined />}
      loading={download.isPending}
      loadingPosition="start"
      disabled={disabled}
      onClick={() =>
        download.mutate(input, {
          onError: (error) => {
            // The shell already shows a toast for 403.
            if (error.status === 403) return;
            toast.error(explainError(error, 'Failed to export the CSV file'));
          },
        })
      }
    >
      Export CSV
    </Button>
  );
}
