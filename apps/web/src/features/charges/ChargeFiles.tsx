import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import PictureAsPdfOutlined from '@mui/icons-material/PictureAsPdfOutlined';
import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined';
import { Button } from '@mui/material';
import { chargeExport, chargeSheet } from '@portal/contract/charges';
import type { BodyInputOf } from '@portal/contract/endpoint';
import { useState, type ReactElement } from 'react';
import { explainError } from '#lib/errors/error-text.ts';
import { useDownload } from '#lib/query/use-download.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { useToast } from '#ui/ToastProvider.tsx';
import { adminOnly } from './admin-only.ts';
import { CsvColumnsDialog } from './CsvColumnsDialog.tsx';

interface ChargeFilesProps {
  readonly filters: BodyInputOf<typeof chargeExport>;
  readonly isDisabled: boolean;
}

/** The files of the current list: CSV and day sheet, and the columns of the CSV file for administrators. */
export function ChargeFiles({ filters, isDisabled }: ChargeFilesProps) {
  const [choosesColumns, setChoosesColumns] = useState(false);
  const csv = useDownload(chargeExport, 'charges.csv');
  const sheet = useDownload(chargeSheet, 'day_sheet.pdf');
  const { passes } = useAccess();
  const common = { filters, isDisabled } as const;
  return (
    <>
      <FileButton {...common} label="Export CSV" icon={<FileDownloadOutlined />} download={csv} />
      <FileButton {...common} label="Day sheet" icon={<PictureAsPdfOutlined />} download={sheet} />
      {passes(adminOnly) ? (
        <Button
          variant="outlined"
          startIcon={<ViewColumnOutlined />}
          aria-haspopup="dialog"
          onClick={() => setChoosesColumns(true)}
        >
          CSV columns
        </Button>
      ) : null}
      {choosesColumns ? <CsvColumnsDialog onClose={() => setChoosesColumns(false)} /> : null}
    </>
  );
}

interface FileButtonProps extends ChargeFilesProps {
  readonly label: string;
  readonly icon: ReactElement;
  readonly download: ReturnType<typeof useDownload<typeof chargeExport>>;
}

function FileButton({ label, icon, download, filters, isDisabled }: FileButtonProps) {
  const toast = useToast();
  return (
    <Button
      variant="outlined"
      startIcon={icon}
      loading={download.isPending}
      loadingPosition="start"
      disabled={isDisabled}
      onClick={() =>
        download.mutate(
          { body: filters },
          {
            onError: (error) => {
              // The shell already shows a toast for 403.
              if (error.status !== 403) toast.error(explainError(error, 'Failed to create the file'));
            },
          },
        )
      }
    >
      {label}
    </Button>
  );
}
