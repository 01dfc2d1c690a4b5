import { Box, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import type { ImportDetails } from '@portal/contract/patient-imports';
import { formatDateUs } from '@portal/domain/date';
import { formatPhone } from '@portal/domain/phone';

interface PreviewTableProps {
  readonly preview: NonNullable<ImportDetails['preview']>;
}

/** The first rows as patients. Columns without any value are left out. */
export function PreviewTable({ preview: { columns, rows } }: PreviewTableProps) {
  const shown = columns.flatMap((label, at) =>
    rows.some((row) => row[at] !== undefined && row[at] !== '') ? [{ label, at }] : [],
  );
  return (
    <Box
      component="section"
      aria-label="Preview"
      tabIndex={0}
      sx={{ overflow: 'auto', maxHeight: 420, '& th, & td': { whiteSpace: 'nowrap' } }}
    >
      <Table size="small" stickyHeader aria-label="What rows become">
        <TableHead>
          <TableRow>
            {shown.map(({ label }) => (
              <TableCell key={label}>{label}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody translate="no">
          {rows.map((row) => (
            <TableRow key={row[0]}>
              {shown.map(({ label, at }) => (
                <TableCell key={label}>{cellText(label, row[at] ?? '')}</TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

function cellText(label: string, cell: string): string {
  if (label === 'Active') return cell === 'true' ? 'Yes' : 'No';
  if (label === 'Date of birth') return formatDateUs(cell);
  return label === 'Phone' ? formatPhone(cell) : cell;
}
