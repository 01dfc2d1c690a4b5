import { Box, TableSortLabel } from '@mui/material';
import { useEffect, useMemo, useState } from 'react';
import type { TableState } from '../use-list-state.ts';
import { visuallyHidden } from '../visually-hidden.ts';
import { cellClass } from './cells.ts';
import { fitColumns, isControl, type Fitted, type ShownColumn } from './column-room.ts';
import { DataRow } from './DataRow.tsx';
import { SelectPageBox } from './SelectBox.tsx';
import type { RowsViewProps } from './types.ts';
import { useRoom } from './use-room.ts';

/** The rows as a table, for tablets and larger screens. Contents never change the widths of the columns. */
export function TableView<Row, K extends string>(props: RowsViewProps<Row, K>) {
  const { label, rows, rowKey, rowLabel, state, actions, selection, message, isDimmed } = props;
  const { renderDetails } = props;
  const { place, room } = useRoom();
  useEffect(() => {
    const table = place.current;
    table?.addEventListener('mouseover', showWhole);
    return () => table?.removeEventListener('mouseover', showWhole);
  }, [place]);
  const boxes = [selection !== undefined, renderDetails !== undefined].filter(Boolean).length;
  const fitted = useMemo(
    () => fitColumns(props.columns, { room, boxes, actions: actions.length }),
    [props.columns, room, boxes, actions.length],
  );
  const columns = useSameFold(fitted.columns);
  const columnCount = columns.length + boxes + (actions.length > 0 ? 1 : 0);
  return (
    <div ref={place}>
      <table
        aria-label={label}
        className={`list-table${room === undefined ? '' : ' list-fitted'}`}
        data-controls={props.columns.some(isControl) || undefined}
        style={{ minWidth: fitted.minWidth }}
      >
        <Widths boxes={boxes} fitted={fitted} hasActions={actions.length > 0} />
        <thead>
          <tr>
            {renderDetails === undefined ? null : (
              <th scope="col" className="list-cell list-head list-checkbox">
                <Box component="span" sx={visuallyHidden}>
                  Details
                </Box>
              </th>
            )}
            {selection === undefined ? null : (
              <th scope="col" className="list-cell list-head list-checkbox">
                <SelectPageBox ids={(rows ?? []).map(rowKey)} selection={selection} />
              </th>
            )}
            {columns.map((shown) => (
              <HeaderCell key={shown.column.id} {...shown} state={state} />
            ))}
            {actions.length === 0 ? null : (
              <th scope="col" className="list-cell list-head list-actions">
                Actions
              </th>
            )}
          </tr>
        </thead>
        <tbody translate="no">
          {rows === undefined && message === null ? <SkeletonRows {...props} columns={columns} /> : null}
          {message === null ? null : (
            <tr>
              <td colSpan={columnCount} className="list-message">
                {message}
              </td>
            </tr>
          )}
          {rows?.map((row) => (
            <DataRow
              key={rowKey(row)}
              id={rowKey(row)}
              row={row}
              label={rowLabel(row)}
              columns={columns}
              actions={actions}
              selection={selection}
              renderDetails={renderDetails}
              isDimmed={isDimmed?.(row) ?? false}
              isNarrow={fitted.hasMenu}
              columnCount={columnCount}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** How wide the columns are. */
function Widths<Row, K extends string>({
  boxes,
  fitted,
  hasActions,
}: {
  readonly boxes: number;
  readonly fitted: Fitted<Row, K>;
  readonly hasActions: boolean;
}) {
  return (
    <colgroup>
      {Array.from({ length: boxes }, (_, index) => (
        <col key={index} className="list-box-column" />
      ))}
      {fitted.columns.map(({ column, width }) => (
        <col key={column.id} style={{ width }} />
      ))}
      {hasActions ? <col style={{ width: fitted.actionsWidth }} /> : null}
    </colgroup>
  );
}

/** The same columns while the same ones are folded, so that a change of their widths does not render the rows again. */
function useSameFold<Row, K extends string>(
  columns: readonly ShownColumn<Row, K>[],
): readonly ShownColumn<Row, K>[] {
  const [kept, setKept] = useState(columns);
  const isSame =
    kept.length === columns.length &&
    columns.every(
      ({ column, below }, index) =>
        kept[index]?.column === column &&
        kept[index].below.length === below.length &&
        below.every((folded, at) => kept[index]?.below[at] === folded),
    );
  if (isSame) return kept;
  setKept(columns);
  return columns;
}

/** Gives a cell that ends with an ellipsis its whole text as a tooltip. */
function showWhole({ target }: MouseEvent): void {
  if (!(target instanceof Element)) return;
  const line = target.closest<HTMLElement>('.list-main, .list-sub, .list-two-lines, tbody .list-cell');
  // A part of the cell may have a tooltip of its own.
  if (line === null || (target.closest('[title]') ?? line) !== line) return;
  const isCut = line.scrollWidth > line.clientWidth || line.scrollHeight > line.clientHeight + 1;
  if (isCut && !line.matches('.list-actions')) line.title = line.textContent;
  else line.removeAttribute('title');
}

/** A header, with those of the columns below by which the list can be sorted. */
function HeaderCell<Row, K extends string>({
  column,
  below,
  state,
}: Pick<ShownColumn<Row, K>, 'column' | 'below'> & { readonly state: TableState<K> }) {
  const sortable = [column, ...below].filter(({ sortKey }) => sortKey !== undefined);
  const isActive = sortable.some(({ sortKey }) => state.orderBy === sortKey);
  const sorted = state.sortDirection === 'asc' ? 'ascending' : 'descending';
  return (
    <th scope="col" className={`${cellClass(column)} list-head`} aria-sort={isActive ? sorted : undefined}>
      {column.sortKey === undefined ? <div>{column.header}</div> : null}
      {sortable.map(({ id, header, sortKey }) => (
        <TableSortLabel
          key={id}
          active={state.orderBy === sortKey}
          direction={state.orderBy === sortKey ? state.sortDirection : 'asc'}
          onClick={() => (sortKey === undefined ? undefined : state.toggleSort(sortKey))}
        >
          {header}
        </TableSortLabel>
      ))}
    </th>
  );
}

/** Placeholder rows with the same cells as real rows, so that the layout does not shift. */
function SkeletonRows<Row, K extends string>({
  columns,
  actions,
  selection,
  renderDetails,
  state,
}: Omit<RowsViewProps<Row, K>, 'columns'> & { readonly columns: readonly ShownColumn<Row, K>[] }) {
  return Array.from({ length: Math.min(state.pageSize, 10) }, (_, row) => (
    <tr key={row}>
      {renderDetails === undefined ? null : <Box component="td" className="list-cell list-checkbox" />}
      {selection === undefined ? null : <Box component="td" className="list-cell list-checkbox" />}
      {columns.map(({ column, below }, cell) => (
        <td key={column.id} className={cellClass(column)}>
          <PlainSkeleton width={`${55 + ((row * 7 + cell * 13) % 35)}%`} />
          {column.caption === undefined && below.length === 0 ? null : (
            <div className="list-caption">
              <PlainSkeleton width={`${35 + ((row * 11 + cell * 17) % 30)}%`} />
            </div>
          )}
        </td>
      ))}
      {actions.length === 0 ? null : (
        <td className="list-cell list-actions">
          <PlainSkeleton width="60%" />
        </td>
      )}
    </tr>
  ));
}

const PlainSkeleton = ({ width }: { readonly width: number | string }) => (
  <span className="list-skeleton" style={{ width }} />
);
