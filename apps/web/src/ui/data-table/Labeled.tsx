import { Box } from '@mui/material';
import { visuallyHidden } from '../visually-hidden.ts';
import type { Column } from './types.ts';

interface LabeledProps<Row, K extends string> {
  readonly column: Column<Row, K>;
  readonly row: Row;
}

/** A folded column: its header, which is often for screen readers only, its content and its caption. */
export function Labeled<Row, K extends string>({ column, row }: LabeledProps<Row, K>) {
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
