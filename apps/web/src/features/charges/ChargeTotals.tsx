import { Box, Typography } from '@mui/material';
import type { ChargeSummary } from '@portal/contract/charges';
import type { CodeTotal } from '@portal/domain/charges';
import type { Column } from '#ui/DataTable.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { Section } from '#ui/Section.tsx';

const COLUMNS: readonly Column<CodeTotal, never>[] = [
  { id: 'code', header: 'Code', kind: 'record', width: 96, render: ({ code }) => code },
  { id: 'description', header: 'Description', kind: 'text', render: ({ description }) => description },
  {
    id: 'lines',
    header: 'Lines',
    kind: 'count',
    align: 'right',
    isLabeled: true,
    render: ({ lines }) => lines,
  },
  {
    id: 'units',
    header: 'Units',
    kind: 'count',
    align: 'right',
    isLabeled: true,
    render: ({ units }) => units,
  },
];

const counted = (count: number, one: string) =>
  `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`;

interface ChargeTotalsProps {
  readonly summary: ChargeSummary;
  /** Notes in the list. */
  readonly notes: number;
}

/** The lines and units per code of the signed notes on all pages of the list. */
export function ChargeTotals({ summary: { codes, lines, units }, notes }: ChargeTotalsProps) {
  if (codes.length === 0) return null;
  return (
    <Box sx={{ mt: 2 }}>
      <Section title="Totals per code">
        <Typography sx={{ mb: 1 }}>
          {counted(notes, 'note')}, {counted(lines, 'line')}, {counted(units, 'unit')}. Only signed notes are
          counted.
        </Typography>
        <PlainTable
          label="Totals per code"
          columns={COLUMNS}
          rows={codes}
          rowKey={({ code }) => code}
          rowLabel={({ code }) => code}
        />
      </Section>
    </Box>
  );
}
