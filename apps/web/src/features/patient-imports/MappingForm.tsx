import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { ImportDetails } from '@portal/contract/patient-imports';
import { IMPORT_FIELDS, mappingTrouble } from '@portal/domain/patient-import/columns';
import type { ImportField } from '@portal/domain/patient-import/columns';
import { useState } from 'react';
import { useAccess } from '#lib/session/use-session.ts';
import { counted, FIELD_LABELS, unusedColumns } from './import-labels.ts';
import { SaveMappingDialog } from './SaveMappingDialog.tsx';
import { WordMeanings } from './WordMeanings.tsx';

/** The columns of each field, the order of dates, and what words mean. */
export type Mapping = Pick<ImportDetails, 'mapping' | 'dateOrder' | 'answers'>;

interface MappingFormProps {
  readonly importId: string;
  readonly details: ImportDetails;
  readonly mapping: Mapping;
  /** The mapping differs from the one of the last check. */
  readonly isChanged: boolean;
  readonly isDisabled: boolean;
  readonly onChange: (mapping: Mapping) => void;
}

const NOT_COMPARED =
  'Social security numbers are imported, but you may not view them: they are not compared, so duplicates with other names are not found, and the file of rows to fix has them masked.';

/** Which column of the file becomes which field of a patient. */
export function MappingForm({
  importId,
  details,
  mapping,
  isChanged,
  isDisabled,
  onChange,
}: MappingFormProps) {
  const [isSaving, setSaving] = useState(false);
  const { header, savedMappings } = details;
  const canViewSsn = useAccess().can('Patient.ViewSsn');
  const meanings = (
    <WordMeanings
      words={details.words}
      answers={mapping.answers}
      isDisabled={isDisabled}
      onChange={(answers) => onChange({ ...mapping, answers })}
    />
  );
  if (header === null)
    return (
      <Stack spacing={2}>
        <Typography>FHIR files name their fields. There are no columns to choose.</Typography>
        {canViewSsn ? null : <Alert severity="info">{NOT_COMPARED}</Alert>}
        {meanings}
      </Stack>
    );
  const columns = mapping.mapping ?? {};
  const trouble = mappingTrouble(columns, header);
  const unused = unusedColumns(details, columns);
  const setColumns = (field: ImportField, chosen: readonly string[]) =>
    onChange({ ...mapping, mapping: { ...columns, [field]: chosen } });
  return (
    <Stack spacing={2}>
      {trouble === null ? null : <Alert severity="warning">{trouble}</Alert>}
      {canViewSsn || (columns.socialSecurityNumber ?? []).length === 0 ? null : (
        <Alert severity="info">{NOT_COMPARED}</Alert>
      )}
      {savedMappings.length === 0 ? null : (
        <TextField
          select
          size="small"
          label="Saved mapping"
          value=""
          disabled={isDisabled}
          sx={{ maxWidth: 360 }}
          onChange={({ target }) => {
            const saved = savedMappings.find(({ id }) => id === target.value);
            if (saved !== undefined)
              onChange({ mapping: saved.columns, dateOrder: saved.dateOrder, answers: saved.words });
          }}
        >
          {savedMappings.map(({ id, name, newColumns }) => (
            <MenuItem key={id} value={id}>
              {newColumns.length === 0 ? name : `${name} (${counted(newColumns.length, 'new column')})`}
            </MenuItem>
          ))}
        </TextField>
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: {
            xs: 'repeat(2, minmax(0, 1fr))',
            sm: 'repeat(auto-fill, minmax(230px, 1fr))',
          },
        }}
      >
        {IMPORT_FIELDS.map((field) => (
          <ColumnSelect
            key={field}
            field={field}
            header={header}
            chosen={columns[field] ?? []}
            isDisabled={isDisabled}
            onChoose={(chosen) => setColumns(field, chosen)}
          />
        ))}
        <TextField
          select
          size="small"
          label="Dates like 03/04/1980"
          value={mapping.dateOrder ?? ''}
          disabled={isDisabled}
          onChange={({ target }) =>
            onChange({
              ...mapping,
              dateOrder: target.value === 'month first' || target.value === 'day first' ? target.value : null,
            })
          }
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value="">As most dates in the file</MenuItem>
          <MenuItem value="month first">Month first (March 4)</MenuItem>
          <MenuItem value="day first">Day first (April 3)</MenuItem>
        </TextField>
      </Box>
      {meanings}
      <Stack
        direction="row"
        sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center', justifyContent: 'space-between' }}
      >
        <Typography
          variant="body2"
          color="textSecondary"
          sx={{ flex: '1 1 300px', overflowWrap: 'anywhere' }}
        >
          {unused.length === 0 ? 'All columns are used.' : `Not imported: ${unused.join(', ')}`}
        </Typography>
        {trouble === null && !isChanged ? (
          <Button disabled={isDisabled} onClick={() => setSaving(true)}>
            Save mapping
          </Button>
        ) : null}
      </Stack>
      {isSaving ? <SaveMappingDialog importId={importId} onClose={() => setSaving(false)} /> : null}
    </Stack>
  );
}

interface ColumnSelectProps {
  readonly field: ImportField;
  readonly header: readonly string[];
  readonly chosen: readonly string[];
  readonly isDisabled: boolean;
  readonly onChoose: (chosen: readonly string[]) => void;
}

/** The column of a field. A phone can come from several: the first one that is not blank counts. */
function ColumnSelect({ field, header, chosen, isDisabled, onChoose }: ColumnSelectProps) {
  const columns = [...new Set(header)].filter((column) => column !== '');
  const isMultiple = field === 'phone';
  return (
    <TextField
      select
      size="small"
      label={FIELD_LABELS[field]}
      value={isMultiple ? chosen : (chosen[0] ?? '')}
      disabled={isDisabled}
      onChange={({ target }) => {
        const value: unknown = target.value;
        const list = Array.isArray(value) ? value.map(String) : [String(value)];
        onChoose(list.filter((column) => column !== ''));
      }}
      slotProps={{
        select: {
          multiple: isMultiple,
          displayEmpty: true,
          renderValue: () => (chosen.length === 0 ? 'Not imported' : chosen.join(', ')),
          sx: chosen.length === 0 ? { color: 'text.secondary' } : {},
        },
        inputLabel: { shrink: true },
      }}
    >
      {isMultiple ? null : <MenuItem value="">Not imported</MenuItem>}
      {columns.map((column) => (
        <MenuItem key={column} value={column}>
          {column}
        </MenuItem>
      ))}
    </TextField>
  );
}
