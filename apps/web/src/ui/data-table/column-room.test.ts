import { describe, expect, it } from 'vitest';
import { fitColumns } from './column-room.ts';
import type { Column, ColumnKind } from './types.ts';

const columns: readonly Column<string, 'date'>[] = [
  { id: 'number', header: 'Number', kind: 'record', width: 100, render: () => 'M-1' },
  { id: 'type', header: 'Type', width: 100, fold: { order: 1, into: 'number' }, render: () => 'MRI' },
  { id: 'text', header: 'Text', kind: 'text', render: () => 'Pain in the left knee' },
  {
    id: 'date',
    header: 'Date',
    width: 100,
    sortKey: 'date',
    fold: { order: 2, into: 'text' },
    render: () => '11/27/2026',
  },
];
const place = { boxes: 0, actions: 0 };
const shown = (room: number | undefined, from = columns, actions = 0) =>
  fitColumns(from, { ...place, room, actions }).columns.map(({ column, below }) =>
    [column.id, ...below.map(({ id }) => id)].join('+'),
  );

const leastWidth = (kind: ColumnKind) =>
  fitColumns([{ id: 'users', header: 'Affected Users', kind, render: () => 1 }], { ...place, room: 100 })
    .minWidth;

describe('the columns of a table', () => {
  it('give way in order, one after the other, until the rest fits', () => {
    expect(shown(436)).toEqual(['number', 'type', 'text', 'date']);
    expect(shown(435)).toEqual(['number+type', 'text', 'date']);
    expect(shown(335)).toEqual(['number+type', 'text+date']);
    expect(shown(200)).toEqual(['number+type', 'text+date']);
  });

  it('are all shown on paper', () => {
    expect(shown(undefined)).toEqual(['number', 'type', 'text', 'date']);
  });

  it('stay columns if the one that would show them is hidden', () => {
    expect(shown(300, columns.slice(1))).toEqual(['type', 'text+date']);
  });

  it('leave the free room to texts', () => {
    const { columns: fitted, minWidth } = fitColumns(columns, { ...place, room: 1600 });
    expect(fitted.map(({ width }) => width)).toEqual(['6.250rem', '6.250rem', undefined, '6.250rem']);
    expect(minWidth).toBe('27.250rem');
  });

  it('are as wide as their headers at least, of which those of counts may wrap', () => {
    expect(leastWidth('status')).toBe('7.375rem');
    expect(leastWidth('count')).toBe('4.750rem');
  });

  it('go along when the column that shows them gives way later', () => {
    const chained = columns.map((column) =>
      column.id === 'type' ? { ...column, fold: { order: 1, into: 'date' } as const } : column,
    );
    expect(shown(200, chained)).toEqual(['number', 'text+type+date']);
  });

  it('make row actions a menu after those of order 1', () => {
    const menuAt = (room: number) => fitColumns(columns, { ...place, room, actions: 4 }).hasMenu;
    expect(menuAt(476)).toBe(false);
    expect(menuAt(475)).toBe(true);
    expect(shown(450, columns, 4)).toEqual(['number+type', 'text', 'date']);
  });
});
