import PictureAsPdfOutlined from '@mui/icons-material/PictureAsPdfOutlined';
import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined';
import { Button } from '@mui/material';
import { chargeExport, chargeSheet } from '@portal/contract/charges';
import type { BodyInputOf } from '@portal/contract/endpoint';
import { useState } from 'react';
import { useAccess } from '#lib/session/use-session.ts';
import { ExportButton } from '#ui/ExportButton.tsx';
import { adminOnly } from './admin-only.ts';
import { CsvColumnsDialog } from './CsvColumnsDialog.tsx';

interface ChargeFilesProps {
  readonly filters: BodyInputOf<typeof chargeExport>;
  readonly isDisabled: boolean;
}

/** The files of the current list: CSV and day sheet, and the columns of the CSV file for administrators. */
export function ChargeFiles({ filters, isDisabled }: ChargeFilesProps) {
  const [choosesColumns, setChoosesColumns] = useState(false);
  const { passes } = useAccess();
  const common = {
    input: { body: filters },
    disabled: isDisabled,
    errorFallback: 'Failed to create the file',
  } as const;
  return (
    <>
      <ExportButton {...common} endpoint={chargeExport} fallbackName="charges.csv" />
      <ExportButton
        {...common}
        endpoint={chargeSheet}
        fallbackName="day_sheet.pdf"
        startIcon={<PictureAsPdfOutlined />}
      >
        Day sheet
      </ExportButton>
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
