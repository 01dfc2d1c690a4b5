import type { Column, ColumnKind, FoldOrder } from './types.ts';

/**
 * The room of each kind of column at the usual text size, in px: at least `min`, and `grow` shares of what is left. Numbers,
 * dates and states never need more than their minimum.
 */
const KINDS = {
  text: { min: 136, grow: 5 },
  title: { min: 128, grow: 5 },
  file: { min: 208, grow: 5 },
  name: { min: 128, grow: 2 },
  email: { min: 168, grow: 2 },
  word: { min: 96, grow: 1 },
  status: { min: 112, grow: 0 },
  count: { min: 64, grow: 0 },
  date: { min: 100, grow: 0 },
  moment: { min: 160, grow: 0 },
  record: { min: 148, grow: 0 },
  phone: { min: 136, grow: 0 },
  control: { min: 180, grow: 2 },
} as const satisfies Record<ColumnKind, { readonly min: number; readonly grow: number }>;

/** Columns whose content is never cut: their rows may be of any height. */
export const isControl = ({ kind }: Pick<Column<never>, 'kind'>): boolean => kind === 'control';

/** In px: the padding of a cell, a letter and the arrow of a header, checkboxes and expand buttons, and buttons of rows. */
const PADDING = 20;
const LETTER = 7;
const ARROW = 20;
const BOX = 44;
const BUTTON = 30;
const MENU = 72;

/** When columns give way: those of order 1 first, then row actions become a menu, then the others in order. */
const ORDERS: readonly FoldOrder[] = [1, 2, 3];

/** A column and those that are shown below its content. */
export interface ShownColumn<Row, K extends string> {
  readonly column: Column<Row, K>;
  readonly below: readonly Column<Row, K>[];
  /** CSS width; undefined for the column that gets what the others leave. */
  readonly width: string | undefined;
}

export interface Fitted<Row, K extends string> {
  readonly columns: readonly ShownColumn<Row, K>[];
  /** Whether a row's actions are one menu. */
  readonly hasMenu: boolean;
  readonly actionsWidth: string;
  /** CSS width below which the table scrolls sideways. */
  readonly minWidth: string;
}

interface Place {
  /** In px at the usual text size; undefined if unknown or on paper, where all columns are shown. */
  readonly room: number | undefined;
  /** Checkboxes and expand buttons of a row. */
  readonly boxes: number;
  readonly actions: number;
}

/** The columns that fit: while the room is too small, the next column moves below another one. */
export function fitColumns<Row, K extends string>(
  columns: readonly Column<Row, K>[],
  { room, boxes, actions }: Place,
): Fitted<Row, K> {
  const folded = new Set<Column<Row, K>>();
  let hasMenu = false;
  /** The column that shows this one in the end: the one that it names may be folded, too. */
  const placeOf = (column: Column<Row, K>): string => {
    const next = folded.has(column) && columns.find(({ id }) => id === column.fold?.into);
    return next ? placeOf(next) : column.id;
  };
  const belowOf = ({ id }: Column<Row, K>) =>
    columns.filter((column) => folded.has(column) && placeOf(column) === id);
  const shown = () => columns.filter((column) => !folded.has(column));
  const besides = () => boxes * BOX + actionsRoom(actions, hasMenu);
  const needed = () => besides() + sum(shown().map((column) => minOf(column, belowOf(column))));
  const fits = () => room === undefined || needed() <= room;
  for (const order of ORDERS) {
    for (const column of columns.filter(({ fold }) => fold?.order === order)) {
      if (fits()) break;
      if (columns.some(({ id }) => id === column.fold?.into)) folded.add(column);
    }
    if (order === 1 && !fits()) hasMenu = actions > 1;
  }
  const left = shown();
  const mins = left.map((column) => minOf(column, belowOf(column)));
  const grows = left.map(growOf);
  const most = Math.max(...grows);
  const last = most === 0 ? left.length - 1 : grows.indexOf(most);
  const free = Math.max(0, (room ?? 0) - needed());
  return {
    columns: left.map((column, index) => ({
      column,
      below: belowOf(column),
      width:
        room === undefined || index === last
          ? undefined
          : rem((mins[index] ?? 0) + (free * (grows[index] ?? 0)) / Math.max(1, sum(grows))),
    })),
    hasMenu,
    actionsWidth: rem(actionsRoom(actions, hasMenu)),
    minWidth: room === undefined ? '0' : rem(needed()),
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const rem = (px: number): string => `${(px / 16).toFixed(3)}rem`;

const growOf = <Row, K extends string>({ kind = 'name', width }: Column<Row, K>): number =>
  width === undefined ? KINDS[kind].grow : 0;

/** The header is never cut either. Those by which the columns below can be sorted are under it; that of counts may wrap. */
function minOf<Row, K extends string>(column: Column<Row, K>, below: readonly Column<Row, K>[]): number {
  const headers = [column, ...below.filter(({ sortKey }) => sortKey !== undefined)];
  const header = Math.max(
    ...headers.map(({ header: text, kind, sortKey }) => {
      const longest =
        kind === 'count' ? Math.max(...text.split(' ').map(({ length }) => length)) : text.length;
      return longest * LETTER + (sortKey === undefined ? 0 : ARROW);
    }),
  );
  return Math.max(column.width ?? KINDS[column.kind ?? 'name'].min, header + PADDING);
}

function actionsRoom(actions: number, hasMenu: boolean): number {
  if (actions === 0) return 0;
  return Math.max(MENU, hasMenu ? 0 : actions * BUTTON + PADDING);
}
