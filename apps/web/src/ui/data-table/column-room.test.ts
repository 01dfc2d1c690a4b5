import { describe, expect, it } from 'vitest';
import { fitColumns } from './column-room.ts';
import type { Column } from './types.ts';

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

describe('the columns of a table', () => {
  it('give way in order, one after the other, until the rest fits', () => {
    expect(shown(500)).toEqual(['number', 'type', 'text', 'date']);
    expect(shown(499)).toEqual(['number+type', 'text', 'date']);
    expect(shown(399)).toEqual(['number+type', 'text+date']);
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
    expect(minWidth).toBe('31.250rem');
  });

  it('are as wide as their headers at least', () => {
    const long: Column<string>[] = [
      { id: 'count', header: 'Affected Users', kind: 'count', render: () => 1 },
    ];
    expect(fitColumns(long, { ...place, room: 100 }).minWidth).toBe(
      `${(14 * 7 + 20) / 16}00rem`.slice(0, 5) + 'rem',
    );
  });

  it('make row actions a menu after those of order 1', () => {
    const menuAt = (room: number) => fitColumns(columns, { ...place, room, actions: 4 }).hasMenu;
    expect(menuAt(540)).toBe(false);
    expect(menuAt(539)).toBe(true);
    expect(shown(480, columns, 4)).toEqual(['number+type', 'text', 'date']);
  });
});
