import { MenuItem, TextField } from '@mui/material';
import type { ImportDetails } from '@portal/contract/patient-imports';
import { counted } from '@portal/domain/text';
import { useSheetChoice } from './use-imports.ts';

interface SheetChoiceProps {
  readonly importId: string;
  readonly details: Pick<ImportDetails, 'sheets' | 'sheet'>;
  readonly isDisabled: boolean;
  /** The columns of the sheet before no longer count. */
  readonly onChosen: () => void;
}

/** Which sheet of a workbook is imported, if several have values. */
export function SheetChoice({
  importId,
  details: { sheets, sheet },
  isDisabled,
  onChosen,
}: SheetChoiceProps) {
  const { choose, isPending } = useSheetChoice(importId);
  if (sheets.length < 2) return null;
  return (
    <TextField
      select
      size="small"
      label="Sheet"
      value={sheet ?? ''}
      disabled={isDisabled || isPending}
      helperText={isPending ? 'Reading the sheet…' : 'Only one sheet is imported at a time.'}
      onChange={({ target }) => {
        onChosen();
        void choose(target.value);
      }}
      sx={{ maxWidth: 480 }}
    >
      {sheets.map(({ name, rows, isHidden }) => (
        <MenuItem key={name} value={name}>
          {name} ({counted(rows, 'row')}
          {isHidden ? ', hidden' : ''})
        </MenuItem>
      ))}
    </TextField>
  );
}
