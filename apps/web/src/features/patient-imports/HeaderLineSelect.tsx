import { MenuItem, TextField } from '@mui/material';
import type { ImportDetails } from '@portal/contract/patient-imports';

interface HeaderLineSelectProps {
  readonly details: Pick<ImportDetails, 'headerLine' | 'firstLines'>;
  readonly isDisabled: boolean;
  readonly onChoose: (line: number) => void;
}

/** Which line has the names of the columns. */
export function HeaderLineSelect({
  details: { headerLine, firstLines },
  isDisabled,
  onChoose,
}: HeaderLineSelectProps) {
  if (headerLine === null) return null;
  return (
    <TextField
      select
      size="small"
      label="Names of columns"
      value={firstLines.some(({ line }) => line === headerLine) ? headerLine : ''}
      disabled={isDisabled}
      onChange={({ target }) => onChoose(Number(target.value))}
      slotProps={{ select: { renderValue: () => `In line ${headerLine}`, displayEmpty: true } }}
    >
      {firstLines.map(({ line, text }) => (
        <MenuItem key={line} value={line} sx={{ maxWidth: 480, whiteSpace: 'normal' }} translate="no">
          Line {line}: {text}
        </MenuItem>
      ))}
    </TextField>
  );
}
