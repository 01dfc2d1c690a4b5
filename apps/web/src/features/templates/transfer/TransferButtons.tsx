import FileUploadOutlinedIcon from '@mui/icons-material/FileUploadOutlined';
import { Button } from '@mui/material';
import { templateExport } from '@portal/contract/template-file';
import { useState } from 'react';
import { ExportButton } from '#ui/ExportButton.tsx';
import { ImportTemplatesDialog } from './ImportTemplatesDialog.tsx';

/** On a phone, all buttons of the list fit in one row without icons. */
const COMPACT = { '& .MuiButton-startIcon': { display: { xs: 'none', sm: 'inherit' } } } as const;

/** Buttons to export all templates as a file, and to import such a file. */
export function TransferButtons() {
  const [isImporting, setImporting] = useState(false);
  return (
    <>
      <ExportButton
        endpoint={templateExport}
        input={{}}
        fallbackName="templates.json"
        errorFallback="Failed to export templates"
        sx={COMPACT}
      >
        Export
      </ExportButton>
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
