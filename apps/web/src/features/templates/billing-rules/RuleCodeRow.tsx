import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import DragIndicatorIcon from '@mui/icons-material/DragIndicator';
import { Box, Checkbox, FormControlLabel, IconButton, MenuItem, TextField } from '@mui/material';
import type { CodeType } from '@portal/domain/billing-code';
import { endText } from '@portal/domain/billing-code-facts';
import type { TemplateField } from '@portal/domain/template/content';
import { useEffect, useId, useRef } from 'react';
import { BillingCodePicker } from '#pickers/BillingCodePicker.tsx';
import { visuallyHidden } from '#ui/visually-hidden.ts';
import { FROM_THE_RECORD, operandChoices, type OperandChoice } from '../conditions/operand-choices.ts';
import type { RuleRow } from './billing-rule-draft.ts';
import { handleListeners } from '#ui/drag-listeners.ts';

interface RuleCodeRowProps {
  readonly row: RuleRow;
  readonly type: CodeType;
  readonly fields: readonly TemplateField[];
  /** Name of the row, for example "CPT code 1". */
  readonly place: string;
  readonly problem: string | undefined;
  readonly onChange: (change: Partial<RuleRow>) => void;
  /** Moves the row up (-1) or down (1). */
  readonly onStep: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

/** A code of a rule with its modifiers, where its units come from, and whether it is auto-selected. */
export function RuleCodeRow({
  row,
  type,
  fields,
  place,
  problem,
  onChange,
  onStep,
  onRemove,
}: RuleCodeRowProps) {
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({ id: row.key });
  const ended =
    row.code === null || row.validTo === null ? null : endText({ code: row.code.code, validTo: row.validTo });
  return (
    <Box
      ref={setNodeRef}
      id={row.key}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      sx={{
        display: 'grid',
        gridTemplateColumns: 'auto minmax(0, 1fr) auto',
        columnGap: 1,
        rowGap: 1,
        alignItems: 'start',
        position: 'relative',
        zIndex: isDragging ? 1 : 'auto',
        bgcolor: isDragging ? 'action.hover' : 'transparent',
        borderRadius: 1,
      }}
    >
      <RowHandle place={place} onStep={onStep} listeners={handleListeners(listeners)} />
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            sm: type === 'CPT' ? 'minmax(0, 1fr) 110px 150px auto' : 'minmax(0, 1fr) auto',
          },
          gap: 1,
          alignItems: 'start',
        }}
      >
        <BillingCodePicker
          label={place}
          codeType={type}
          value={row.code}
          onChange={(code) => onChange({ code, isInactive: false, isHeading: false, validTo: null })}
          error={problem}
          {...(row.isHeading && { helperText: 'This code is a heading. Payers accept only a longer code.' })}
          {...(ended !== null && { helperText: ended })}
          {...(row.isInactive && { helperText: 'This code is inactive and not suggested.' })}
        />
        {type === 'CPT' ? (
          <>
            <ModifierField row={row} place={place} onChange={onChange} />
            <DoseField row={row} fields={fields} place={place} onChange={onChange} />
          </>
        ) : null}
        <AutoSelect row={row} place={place} onChange={onChange} />
        {type === 'CPT' && row.doseFieldId !== '' ? (
          <CountFields row={row} fields={fields} place={place} onChange={onChange} />
        ) : null}
      </Box>
      <IconButton aria-label={`Remove ${place}`} onClick={onRemove}>
        <DeleteOutlined fontSize="small" />
      </IconButton>
    </Box>
  );
}

type PartProps = Pick<RuleCodeRowProps, 'row' | 'place' | 'onChange'>;

function ModifierField({ row, place, onChange }: PartProps) {
  return (
    <TextField
      label="Modifiers"
      placeholder="50,LT"
      value={row.modifiers}
      onChange={({ target }) => onChange({ modifiers: target.value.toUpperCase() })}
      slotProps={{
        htmlInput: { autoComplete: 'off', 'aria-label': `Modifiers for ${place}` },
        inputLabel: { shrink: true },
      }}
    />
  );
}

function AutoSelect({ row, place, onChange }: PartProps) {
  return (
    <FormControlLabel
      label="Auto-select"
      sx={{ mr: 0 }}
      control={
        <Checkbox
          size="small"
          checked={row.isDefault}
          onChange={(_event, checked) => onChange({ isDefault: checked })}
          slotProps={{ input: { 'aria-label': `Auto-select ${place}` } }}
        />
      }
    />
  );
}

type DoseFieldProps = Pick<RuleCodeRowProps, 'row' | 'fields' | 'place' | 'onChange'>;

/** What can hold a dose or a number, or whose ticked options or rows can be counted. */
const COUNTED: ReadonlySet<OperandChoice['kind']> = new Set(['list', 'rows', 'checked']);

/** Fields and columns that units can come from. */
const unitChoices = (fields: readonly TemplateField[]): readonly OperandChoice[] => {
  const isText = new Set(fields.flatMap(({ id, type }) => (type === 'textarea' ? [id] : [])));
  return operandChoices(fields).filter(
    ({ id, kind, group }) => group !== FROM_THE_RECORD && kind !== 'date' && !isText.has(id),
  );
};

/** The field with the dose of a drug. Its units follow from the dose and the unit size of the code. */
function DoseField({ row, fields, place, onChange }: DoseFieldProps) {
  const choices = unitChoices(fields);
  const isGone = row.doseFieldId !== '' && choices.every(({ id }) => id !== row.doseFieldId);
  return (
    <TextField
      select
      label="Units"
      value={row.doseFieldId}
      onChange={({ target }) =>
        onChange({
          doseFieldId: target.value,
          // Ticked options and rows can only be counted.
          ...(choices.some(({ id, kind }) => id === target.value && COUNTED.has(kind)) && {
            isCounted: true,
            ...(row.countFrom === '' && { countFrom: '1', countStep: '1' }),
          }),
        })
      }
      error={isGone}
      helperText={isGone ? 'This field is no longer in the template.' : undefined}
      slotProps={{
        select: { displayEmpty: true },
        htmlInput: { 'aria-label': `Units of ${place}` },
        inputLabel: { shrink: true },
      }}
    >
      <MenuItem value="">1 unit</MenuItem>
      {isGone ? <MenuItem value={row.doseFieldId}>{row.doseFieldId}</MenuItem> : null}
      {choices.map(({ id, label }) => (
        <MenuItem key={id} value={id}>
          From {label}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** Whether the units are a dose or a count, and the range of a count. */
function CountFields({ row, place, onChange }: DoseFieldProps) {
  const number = (label: string, name: 'countFrom' | 'countTo' | 'countStep', placeholder: string) => (
    <TextField
      label={label}
      placeholder={placeholder}
      value={row[name]}
      onChange={({ target }) => onChange({ [name]: target.value })}
      slotProps={{
        htmlInput: { autoComplete: 'off', inputMode: 'numeric', 'aria-label': `${label} of ${place}` },
        inputLabel: { shrink: true },
      }}
    />
  );
  return (
    <Box
      sx={{
        gridColumn: '1 / -1',
        display: 'grid',
        gap: 1,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(4, minmax(0, 1fr))' },
      }}
    >
      <TextField
        select
        label="The field has"
        value={row.isCounted ? 'count' : 'dose'}
        onChange={({ target }) => onChange({ isCounted: target.value === 'count' })}
        slotProps={{ htmlInput: { 'aria-label': `The field of ${place} has` } }}
      >
        <MenuItem value="dose">A dose</MenuItem>
        <MenuItem value="count">A number or ticked options</MenuItem>
      </TextField>
      {row.isCounted ? (
        <>
          {number('1 unit from', 'countFrom', 'e.g. 10')}
          {number('Up to', 'countTo', 'No limit')}
          {number('1 more for each', 'countStep', 'Always 1')}
        </>
      ) : null}
    </Box>
  );
}

interface RowHandleProps extends Pick<RuleCodeRowProps, 'place' | 'onStep'> {
  readonly listeners: ReturnType<typeof handleListeners>;
}

/** Handle that moves the row by mouse, touch or arrow keys. */
function RowHandle({ place, onStep, listeners }: RowHandleProps) {
  const button = useRef<HTMLButtonElement>(null);
  const helpId = useId();
  const isMoving = useRef(false);
  useEffect(() => {
    // The row may have moved to another position in the DOM.
    if (isMoving.current) button.current?.focus();
    isMoving.current = false;
  });
  return (
    <>
      <IconButton
        ref={button}
        aria-label={`Move ${place}`}
        aria-describedby={helpId}
        onKeyDown={(event) => {
          const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null;
          if (by === null) return;
          event.preventDefault();
          isMoving.current = true;
          onStep(by);
        }}
        {...listeners}
        sx={{ cursor: 'grab', touchAction: 'none' }}
      >
        <DragIndicatorIcon fontSize="small" />
      </IconButton>
      <Box component="span" id={helpId} sx={visuallyHidden}>
        Drag, or press the up and down arrow keys.
      </Box>
    </>
  );
}
