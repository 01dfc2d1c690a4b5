import { Alert, Box, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { catalogCode, CODE_TYPE_LABELS, type CodeType } from '@portal/domain/billing-code';
import { parseCodeType } from '@portal/domain/billing-code-import';
import { clampPage } from '@portal/domain/list';
import { useState } from 'react';
import type { Column } from '#ui/DataTable.tsx';
import { Paging } from '#ui/data-table/Paging.tsx';
import { ListCaption } from '#ui/list-parts.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { StatusChip } from '#ui/StatusChip.tsx';
import { headingsText, leftOutText, OUTCOMES, reportSummary } from './import-labels.ts';
import type { ImportState, ReportRow } from './use-code-import.ts';

/** Separate buttons in a row that can wrap. */
const SEPARATE = {
  flexWrap: 'wrap',
  gap: 1,
  '& .MuiToggleButtonGroup-grouped': {
    m: 0,
    border: 1,
    borderColor: 'divider',
    borderRadius: 1,
  },
} as const;

interface ImportReportProps {
  readonly rows: readonly ReportRow[];
  /** What the lines of the text are. */
  readonly lines: string;
  /** How the columns were read. */
  readonly layout: ImportState['layout'];
  /** Codes without a row that become headings. */
  readonly newHeadings: readonly string[];
  /** True after the import, false for the preview. */
  readonly isDone: boolean;
  /** The type assumed for rows without one; null if the rows have a type. */
  readonly listType: CodeType | null;
  readonly onListType: (type: CodeType) => void;
}

/** The result or preview of an import, row by row. */
export function ImportReport({
  rows,
  lines,
  layout: { guess, leftOut },
  newHeadings,
  isDone,
  listType,
  onListType,
}: ImportReportProps) {
  const [kind, setKind] = useState<ReportRow['outcome'] | 'all'>('all');
  const [position, setPosition] = useState({ page: 1, pageSize: 25 });
  const found = kind === 'all' ? rows : rows.filter(({ outcome }) => outcome === kind);
  const { page, pageSize, offset } = clampPage({ ...position, totalCount: found.length });
  const shown = found.slice(offset, offset + pageSize);
  const hasErrors = rows.some(({ outcome }) => outcome === 'error');
  return (
    <>
      <Alert severity={isDone ? 'success' : hasErrors ? 'warning' : 'info'}>
        {reportSummary(rows, isDone)}
      </Alert>
      <Typography variant="body2" color="textSecondary">
        {guess === null ? lines : `${lines} ${guess}`}
      </Typography>
      {leftOut.length === 0 ? null : <Alert severity="info">{leftOutText(leftOut)}</Alert>}
      {newHeadings.length === 0 ? null : <Alert severity="info">{headingsText(newHeadings, isDone)}</Alert>}
      {listType === null ? null : <ListType value={listType} onChange={onListType} />}
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label="Rows shown"
        value={kind}
        onChange={(_event, next: typeof kind | null) => {
          setKind(next ?? 'all');
          setPosition({ ...position, page: 1 });
        }}
        sx={SEPARATE}
      >
        <ToggleButton value="all">{`All ${rows.length.toLocaleString('en-US')}`}</ToggleButton>
        {OUTCOMES.map(({ outcome, label }) => (
          <ToggleButton key={outcome} value={outcome}>
            {`${label} ${rows.filter((row) => row.outcome === outcome).length.toLocaleString('en-US')}`}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Box>
        <Box sx={{ overflow: 'auto', maxHeight: { md: 360 } }}>
          <PlainTable
            label="Rows"
            columns={COLUMNS}
            rows={shown}
            rowKey={({ line }) => String(line)}
            rowLabel={({ line }) => `line ${line}`}
          />
        </Box>
        <Paging
          label="Rows"
          page={page}
          pageSize={pageSize}
          pageSizes={[10, 25, 50, 100]}
          totalCount={found.length}
          isApproximate={false}
          rowCount={shown.length}
          onPage={(next) => setPosition({ page: next, pageSize })}
          onPageSize={(size) => setPosition({ page: 1, pageSize: size })}
        />
      </Box>
    </>
  );
}

interface ListTypeProps {
  readonly value: CodeType;
  readonly onChange: (type: CodeType) => void;
}

function ListType({ value, onChange }: ListTypeProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
      The list has no code types. Import its codes as
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label="Code type"
        value={value}
        onChange={(_event, type: CodeType | null) => (type === null ? undefined : onChange(type))}
      >
        {(['CPT', 'ICD10'] as const).map((type) => (
          <ToggleButton key={type} value={type}>
            {CODE_TYPE_LABELS[type]}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Box>
  );
}

const COLUMNS: readonly Column<ReportRow, never>[] = [
  { id: 'line', header: 'Line', kind: 'count', width: 64, isLabeled: true, render: ({ line }) => line },
  {
    id: 'type',
    header: 'Type',
    kind: 'count',
    width: 76,
    render: ({ row }) => {
      const type = parseCodeType(row.codeType);
      return type === undefined ? row.codeType : CODE_TYPE_LABELS[type];
    },
  },
  { id: 'code', header: 'Code', kind: 'record', width: 96, card: 'title', render: ({ row }) => codeOf(row) },
  { id: 'description', header: 'Description', kind: 'text', render: ({ row }) => row.description },
  {
    id: 'outcome',
    header: 'Result',
    kind: 'control',
    render: ({ outcome, trouble, isHeading, changes, warning }) => {
      const { label, color } = OUTCOMES.find((each) => each.outcome === outcome) ?? OUTCOMES[3];
      if (trouble !== null) return <Trouble text={trouble} />;
      return (
        <>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
            <StatusChip label={label} color={color} />
            {isHeading ? <StatusChip label="Heading" /> : null}
          </Box>
          {changes.map(({ field, before, after }) => (
            <ListCaption key={field}>{`${field}: ${before || 'none'} → ${after || 'none'}`}</ListCaption>
          ))}
          {warning === null ? null : <Box sx={{ color: 'warning.main' }}>{warning}</Box>}
        </>
      );
    },
  },
];

/** The code in its catalog form. */
const codeOf = ({ codeType, code }: ReportRow['row']): string => {
  const type = parseCodeType(codeType);
  return type === undefined ? code : catalogCode(type, code);
};

const Trouble = ({ text }: { readonly text: string }) => (
  <Box sx={{ color: 'error.main', minWidth: { md: 160 } }}>{text}</Box>
);
