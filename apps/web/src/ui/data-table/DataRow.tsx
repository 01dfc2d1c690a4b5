import { Box, TableCell } from '@mui/material';
import { useId, useMemo, useState, type ReactNode } from 'react';
import { visuallyHidden } from '../visually-hidden.ts';
import { cellClass } from './cells.ts';
import { ExpandButton } from './ExpandButton.tsx';
import { RowActions } from './RowActions.tsx';
import type { ShownColumn } from './column-room.ts';
import { SelectBox } from './SelectBox.tsx';
import type { Column, ColumnKind, RowsViewProps } from './types.ts';

interface DataRowProps<Row, K extends string> extends Pick<
  RowsViewProps<Row, K>,
  'actions' | 'selection' | 'renderDetails'
> {
  readonly columns: readonly ShownColumn<Row, K>[];
  readonly row: Row;
  readonly id: string;
  readonly label: string;
  readonly isDimmed: boolean;
  readonly isNarrow: boolean;
  readonly columnCount: number;
}

/**
 * A table row. Its cells are rendered again only if the record, the columns or the actions change: a page renders several times
 * until its data is current.
 */
export function DataRow<Row, K extends string>(props: DataRowProps<Row, K>) {
  const { row, id, label, columns, actions, selection, renderDetails, columnCount, isDimmed, isNarrow } =
    props;
  return useMemo(
    () => (
      <Cells
        row={row}
        id={id}
        label={label}
        columns={columns}
        actions={actions}
        selection={selection}
        renderDetails={renderDetails}
        columnCount={columnCount}
        isDimmed={isDimmed}
        isNarrow={isNarrow}
      />
    ),
    [row, id, label, columns, actions, selection, renderDetails, columnCount, isDimmed, isNarrow],
  );
}

/** The cells of a row, with its details below if expanded. */
function Cells<Row, K extends string>(props: DataRowProps<Row, K>) {
  const { row, id, label, columns, actions, selection, renderDetails, columnCount, isDimmed } = props;
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  const isSelected = selection?.selected.has(id) ?? false;
  return (
    <>
      <tr
        data-row
        className={`list-row${isDimmed ? ' list-dimmed' : ''}${isSelected ? ' list-selected' : ''}`}
      >
        {renderDetails === undefined ? null : (
          <td className="list-cell list-checkbox">
            <ExpandButton
              rowLabel={label}
              isOpen={isOpen}
              controls={detailsId}
              onToggle={() => setOpen(!isOpen)}
            />
          </td>
        )}
        {selection === undefined ? null : (
          <td className="list-cell list-checkbox">
            <SelectBox id={id} label={label} selection={selection} />
          </td>
        )}
        {columns.map((shown, index) => {
          const { column } = shown;
          const content = cellContent(shown, row);
          return index === 0 ? (
            <th key={column.id} scope="row" className={cellClass(column)}>
              {content}
            </th>
          ) : (
            <td key={column.id} className={cellClass(column)}>
              {content}
            </td>
          );
        })}
        {actions.length === 0 ? null : (
          <td className="list-cell list-actions">
            <RowActions row={row} rowLabel={label} actions={actions} isNarrow={props.isNarrow} />
          </td>
        )}
      </tr>
      {renderDetails !== undefined && isOpen ? (
        <tr id={detailsId}>
          <TableCell colSpan={columnCount} sx={{ bgcolor: 'action.hover', px: { sm: 6 }, py: 1.5 }}>
            {renderDetails(row)}
          </TableCell>
        </tr>
      ) : null}
    </>
  );
}

/** Kinds of columns whose words may take two lines. */
const TWO_LINES: ReadonlySet<ColumnKind | undefined> = new Set(['text', 'title', 'file', 'word'] as const);

/** The content of a cell: one line, or two if there is a caption or columns have folded into it. */
function cellContent<Row, K extends string>({ column, below }: ShownColumn<Row, K>, row: Row): ReactNode {
  const main = column.render(row);
  const caption = column.caption?.(row) ?? null;
  if (caption === null && below.length === 0)
    return TWO_LINES.has(column.kind) ? <div className="list-two-lines">{main}</div> : main;
  return (
    <>
      <div className="list-main">{main}</div>
      <div className="list-caption list-sub">
        {below.map((folded) => (
          <Labeled key={folded.id} column={folded} row={row} />
        ))}
        {caption === null ? null : <div>{caption}</div>}
      </div>
    </>
  );
}

interface LabeledProps<Row, K extends string> {
  readonly column: Column<Row, K>;
  readonly row: Row;
}

/** A folded column: its header, which is often for screen readers only, its content and its caption. */
function Labeled<Row, K extends string>({ column, row }: LabeledProps<Row, K>) {
  const content = column.render(row);
  if (content === '' || content === null) return null;
  const caption = column.caption?.(row) ?? null;
  return (
    <>
      <div>
        <Box component="span" sx={column.isLabeled === true ? {} : visuallyHidden}>
          {column.header}:{' '}
        </Box>
        {content}
      </div>
      {caption === null ? null : <div>{caption}</div>}
    </>
  );
}
