import AddIcon from '@mui/icons-material/Add';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import { Box, Button, Card, FormHelperText, IconButton, Stack, TextField, Typography } from '@mui/material';
import { COLUMN_TYPES, TEMPLATE_LIMITS } from '@portal/domain/template/content';
import { useEffect, useRef } from 'react';
import { useController, useFieldArray, useFormState, useWatch } from 'react-hook-form';
import { FormCheckbox } from '#ui/form/FormCheckbox.tsx';
import { FormGrid } from '#ui/form/FormGrid.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { linesOf } from '../conditions/condition-input.ts';
import { ArrangedHead } from './ArrangedHead.tsx';
import { hasOptions, newColumn } from './column-values.ts';
import type { ColumnInput, FieldFormState } from './field-shape.ts';
import { TYPE_LABELS } from './field-labels.ts';
import { idOfLabel } from './field-values.ts';
import { OptionsField } from './OptionsField.tsx';

const TYPES = COLUMN_TYPES.map((value) => ({ value, label: TYPE_LABELS[value] }));

/** The table of a `rows` field: its columns, how many rows it has, and the rows that it starts with. */
export function FieldRowsTable({ form }: { readonly form: FieldFormState }) {
  const { control } = form;
  const {
    fields: columns,
    append,
    remove,
    move,
  } = useFieldArray({ control, name: 'columns', keyName: 'rowKey' });
  const { errors } = useFormState({ control, name: 'columns' });
  const list = useRef<HTMLOListElement>(null);
  const count = columns.length;
  const before = useRef(count);
  useEffect(() => {
    if (count > before.current)
      list.current?.querySelector<HTMLElement>(':scope > li:last-child input')?.focus();
    before.current = count;
  }, [count]);
  return (
    <>
      <div>
        <Typography variant="h3" sx={{ mb: 1 }}>
          Columns
        </Typography>
        <Stack ref={list} component="ol" sx={{ gap: 1.5, listStyle: 'none', m: 0, p: 0 }}>
          {columns.map(({ rowKey }, at) => (
            <ColumnCard
              key={rowKey}
              form={form}
              at={at}
              count={count}
              onMove={(by) => move(at, at + by)}
              onRemove={() => remove(at)}
            />
          ))}
        </Stack>
        {typeof errors.columns?.message === 'string' || typeof errors.columns?.root?.message === 'string' ? (
          <FormHelperText error>{errors.columns.message ?? errors.columns.root?.message}</FormHelperText>
        ) : null}
        <Button
          size="small"
          startIcon={<AddIcon />}
          disabled={count >= TEMPLATE_LIMITS.columns}
          onClick={() => append(newColumn(), { shouldFocus: false })}
          sx={{ mt: 1 }}
        >
          Add Column
        </Button>
      </div>
      <FormGrid>
        <FormTextField
          control={control}
          name="minRows"
          label="Minimum rows"
          inputMode="numeric"
          helperText="Empty rows up to this number are there from the start"
        />
        <FormTextField
          control={control}
          name="maxRows"
          label="Maximum rows"
          inputMode="numeric"
          helperText={`At most ${TEMPLATE_LIMITS.tableRows}`}
        />
      </FormGrid>
      <StartingRows form={form} />
    </>
  );
}

interface ColumnCardProps {
  readonly form: FieldFormState;
  readonly at: number;
  readonly count: number;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

function ColumnCard({ form: { control, methods }, at, count, onMove, onRemove }: ColumnCardProps) {
  const [type, label, columnId, key] = useWatch({
    control,
    name: [`columns.${at}.type`, `columns.${at}.label`, `columns.${at}.columnId`, `columns.${at}.key`],
  });
  // The ID of a new column follows its label until it is edited.
  const derived = useRef(columnId);
  const isNew = key !== columnId || columnId === '';
  useEffect(() => {
    if (!isNew || columnId !== derived.current) return;
    derived.current = idOfLabel(label);
    if (derived.current !== columnId) methods.setValue(`columns.${at}.columnId`, derived.current);
  }, [isNew, label, columnId, at, methods]);
  const name = `column ${at + 1}`;
  return (
    <Card component="li" aria-label={name} sx={{ p: 1.5 }}>
      <ArrangedHead
        title={`Column ${at + 1}`}
        name={name}
        at={at}
        count={count}
        onMove={onMove}
        onRemove={onRemove}
      />
      <FormGrid>
        <FormTextField control={control} name={`columns.${at}.label`} label="Column label" required />
        <FormTextField
          control={control}
          name={`columns.${at}.columnId`}
          label="Column ID"
          required
          format={(typed) => typed.toLowerCase().replaceAll(/[\s-]/g, '_')}
        />
        <FormSelect
          control={control}
          name={`columns.${at}.type`}
          label="Column type"
          options={TYPES}
          required
        />
        <FormCheckbox control={control} name={`columns.${at}.required`} label="Required in each row" />
      </FormGrid>
      {hasOptions(type) ? (
        <Box sx={{ mt: 2 }}>
          <OptionsField
            control={control}
            name={`columns.${at}.options`}
            label="Column options"
            required={type !== 'checkbox'}
          />
        </Box>
      ) : null}
    </Card>
  );
}

function StartingRows({ form: { control } }: { readonly form: FieldFormState }) {
  const columns = useWatch({ control, name: 'columns' });
  const { fields: rows, append, remove } = useFieldArray({ control, name: 'defaultRows' });
  return (
    <div>
      <Typography variant="h3" sx={{ mb: 0.5 }}>
        Starting rows
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        What the first rows have when a dictation is started
      </Typography>
      <Stack component="ol" sx={{ gap: 1.5, listStyle: 'none', m: 0, p: 0 }}>
        {rows.map(({ id }, at) => (
          <Stack
            key={id}
            component="li"
            direction="row"
            aria-label={`starting row ${at + 1}`}
            sx={{ alignItems: 'flex-start', gap: 0.5 }}
          >
            <Box sx={CELLS}>
              {columns.map((column) => (
                <StartingCell key={column.key} control={control} at={at} column={column} />
              ))}
            </Box>
            <IconButton size="small" aria-label={`Remove starting row ${at + 1}`} onClick={() => remove(at)}>
              <DeleteOutlined fontSize="small" />
            </IconButton>
          </Stack>
        ))}
      </Stack>
      <Button
        size="small"
        startIcon={<AddIcon />}
        disabled={columns.length === 0 || rows.length >= TEMPLATE_LIMITS.tableRows}
        onClick={() => append({ cells: {} }, { shouldFocus: false })}
        sx={{ mt: 1 }}
      >
        Add Starting Row
      </Button>
    </div>
  );
}

const CELLS = {
  flex: 1,
  minWidth: 0,
  display: 'grid',
  gap: 1,
  gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))',
};

interface StartingCellProps {
  readonly control: FieldFormState['control'];
  readonly at: number;
  readonly column: ColumnInput;
}

function StartingCell({ control, at, column: { key, label, type, options } }: StartingCellProps) {
  const { field, fieldState } = useController({ control, name: `defaultRows.${at}.cells.${key}` });
  const offered = hasOptions(type) ? linesOf(options) : [];
  const isOne = offered.length > 0 && type !== 'checkbox';
  const text = typeof field.value === 'string' ? field.value : '';
  return (
    <TextField
      label={label === '' ? 'Column' : label}
      value={text}
      onChange={({ target }) => field.onChange(target.value)}
      onBlur={field.onBlur}
      multiline={type === 'textarea' || (type === 'checkbox' && offered.length > 0)}
      error={fieldState.error !== undefined}
      helperText={
        fieldState.error?.message ??
        (type === 'checkbox' ? checkboxHelp(offered) : isOne ? offered.join(', ') : undefined)
      }
      slotProps={{
        htmlInput: { autoComplete: 'off', 'aria-label': `${label} in starting row ${at + 1}` },
        inputLabel: { shrink: true },
      }}
    />
  );
}

const checkboxHelp = (offered: readonly string[]): string =>
  offered.length === 0 ? 'Any text checks it' : `One per line: ${offered.join(', ')}`;
