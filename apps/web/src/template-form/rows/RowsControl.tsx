import AddIcon from '@mui/icons-material/Add';
import { Alert, Box, Button, FormHelperText, FormLabel, Stack, Typography } from '@mui/material';
import type { TemplateColumn, TemplateField } from '@portal/domain/template/content';
import { mostRows, rowsOf, tableOf } from '@portal/domain/template/rows';
import { isEmptyRow, type Row } from '@portal/domain/template/value';
import { useMemo, useRef, type ClipboardEvent, type KeyboardEvent } from 'react';
import { TOUCH } from '#ui/theme/screens.ts';
import type { ControlProps } from '../control.ts';
import { isOneLine, movesOnEnter } from '../walk.ts';
import { roomOf, rowsLayout, tableWidth } from './layout.ts';
import { pastedBlock } from './paste.ts';
import { ReadRows } from './ReadRows.tsx';
import { RowLine, type RowActions } from './RowLine.tsx';
import { EMPTY, focusCell, placeOf, useRowChanges, type Place } from './use-row-changes.ts';

interface RowsControlProps extends ControlProps {
  readonly showsMissing: boolean;
}

/** The rows of a field: a grid to fill in, or a table to read while the field cannot be changed. */
export function RowsControl({ showsMissing, ...props }: RowsControlProps) {
  const { id, state, hasError, help } = props;
  const { field, isDisabled } = state;
  return (
    <Box
      // In a fieldset, Chromium 153 draws the table with a size of 0 when something appears beside it.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="group"
      aria-labelledby={id}
      aria-describedby={help === null ? undefined : `${id}-help`}
    >
      <FormLabel
        id={id}
        component="div"
        error={hasError}
        required={field.required}
        disabled={isDisabled}
        sx={{ fontSize: '0.8125rem', mb: 0.5 }}
      >
        {field.label}
      </FormLabel>
      {isDisabled ? <FixedRows state={state} /> : <EditRows {...props} showsMissing={showsMissing} />}
      {help === null ? null : (
        <FormHelperText id={`${id}-help`} component="div" error={hasError}>
          {help}
        </FormHelperText>
      )}
    </Box>
  );
}

function FixedRows({ state: { field, value } }: Pick<ControlProps, 'state'>) {
  const table = tableOf(field, value);
  return table.rows.length === 0 ? (
    <Typography color="textSecondary">No rows</Typography>
  ) : (
    <ReadRows label={field.label} {...table} />
  );
}

function EditRows({ id, state, showsMissing, onValue }: RowsControlProps) {
  const { field } = state;
  const { columns = [] } = field;
  const body = useRef<HTMLTableSectionElement>(null);
  const rows = useShownRows(field, state.given);
  const { actions, leftOut, closeLeftOut } = useRowChanges({ field, rows, body, onValue });
  const canAdd = rows.length < mostRows(field);
  const add = () => actions.insert(rows.length, EMPTY);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const place = placeOf(body.current, event.target);
    if (place === null || event.nativeEvent.isComposing) return;
    const isLast = place.row === rows.length - 1 && place.column === columns.length - 1;
    const addsRow = isLast && canAdd && !isEmptyRow(rows[place.row] ?? EMPTY);
    const act = keyAction(event, place, { actions, body: body.current, canAdd, add: addsRow ? add : null });
    if (act === null) return;
    event.preventDefault();
    act();
  };
  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    const place = placeOf(body.current, event.target);
    const block = pastedBlock(event.clipboardData.getData('text/plain'), event.target);
    if (place === null || block === null) return;
    event.preventDefault();
    actions.paste(block, place);
  };
  return (
    <>
      <Box sx={rowsLayout(tableWidth(columns))}>
        <Box component="table" aria-labelledby={id}>
          <Head columns={columns} />
          <Box component="tbody" ref={body} onKeyDown={onKeyDown} onPaste={onPaste}>
            {rows.map((row, at) => (
              <RowLine
                // Rows have no ids; their controls have no state that could go to another row.
                // oxlint-disable-next-line react/no-array-index-key
                key={at}
                id={`${id}-${at}`}
                fieldLabel={field.label}
                columns={columns}
                row={row}
                at={at}
                showsMissing={showsMissing}
                canAdd={canAdd}
                actions={actions}
              />
            ))}
          </Box>
        </Box>
      </Box>
      {leftOut === null ? null : (
        <Alert severity="warning" sx={{ mt: 0.5 }} onClose={closeLeftOut}>
          {leftOut}
        </Alert>
      )}
      <AddRow field={field} canAdd={canAdd} onAdd={add} />
    </>
  );
}

function Head({ columns }: { readonly columns: readonly TemplateColumn[] }) {
  return (
    <Box component="thead">
      <Box component="tr">
        <Box component="th" scope="col" sx={{ width: 28 }}>
          #
        </Box>
        {columns.map((column) => (
          <Box key={column.id} component="th" scope="col" sx={{ width: roomOf(column) }}>
            {column.label}
            {column.required === true ? ' *' : ''}
          </Box>
        ))}
        <Box component="td" sx={{ width: 80 }} />
      </Box>
    </Box>
  );
}

interface AddRowProps {
  readonly field: TemplateField;
  readonly canAdd: boolean;
  readonly onAdd: () => void;
}

function AddRow({ field, canAdd, onAdd }: AddRowProps) {
  return (
    <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 2, mt: 0.5 }}>
      <Button
        size="small"
        startIcon={<AddIcon />}
        disabled={!canAdd}
        aria-label={`Add row to ${field.label}`}
        onClick={onAdd}
      >
        Add row
      </Button>
      {canAdd ? null : <Typography variant="body2">At most {mostRows(field)} rows.</Typography>}
      <Typography variant="caption" color="textSecondary" sx={{ [TOUCH]: { display: 'none' } }}>
        Enter: next cell or new row · Ctrl+D: duplicate row · Ctrl+Delete: remove row · Rows of a spreadsheet
        can be pasted
      </Typography>
    </Stack>
  );
}

/** The entered rows; before any are entered, empty ones to start with. */
function useShownRows({ minRows = 1 }: TemplateField, given: ControlProps['state']['given']): readonly Row[] {
  const rows = rowsOf(given);
  return useMemo(
    () => (rows.length > 0 ? rows : Array.from({ length: Math.max(1, minRows) }, () => EMPTY)),
    [rows, minRows],
  );
}

interface Keys {
  readonly actions: RowActions;
  readonly body: HTMLElement | null;
  readonly canAdd: boolean;
  /** Null where Enter goes on to the next cell or field. */
  readonly add: (() => void) | null;
}

/** What a key does in a cell; null if the control, or the form around the rows, handles it. */
function keyAction(
  event: KeyboardEvent<HTMLElement>,
  { row, column }: Place,
  { actions, body, canAdd, add }: Keys,
): (() => void) | null {
  const { key, target, shiftKey, altKey } = event;
  if (key === 'Enter') return !shiftKey && movesOnEnter(target, event) ? add : null;
  if (event.ctrlKey || event.metaKey) {
    if (key === 'Delete') return () => actions.remove(row);
    return key.toLowerCase() === 'd' ? () => (canAdd ? actions.duplicate(row) : undefined) : null;
  }
  if (altKey || !movesVertically(event)) return null;
  return () => focusCell(body, { row: row + (key === 'ArrowUp' ? -1 : 1), column });
}

/** Whether an arrow key goes to the row above or below. In other controls, it moves the cursor or chooses an option. */
const movesVertically = ({ key, target }: KeyboardEvent<HTMLElement>): boolean =>
  (key === 'ArrowUp' || key === 'ArrowDown') &&
  target instanceof HTMLInputElement &&
  (isOneLine(target) || target.type === 'checkbox');
