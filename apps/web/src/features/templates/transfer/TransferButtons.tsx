import FileDownloadOutlinedIcon from '@mui/icons-material/FileDownloadOutlined';
import FileUploadOutlinedIcon from '@mui/icons-material/FileUploadOutlined';
import { Button } from '@mui/material';
import { templateExport } from '@portal/contract/template-file';
import { useState } from 'react';
import { explainError } from '#lib/errors/error-text.ts';
import { useDownload } from '#lib/query/use-download.ts';
import { useToast } from '#ui/ToastProvider.tsx';
import { ImportTemplatesDialog } from './ImportTemplatesDialog.tsx';

/** On a phone, all buttons of the list fit in one row without icons. */
const COMPACT = { '& .MuiButton-startIcon': { display: { xs: 'none', sm: 'inherit' } } } as const;

/** Buttons to export all templates as a file, and to import such a file. */
export function TransferButtons() {
  const toast = useToast();
  const [isImporting, setImporting] = useState(false);
  const download = useDownload(templateExport, 'templates.json');
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<FileDownloadOutlinedIcon />}
        loading={download.isPending}
        loadingPosition="start"
        sx={COMPACT}
        onClick={() =>
          download.mutate(
            {},
            {
              onError: (error) => {
                // The app shell already reports a 403.
                if (error.status !== 403) toast.error(explainError(error, 'Failed to export templates'));
              },
            },
          )
        }
      >
        Export
      </Button>
      <Button
        variant="outlined"
        startIcon={<FileUploadOutlinedIcon />}
        sx={COMPACT}
        onClick={() => setImporting(true)}
      >
        Import…
      </Button>
      {isImporting ? <ImportTemplatesDialog onClose={() => setImporting(false)} /> : null}
    </>
  );
}
