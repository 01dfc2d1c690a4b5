import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import type { TableState } from '../use-list-state.ts';
import { visuallyHidden } from '../visually-hidden.ts';
import { actionsSx, cellSx, hiddenSx } from './cells.ts';
import { DataRow } from './DataRow.tsx';
import { SelectPageBox } from './SelectBox.tsx';
import type { Column, RowsViewProps } from './types.ts';

/** The width of a small icon button, in px. */
const ICON_BUTTON = 30;

/** The rows as a table, for tablets and larger screens. */
export function TableView<Row, K extends string>(props: RowsViewProps<Row, K>) {
  const { label, columns, rows, rowKey, state, actions, selection, renderDetails, message } = props;
  const columnCount =
    columns.length +
    [actions.length > 0, selection !== undefined, renderDetails !== undefined].filter(Boolean).length;
  return (
    <Table stickyHeader aria-label={label}>
      <TableHead>
        <TableRow>
          {renderDetails === undefined ? null : (
            <TableCell padding="checkbox">
              <Box component="span" sx={visuallyHidden}>
                Details
              </Box>
            </TableCell>
          )}
          {selection === undefined ? null : (
            <TableCell padding="checkbox">
              <SelectPageBox ids={(rows ?? []).map(rowKey)} selection={selection} />
            </TableCell>
          )}
          {columns.map((column) => (
            <HeaderCell key={column.id} column={column} state={state} />
          ))}
          {actions.length === 0 ? null : <TableCell sx={{ ...cellSx, ...actionsSx }}>Actions</TableCell>}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows === undefined && message === null ? <SkeletonRows {...props} /> : null}
        {message === null ? null : (
          <TableRow>
            <TableCell colSpan={columnCount}>{message}</TableCell>
          </TableRow>
        )}
        {rows?.map((row) => (
          <DataRow key={rowKey(row)} row={row} columnCount={columnCount} {...props} />
        ))}
      </TableBody>
    </Table>
  );
}

function HeaderCell<Row, K extends string>({
  column,
  state,
}: {
  column: Column<Row, K>;
  state: TableState<K>;
}) {
  const { sortKey, header, align = 'left', width } = column;
  const isActive = sortKey !== undefined && state.orderBy === sortKey;
  return (
    <TableCell
      align={align}
      sortDirection={isActive ? state.sortDirection : false}
      sx={{ ...cellSx, ...hiddenSx(column), whiteSpace: 'nowrap', ...(width !== undefined && { width }) }}
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
    </TableCell>
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
    <TableRow key={row}>
      {renderDetails === undefined ? null : <TableCell padding="checkbox" />}
      {selection === undefined ? null : <TableCell padding="checkbox" />}
      {columns.map((column, cell) => (
        <TableCell key={column.id} sx={{ ...cellSx, ...hiddenSx(column) }}>
          <Skeleton width={`${55 + ((row * 7 + cell * 13) % 35)}%`} />
        </TableCell>
      ))}
      {actions.length === 0 ? null : (
        <TableCell sx={{ ...cellSx, ...actionsSx }}>
          <Skeleton width={actions.length * ICON_BUTTON} />
        </TableCell>
      )}
    </TableRow>
  ));
}
