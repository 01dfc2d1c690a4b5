import { Box } from '@mui/material';
import { LIST_WIDTHS, type ListWidth } from '../use-screen.ts';
import { visuallyHidden } from '../visually-hidden.ts';
import type { Column } from './types.ts';

/** The columns for a list of this width: a column with `fold` is shown below the content of another one. */
export function foldColumns<Row, K extends string>(
  columns: readonly Column<Row, K>[],
  width: ListWidth,
): readonly Column<Row, K>[] {
  const isFolded = ({ fold }: Column<Row, K>) =>
    fold !== undefined &&
    columns.some(({ id }) => id === fold.into) &&
    LIST_WIDTHS.indexOf(width) <= LIST_WIDTHS.indexOf(fold.upTo);
  const folded = columns.filter(isFolded);
  if (folded.length === 0) return columns;
  return columns
    .filter((column) => !folded.includes(column))
    .map((column) => {
      const below = folded.filter(({ fold }) => fold?.into === column.id);
      return below.length === 0 ? column : { ...column, render: (row) => stacked(column, below, row) };
    });
}

function stacked<Row, K extends string>(column: Column<Row, K>, below: readonly Column<Row, K>[], row: Row) {
  return (
    <div className="list-folded">
      <div>{column.render(row)}</div>
      {below.map(({ id, header, fold, render }) => (
        <div key={id} className="list-caption">
          <Box component="span" sx={fold?.isLabeled === true ? {} : visuallyHidden}>
            {header}:{' '}
          </Box>
          {render(row)}
        </div>
      ))}
    </div>
  );
}
