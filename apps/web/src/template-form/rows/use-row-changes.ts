import type { TemplateField } from '@portal/domain/template/content';
import { isEmptyRow, type CellValue, type Row } from '@portal/domain/template/value';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useToast } from '#ui/ToastProvider.tsx';
import type { ControlProps } from '../control.ts';
import { CELL_ATTRIBUTE, enter } from '../walk.ts';
import { pasteRows } from './paste.ts';

/** A row without values. */
export const EMPTY: Row = {};

/** A cell, counted from 0. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

interface Changing {
  readonly field: TemplateField;
  readonly rows: readonly Row[];
  readonly body: { readonly current: HTMLElement | null };
  readonly onValue: ControlProps['onValue'];
}

/** The place of the button that removes a row, among its cells. */
const REMOVE_BUTTON = -1;

interface Removal {
  readonly at: number;
  readonly row: Row;
}

/** What changes rows. The focus goes to the row that a change adds, or to the one that takes the place of a removed row. */
export function useRowChanges({ field, rows, body, onValue }: Changing) {
  const toast = useToast();
  const [leftOut, setLeftOut] = useState<string | null>(null);
  const latest = useRef(rows);
  const focus = useRef<Place | null>(null);
  const removals = useRef<readonly Removal[]>([]);
  useEffect(() => {
    latest.current = rows;
    // The row is there only after it was rendered.
    if (focus.current !== null) focusCell(body.current, focus.current);
    focus.current = null;
  }, [rows, body]);
  const actions = useMemo(() => {
    const { label } = field;
    const change = (changed: readonly Row[], place: Place | null = null) => {
      focus.current = place;
      latest.current = changed;
      onValue(changed);
    };
    const insert = (at: number, row: Row) =>
      change(latest.current.toSpliced(at, 0, row), { row: at, column: 0 });
    const offerUndo = (removal: Removal) =>
      toast.info(`Row ${removal.at + 1} of ${label} was removed`, {
        label: 'Undo',
        onClick: () => {
          const others = latest.current.every(isEmptyRow) ? [] : latest.current;
          const at = Math.min(removal.at, others.length);
          change(others.toSpliced(at, 0, removal.row), { row: at, column: 0 });
          removals.current = removals.current.filter((each) => each !== removal);
          // A message with the same text replaces the one before.
          const before = removals.current.findLast((each) => each.at === removal.at);
          if (before !== undefined) offerUndo(before);
        },
      });
    return {
      insert,
      setCell: (at: number, columnId: string, cell: CellValue) =>
        change(latest.current.map((row, index) => (index === at ? { ...row, [columnId]: cell } : row))),
      duplicate: (at: number) => insert(at + 1, { ...latest.current[at] }),
      remove: (at: number) => {
        const row = latest.current[at] ?? EMPTY;
        const rest = latest.current.toSpliced(at, 1);
        change(rest.length === 0 ? [EMPTY] : rest, {
          row: Math.min(at, Math.max(0, rest.length - 1)),
          // On a phone, the keyboard would cover the rows if a tap on the button led to a text.
          column: placeOf(body.current, document.activeElement)?.column ?? REMOVE_BUTTON,
        });
        if (isEmptyRow(row)) return;
        const removal = { at, row };
        removals.current = [...removals.current, removal];
        offerUndo(removal);
      },
      paste: (block: readonly (readonly string[])[], place: Place) => {
        const before = latest.current;
        const pasted = pasteRows(field, before, block, place);
        change(pasted.rows);
        setLeftOut(pasted.leftOut);
        toast.success(`Pasted into ${label}`, {
          label: 'Undo',
          onClick: () => {
            setLeftOut(null);
            if (latest.current === pasted.rows) change(before, place);
            else toast.info(`${label} has changed since, so the pasted rows stay`);
          },
        });
      },
    };
  }, [body, field, onValue, toast]);
  return { actions, leftOut, closeLeftOut: () => setLeftOut(null) };
}

const rowsIn = (body: HTMLElement) => [...body.querySelectorAll<HTMLElement>(':scope > tr')];
const cellsIn = (row: HTMLElement) => [...row.querySelectorAll<HTMLElement>(`[${CELL_ATTRIBUTE}]`)];

/** The cell of an element; null outside of cells. */
export function placeOf(body: HTMLElement | null, target: EventTarget | null): Place | null {
  if (body === null || !(target instanceof Element)) return null;
  const lines = rowsIn(body);
  const row = lines.findIndex((line) => line.contains(target));
  const line = lines[row];
  const column = line === undefined ? -1 : cellsIn(line).findIndex((cell) => cell.contains(target));
  return column === -1 ? null : { row, column };
}

export function focusCell(body: HTMLElement | null, { row, column }: Place): void {
  const line = body === null ? undefined : rowsIn(body)[row];
  if (line === undefined) return;
  const cell = cellsIn(line)[column];
  if (cell !== undefined) enter(cell);
  else if (column === REMOVE_BUTTON) [...line.querySelectorAll('button')].at(-1)?.focus();
}
