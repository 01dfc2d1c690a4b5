import type { TemplateField } from '@portal/domain/template/content';
import { isEmptyRow, type Row } from '@portal/domain/template/value';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useToast } from '#ui/ToastProvider.tsx';
import type { ControlProps } from '../control.ts';
import { CELL_ATTRIBUTE, enter } from '../walk.ts';
import { pasteRows } from './paste.ts';
import type { RowActions } from './RowLine.tsx';

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

export interface AllActions extends RowActions {
  readonly insert: (at: number, row: Row, column: number) => void;
}

/** What changes rows. The focus goes to the row that a change adds, or to the one that takes the place of a removed row. */
export function useRowChanges({ field, rows, body, onValue }: Changing) {
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
  const cell = line === undefined ? undefined : cellsIn(line)[column];
  if (cell !== undefined) enter(cell);
}
