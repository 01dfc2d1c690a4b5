import FileDownloadOutlinedIcon from '@mui/icons-material/FileDownloadOutlined';
import { Button } from '@mui/material';
import { auditExport } from '@portal/contract/audit';
import { explainError } from '#lib/errors/error-text.ts';
import { useDownload } from '#lib/query/use-download.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { useToast } from '#ui/ToastProvider.tsx';
import { auditFilter, type AuditFilterValues } from './audit-list.ts';

interface ExportButtonProps {
  readonly filters: AuditFilterValues;
  /** A part of the reason, or `''`. */
  readonly reason: string;
  readonly disabled: boolean;
}

/** Exports all entries that match the filters as CSV. */
export function ExportButton({ filters, reason, disabled }: ExportButtonProps) {
  const toast = useToast();
  const zone = usePracticeTimes().practice?.timeZone;
  const download = useDownload(auditExport, 'audit_logs.csv');
  return (
    <Button
      variant="contained"
      startIcon={<FileDownloadOutlinedIcon />}
      loading={download.isPending}
      loadingPosition="start"
      disabled={disabled || zone === undefined}
      onClick={() =>
        download.mutate(
          { body: auditFilter(filters, reason, zone ?? 'UTC') },
          {
            onError: (error) => {
              // The shell already shows a toast for 403.
              if (error.status === 403) return;
              toast.error(explainError(error, 'Failed to export audit logs'));
            },
          },
        )
      }
    >
      Export CSV
    </Button>
  );
}
