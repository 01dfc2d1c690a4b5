import FileDownloadOutlinedIcon from '@mui/icons-material/FileDownloadOutlined';
import { Button } from '@mui/material';
import { billingCodeExport } from '@portal/contract/billing-codes';
import { explainError } from '#lib/errors/error-text.ts';
import { useDownload } from '#lib/query/use-download.ts';
import { useToast } from '#ui/ToastProvider.tsx';
import type { CodeFilters } from './code-list.ts';

/** Downloads all filtered codes as CSV, across all pages. */
export function ExportCodesButton({ filters }: { readonly filters: CodeFilters }) {
  const toast = useToast();
  const download = useDownload(billingCodeExport, 'billing-codes.csv');
  return (
    <Button
      variant="outlined"
      startIcon={<FileDownloadOutlinedIcon />}
      loading={download.isPending}
      loadingPosition="start"
      onClick={() =>
        download.mutate(
          { body: filters },
          {
            onError: (error) => {
              // The app shell already reports a 403.
              if (error.status === 403) return;
              toast.error(explainError(error, 'Failed to export billing codes'));
            },
          },
        )
      }
    >
      Export
    </Button>
  );
}
