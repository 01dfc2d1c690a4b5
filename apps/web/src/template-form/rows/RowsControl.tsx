import AddIcon from '@mui/icons-material/Add';
import { Alert, Box, Button, FormHelperText, FormLabel, Stack, Typography } from '@mui/material';
import type { TemplateField } from '@portal/domain/template/content';
import { mostRows, rowsOf, tableOf } from '@portal/domain/template/rows';
import { isEmptyRow, type Row } from '@portal/domain/template/value';
import { useEffect, useMemo, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { TOUCH } from '#ui/theme/screens.ts';
import { useToast } from '#ui/ToastProvider.tsx';
import type { ControlProps } from '../control.ts';
import { CELL_ATTRIBUTE, enter, isOneLine, movesOnEnter } from '../walk.ts';
import { roomOf, rowsLayout, tableWidth } from './layout.ts';
import { pastedBlock, pasteRows } from './paste.ts';
import { ReadRows } from './ReadRows.tsx';
import { RowLine, type RowActions } from './RowLine.tsx';

interface RowsControlProps extends ControlProps {
  readonly showsMissing: boolean;
}

/** The rows of a field: a grid to fill in, or a table to read while the field cannot be changed. */
export function RowsControl({ showsMissing, ...props }: RowsControlProps) {
  const { id, state, hasError, help } = props;
  const { field, isDisabled } = state;
  return (
    <Box
      component="fieldset"
      aria-labelledby={id}
      aria-describedby={help === null ? undefined : `${id}-help`}
      sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}
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

/** A cell, counted from 0. */
interface Place {
  readonly row: number;
  readonly column: number;
}

function EditRows({ id, state, showsMissing, onValue }: RowsControlProps) {
  const { field } = state;
  const { columns = [] } = field;
  const body = useRef<HTMLTableSectionElement>(null);
  const rows = useShownRows(field, state.given);
  const { actions, paste, leftOut, closeLeftOut } = useRowChanges({ field, rows, body, onValue });
  const most = mostRows(field);
  const canAdd = rows.length < most;
  const add = () => actions.insert(rows.length, {}, 0);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const place = placeOf(body.current, event.target);
    if (place === null || event.nativeEvent.isComposing) return;
    const { row, column } = place;
    const isCommand = event.ctrlKey || event.metaKey;
    const isLast = row === rows.length - 1 && column === columns.length - 1;
    const entersRow =
      event.key === 'Enter' && !event.shiftKey && isLast && canAdd && !isEmptyRow(rows[row] ?? {});
    if (entersRow && movesOnEnter(event.target, event)) add();
    else if (isCommand && event.key === 'Delete') actions.remove(row);
    else if (isCommand && event.key.toLowerCase() === 'd' && canAdd) actions.duplicate(row);
    else if (isCommand || event.altKey || !movesVertically(event)) return;
    else focusCell(body.current, { row: row + (event.key === 'ArrowUp' ? -1 : 1), column });
    event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    const place = placeOf(body.current, event.target);
    const block = pastedBlock(event.clipboardData.getData('text/plain'), event.target);
    if (place === null || block === null) return;
    event.preventDefault();
    paste(block, place);
  };

  return (
    <>
      <Box sx={rowsLayout(tableWidth(columns))}>
        <Box component="table" aria-labelledby={id}>
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
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 2, mt: 0.5 }}>
        <Button
          size="small"
          startIcon={<AddIcon />}
          disabled={!canAdd}
          aria-label={`Add row to ${field.label}`}
          onClick={add}
        >
          Add row
        </Button>
        {canAdd ? null : <Typography variant="body2">At most {most} rows.</Typography>}
        <Typography variant="caption" color="textSecondary" sx={{ [TOUCH]: { display: 'none' } }}>
          Enter: next cell or new row · Ctrl+D: duplicate row · Ctrl+Delete: remove row · Rows of a
          spreadsheet can be pasted
        </Typography>
      </Stack>
    </>
  );
}

const EMPTY: Row = {};

/** The entered rows; before any are entered, empty ones to start with. */
function useShownRows({ minRows = 1 }: TemplateField, given: ControlProps['state']['given']): readonly Row[] {
  const rows = rowsOf(given);
  return useMemo(
    () => (rows.length > 0 ? rows : Array.from({ length: Math.max(1, minRows) }, () => EMPTY)),
    [rows, minRows],
  );
}

interface Changing {
  readonly field: TemplateField;
  readonly rows: readonly Row[];
  readonly body: { readonly current: HTMLElement | null };
  readonly onValue: ControlProps['onValue'];
}

interface AllActions extends RowActions {
  readonly insert: (at: number, row: Row, column: number) => void;
}

/** What changes rows. The focus goes to the row that a change adds, or to the one that takes the place of a removed row. */
function useRowChanges({ field, rows, body, onValue }: Changing) {
  const toast = useToast();
  const [leftOut, setLeftOut] = useState<string | null>(null);
  const latest = useRef(rows);
  const focus = useRef<Place | null>(null);
  useEffect(() => {
    latest.current = rows;
    // The row is there only after it was rendered.
    if (focus.current !== null) focusCell(body.current, focus.current);
    focus.current = null;
  }, [rows, body]);
  const { label } = field;
  const actions = useMemo((): AllActions => {
    const change = (changed: readonly Row[], place: Place | null = null) => {
      focus.current = place;
      latest.current = changed;
      onValue(changed);
    };
    const insert = (at: number, row: Row, column: number) =>
      change(latest.current.toSpliced(at, 0, row), { row: at, column });
    return {
      insert,
      setCell: (at, columnId, cell) =>
        change(latest.current.map((row, index) => (index === at ? { ...row, [columnId]: cell } : row))),
      duplicate: (at) => insert(at + 1, { ...latest.current[at] }, 0),
      remove: (at) => {
        const removed = latest.current[at] ?? EMPTY;
        const column = placeOf(body.current, document.activeElement)?.column ?? 0;
        const rest = latest.current.toSpliced(at, 1);
        change(rest.length === 0 ? [EMPTY] : rest, {
          row: Math.min(at, Math.max(0, rest.length - 1)),
          column,
        });
        if (isEmptyRow(removed)) return;
        toast.info(`Row ${at + 1} of ${label} was removed`, {
          label: 'Undo',
          onClick: () => {
            const others = latest.current.every(isEmptyRow) ? [] : latest.current;
            change(others.toSpliced(at, 0, removed), { row: Math.min(at, others.length), column: 0 });
          },
        });
      },
    };
  }, [body, label, onValue, toast]);
  const paste = (block: readonly (readonly string[])[], place: Place) => {
    const before = latest.current;
    const pasted = pasteRows(field, before, block, place);
    latest.current = pasted.rows;
    onValue(pasted.rows);
    setLeftOut(pasted.leftOut);
    toast.success(`Pasted into ${label}`, {
      label: 'Undo',
      onClick: () => {
        setLeftOut(null);
        if (latest.current === pasted.rows) onValue(before);
        else toast.info(`${label} has changed since, so the pasted rows stay`);
      },
    });
  };
  return { actions, paste, leftOut, closeLeftOut: () => setLeftOut(null) };
}

const rowsIn = (body: HTMLElement) => [...body.querySelectorAll<HTMLElement>(':scope > tr')];
const cellsIn = (row: HTMLElement) => [...row.querySelectorAll<HTMLElement>(`[${CELL_ATTRIBUTE}]`)];

/** The cell of an element; null outside of cells. */
function placeOf(body: HTMLElement | null, target: EventTarget | null): Place | null {
  if (body === null || !(target instanceof Element)) return null;
  const lines = rowsIn(body);
  const row = lines.findIndex((line) => line.contains(target));
  const line = lines[row];
  const column = line === undefined ? -1 : cellsIn(line).findIndex((cell) => cell.contains(target));
  return column === -1 ? null : { row, column };
}

function focusCell(body: HTMLElement | null, { row, column }: Place): void {
  const line = body === null ? undefined : rowsIn(body)[row];
  const cell = line === undefined ? undefined : cellsIn(line)[column];
  if (cell !== undefined) enter(cell);
}

/** Whether an arrow key goes to the row above or below. In other controls, it moves the cursor or chooses an option. */
const movesVertically = ({ key, target }: KeyboardEvent<HTMLElement>): boolean =>
  (key === 'ArrowUp' || key === 'ArrowDown') &&
  target instanceof HTMLInputElement &&
  (isOneLine(target) || target.type === 'checkbox');
