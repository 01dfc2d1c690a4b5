import { Alert, Box, Button, MenuItem, Stack, TextField, Typography } from '@mui/material';
import type { ImportDetails } from '@portal/contract/patient-imports';
import {
  leaveOut,
  mappingTrouble,
  undecidedColumns,
  type FilledColumn,
} from '@portal/domain/patient-import/columns';
import { counted } from '@portal/domain/text';
import { useState, type ReactNode } from 'react';
import { useAccess } from '#lib/session/use-session.ts';
import { ColumnTable } from './ColumnTable.tsx';
import { HeaderLineSelect } from './HeaderLineSelect.tsx';
import { SaveMappingDialog } from './SaveMappingDialog.tsx';
import { WordMeanings } from './WordMeanings.tsx';

/** The columns of each field, the order of dates, what words mean, and what happens with values that cannot be read. */
export type Mapping = Pick<ImportDetails, 'mapping' | 'dateOrder' | 'answers' | 'choices'>;

interface MappingFormProps {
  readonly importId: string;
  readonly details: ImportDetails;
  readonly mapping: Mapping;
  /** The mapping differs from the one of the last check. */
  readonly isChanged: boolean;
  readonly isDisabled: boolean;
  readonly onChange: (mapping: Mapping) => void;
  /** Leaves out all columns that are not decided, and checks the file. */
  readonly onLeaveOut: (mapping: Mapping) => void;
  readonly onChooseHeader: (line: number) => void;
}

/** The columns with values that neither have a field nor are left out. Before the check, only the first rows are known. */
export const undecidedOf = ({ columns }: ImportDetails, { mapping }: Mapping): readonly FilledColumn[] =>
  undecidedColumns(
    mapping ?? {},
    (columns ?? []).map(({ name, values, samples }) => ({ name, values: values ?? samples.length })),
  );

const NOT_COMPARED =
  'Social security numbers are imported, but you may not view them: they are not compared, so duplicates with other names are not found, and the file of rows to fix has them masked.';

/** What each column of the file becomes, and how its dates and words are read. */
export function MappingForm(props: MappingFormProps) {
  const { details, mapping, isDisabled, onChange } = props;
  const { header } = details;
  const canViewSsn = useAccess().can('Patient.ViewSsn');
  const hasSsn = header === null || (mapping.mapping?.socialSecurityNumber ?? []).length > 0;
  const notCompared = canViewSsn || !hasSsn ? null : <Alert severity="info">{NOT_COMPARED}</Alert>;
  const meanings = (
    <WordMeanings
      words={details.words}
      answers={mapping.answers}
      isDisabled={isDisabled}
      onChange={(answers) => onChange({ ...mapping, answers })}
    />
  );
  return (
    <Stack spacing={2}>
      {header === null ? (
        <>
          <Typography>FHIR files name their fields. There are no columns to choose.</Typography>
          {notCompared}
          {meanings}
        </>
      ) : (
        <Columns {...props} header={header} notCompared={notCompared} meanings={meanings} />
      )}
    </Stack>
  );
}

interface ColumnsProps extends MappingFormProps {
  readonly header: readonly string[];
  readonly notCompared: ReactNode;
  readonly meanings: ReactNode;
}

function Columns({
  importId,
  details,
  mapping,
  isChanged,
  isDisabled,
  onChange,
  onLeaveOut,
  onChooseHeader,
  header,
  notCompared,
  meanings,
}: ColumnsProps) {
  const [isSaving, setSaving] = useState(false);
  const { savedMappings } = details;
  const columns = mapping.mapping ?? {};
  const trouble = mappingTrouble(columns, header);
  const undecided = undecidedOf(details, mapping);
  return (
    <>
      {trouble === null ? null : <Alert severity="warning">{trouble}</Alert>}
      {notCompared}
      {savedMappings.length === 0 ? null : (
        <SavedMappings saved={savedMappings} isDisabled={isDisabled} onChoose={onChange} />
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fill, minmax(230px, 1fr))' },
        }}
      >
        <HeaderLineSelect details={details} isDisabled={isDisabled} onChoose={onChooseHeader} />
        <DateOrder
          value={mapping.dateOrder}
          isDisabled={isDisabled}
          onChange={(dateOrder) => onChange({ ...mapping, dateOrder })}
        />
      </Box>
      {undecided.length === 0 ? null : (
        <Undecided
          columns={undecided}
          isDisabled={isDisabled}
          onLeaveOut={() =>
            onLeaveOut({
              ...mapping,
              mapping: leaveOut(
                columns,
                undecided.map(({ name }) => name),
              ),
            })
          }
        />
      )}
      <ColumnTable
        columns={details.columns ?? []}
        mapping={columns}
        isDisabled={isDisabled}
        onChange={(changed) => onChange({ ...mapping, mapping: changed })}
      />
      {meanings}
      {trouble === null && !isChanged ? (
        <Stack direction="row" sx={{ justifyContent: 'flex-end' }}>
          <Button disabled={isDisabled} onClick={() => setSaving(true)}>
            Save mapping
          </Button>
        </Stack>
      ) : null}
      {isSaving ? <SaveMappingDialog importId={importId} onClose={() => setSaving(false)} /> : null}
    </>
  );
}

interface SavedMappingsProps {
  readonly saved: ImportDetails['savedMappings'];
  readonly isDisabled: boolean;
  readonly onChoose: (mapping: Mapping) => void;
}

function SavedMappings({ saved, isDisabled, onChoose }: SavedMappingsProps) {
  return (
    <TextField
      select
      size="small"
      label="Saved mapping"
      value=""
      disabled={isDisabled}
      sx={{ maxWidth: 360 }}
      onChange={({ target }) => {
        const chosen = saved.find(({ id }) => id === target.value);
        if (chosen !== undefined)
          onChoose({
            mapping: chosen.columns,
            dateOrder: chosen.dateOrder,
            answers: chosen.words,
            choices: chosen.choices,
          });
      }}
    >
      {saved.map(({ id, name, newColumns }) => (
        <MenuItem key={id} value={id}>
          {newColumns.length === 0 ? name : `${name} (${counted(newColumns.length, 'new column')})`}
        </MenuItem>
      ))}
    </TextField>
  );
}

interface DateOrderProps {
  readonly value: Mapping['dateOrder'];
  readonly isDisabled: boolean;
  readonly onChange: (dateOrder: Mapping['dateOrder']) => void;
}

function DateOrder({ value, isDisabled, onChange }: DateOrderProps) {
  return (
    <TextField
      select
      size="small"
      label="Dates like 03/04/1980"
      value={value ?? ''}
      disabled={isDisabled}
      onChange={({ target }) =>
        onChange(target.value === 'month first' || target.value === 'day first' ? target.value : null)
      }
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">As most dates in the file</MenuItem>
      <MenuItem value="month first">Month first (March 4)</MenuItem>
      <MenuItem value="day first">Day first (April 3)</MenuItem>
    </TextField>
  );
}

interface UndecidedProps {
  readonly columns: readonly FilledColumn[];
  readonly isDisabled: boolean;
  readonly onLeaveOut: () => void;
}

/** Asks about columns that would be lost. */
function Undecided({ columns, isDisabled, onLeaveOut }: UndecidedProps) {
  const [one, isOne] = [counted(columns.length, 'column'), columns.length === 1];
  return (
    <Alert
      severity="warning"
      action={
        <Button color="inherit" size="small" disabled={isDisabled} onClick={onLeaveOut}>
          Leave out the other {one}
        </Button>
      }
      sx={{ flexWrap: { xs: 'wrap', sm: 'nowrap' } }}
    >
      {one} {isOne ? 'has' : 'have'} values but no field. Choose what {isOne ? 'it becomes' : 'they become'},
      or leave {isOne ? 'it' : 'them'} out. Until then, nothing can be imported.
    </Alert>
  );
}
