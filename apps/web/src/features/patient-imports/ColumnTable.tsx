import { MenuItem, TextField, Typography } from '@mui/material';
import type { ImportDetails } from '@portal/contract/patient-imports';
import {
  assignColumn,
  COLUMN_USES,
  IMPORT_FIELDS,
  type ColumnMapping,
  type ColumnUse,
} from '@portal/domain/patient-import/columns';
import { counted } from '@portal/domain/text';
import type { Column } from '#ui/DataTable.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { FIELD_LABELS } from './import-labels.ts';

/** A column of the file. */
export type FileColumn = NonNullable<ImportDetails['columns']>[number];

interface ColumnTableProps {
  readonly columns: readonly FileColumn[];
  readonly mapping: ColumnMapping;
  readonly isDisabled: boolean;
  readonly onChange: (mapping: ColumnMapping) => void;
}

/** Each column of the file with some of its values, and what becomes of it. */
export function ColumnTable({ columns, mapping, isDisabled, onChange }: ColumnTableProps) {
  const rows = columns.filter(({ name }) => name !== '');
  const table: readonly Column<FileColumn, never>[] = [
    {
      id: 'name',
      header: 'Column of the file',
      render: ({ name }) => name,
    },
    { id: 'values', header: 'Values', kind: 'control', render: (column) => <Values column={column} /> },
    {
      id: 'use',
      header: 'Becomes',
      kind: 'control',
      width: 290,
      render: (column) => (
        <UseSelect
          column={column}
          mapping={mapping}
          isDisabled={isDisabled}
          onChoose={(use) => onChange(assignColumn(mapping, column.name, use))}
        />
      ),
    },
  ];
  return (
    <PlainTable
      label="Columns of the file"
      columns={table}
      rows={rows}
      rowKey={({ name }) => name}
      rowLabel={({ name }) => name}
    />
  );
}

function Values({ column: { values, samples } }: { readonly column: FileColumn }) {
  if (samples.length === 0)
    return (
      <Typography variant="body2" color="textSecondary">
        No values
      </Typography>
    );
  return (
    <>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {samples.join(' · ')}
      </Typography>
      {values === null ? null : (
        <Typography variant="caption" color="textSecondary">
          In {counted(values, 'row')}
        </Typography>
      )}
    </>
  );
}

interface UseSelectProps {
  readonly column: FileColumn;
  readonly mapping: ColumnMapping;
  readonly isDisabled: boolean;
  readonly onChoose: (use: ColumnUse | null) => void;
}

/** What a column becomes. A phone can come from several columns. */
function UseSelect({ column: { name, values, samples }, mapping, isDisabled, onChoose }: UseSelectProps) {
  const use = COLUMN_USES.find((each) => (mapping[each] ?? []).includes(name));
  const isUndecided = use === undefined && (values ?? samples.length) > 0;
  const earlier = use === 'phone' ? (mapping.phone ?? []).slice(0, (mapping.phone ?? []).indexOf(name)) : [];
  return (
    <TextField
      select
      fullWidth
      size="small"
      value={use ?? ''}
      error={isUndecided}
      disabled={isDisabled}
      helperText={earlier.length === 0 ? undefined : `Where ${earlier.join(' and ')} has no value`}
      onChange={({ target }) => onChoose(COLUMN_USES.find((each) => each === target.value) ?? null)}
      slotProps={{
        select: {
          displayEmpty: true,
          SelectDisplayProps: { 'aria-label': `${name} becomes` },
          sx: use === undefined || use === 'leftOut' ? { color: 'text.secondary' } : {},
        },
      }}
    >
      {use === undefined ? <MenuItem value="">{isUndecided ? 'Choose' : 'Nothing'}</MenuItem> : null}
      <MenuItem value="leftOut">Left out</MenuItem>
      {IMPORT_FIELDS.map((field) => (
        <MenuItem key={field} value={field}>
          {FIELD_LABELS[field]}
        </MenuItem>
      ))}
    </TextField>
  );
}
