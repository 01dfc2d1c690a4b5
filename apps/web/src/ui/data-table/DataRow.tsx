import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { useId, useState } from 'react';
import { actionsSx, cellSx, dimmedSx, hiddenSx } from './cells.ts';
import { ExpandButton } from './ExpandButton.tsx';
import { RowActions } from './RowActions.tsx';
import { SelectBox } from './SelectBox.tsx';
import type { RowsViewProps } from './types.ts';

interface DataRowProps<Row, K extends string> extends RowsViewProps<Row, K> {
  readonly row: Row;
  readonly columnCount: number;
}

/** A table row, with its details below if expanded. */
export function DataRow<Row, K extends string>(props: DataRowProps<Row, K>) {
  const { row, rowKey, rowLabel, columns, actions, selection, renderDetails, columnCount, isDimmed } = props;
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  const key = rowKey(row);
  return (
    <>
      <TableRow
        hover
        selected={selection?.selected.has(key) ?? false}
        sx={isDimmed?.(row) === true ? dimmedSx : {}}
      >
        {renderDetails === undefined ? null : (
          <TableCell padding="checkbox">
            <ExpandButton
              rowLabel={rowLabel(row)}
              isOpen={isOpen}
              controls={detailsId}
              onToggle={() => setOpen(!isOpen)}
            />
          </TableCell>
        )}
        {selection === undefined ? null : (
          <TableCell padding="checkbox">
            <SelectBox id={key} label={rowLabel(row)} selection={selection} />
          </TableCell>
        )}
        {columns.map((column, index) => (
          <TableCell
            key={column.id}
            {...(index === 0 && { component: 'th', scope: 'row' })}
            align={column.align ?? 'left'}
            sx={{ ...cellSx, ...hiddenSx(column) }}
          >
            {column.render(row)}
          </TableCell>
        ))}
        {actions.length === 0 ? null : (
          <TableCell sx={{ ...cellSx, ...actionsSx }}>
            <RowActions row={row} rowLabel={rowLabel(row)} actions={actions} />
          </TableCell>
        )}
      </TableRow>
      {renderDetails !== undefined && isOpen ? (
        <TableRow id={detailsId}>
          <TableCell colSpan={columnCount} sx={{ bgcolor: 'action.hover', px: { sm: 6 }, py: 1.5 }}>
            {renderDetails(row)}
          </TableCell>
        </TableRow>
      ) : null}
    </>
  );
}
