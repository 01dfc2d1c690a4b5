import { Box, Table, TableSortLabel } from '@mui/material';
import { useMemo, useRef } from 'react';
import type { TableState } from '../use-list-state.ts';
import { useListWidth } from '../use-screen.ts';
import { visuallyHidden } from '../visually-hidden.ts';
import { cellClass } from './cells.ts';
import { DataRow } from './DataRow.tsx';
import { foldColumns } from './FoldedColumns.tsx';
import { SelectPageBox } from './SelectBox.tsx';
import { StableColumns } from './StableColumns.tsx';
import type { Column, RowsViewProps } from './types.ts';

/** The width of a small icon button, in px. */
const ICON_BUTTON = 30;

/** The most actions that are buttons between `lg` and 1,400 px. */
const MANY_ACTIONS = 3;

/** The rows as a table, for tablets and larger screens. */
export function TableView<Row, K extends string>(props: RowsViewProps<Row, K>) {
  const { label, rows, rowKey, rowLabel, state, actions, selection, message, isDimmed } = props;
  const { renderDetails } = props;
  const width = useListWidth();
  const columns = useMemo(() => foldColumns(props.columns, width), [props.columns, width]);
  const hasMenu = width === 'narrow' || (width === 'medium' && actions.length > MANY_ACTIONS);
  const table = useRef<HTMLTableElement>(null);
  const columnCount =
    columns.length +
    [actions.length > 0, selection !== undefined, renderDetails !== undefined].filter(Boolean).length;
  return (
    <StableColumns table={table} rows={rows}>
      <Table ref={table} stickyHeader aria-label={label}>
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
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} state={state} />
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
              isNarrow={hasMenu}
              columnCount={columnCount}
            />
          ))}
        </tbody>
      </Table>
    </StableColumns>
  );
}

function HeaderCell<Row, K extends string>({
  column,
  state,
}: {
  column: Column<Row, K>;
  state: TableState<K>;
}) {
  const { sortKey, header, width } = column;
  const isActive = sortKey !== undefined && state.orderBy === sortKey;
  const sorted = state.sortDirection === 'asc' ? 'ascending' : 'descending';
  return (
    <th
      scope="col"
      className={`${cellClass(column)} list-head list-nowrap`}
      aria-sort={isActive ? sorted : undefined}
      style={{ width }}
    >
      {sortKey === undefined ? (
        header
      ) : (
        <TableSortLabel
          active={isActive}
          direction={isActive ? state.sortDirection : 'asc'}
          onClick={() => state.toggleSort(sortKey)}
        >
          {header}
        </TableSortLabel>
      )}
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
}: RowsViewProps<Row, K>) {
  return Array.from({ length: Math.min(state.pageSize, 10) }, (_, row) => (
    <tr key={row}>
      {renderDetails === undefined ? null : <Box component="td" className="list-cell list-checkbox" />}
      {selection === undefined ? null : <Box component="td" className="list-cell list-checkbox" />}
      {columns.map((column, cell) => (
        <td key={column.id} className={cellClass(column)}>
          <PlainSkeleton width={`${55 + ((row * 7 + cell * 13) % 35)}%`} />
        </td>
      ))}
      {actions.length === 0 ? null : (
        <td className="list-cell list-actions">
          <PlainSkeleton width={actions.length * ICON_BUTTON} />
        </td>
      )}
    </tr>
  ));
}

const PlainSkeleton = ({ width }: { readonly width: number | string }) => (
  <span className="list-skeleton" style={{ width }} />
);
