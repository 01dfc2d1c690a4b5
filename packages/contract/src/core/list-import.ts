import { MAX_LIST_ROWS } from '@portal/domain/list-import';
import { plainLine } from '@portal/domain/text';
import { z } from 'zod';

/** An unvalidated cell of a list to import, so that errors can be reported row by row. */
export const listCell = z
  .string()
  .overwrite(plainLine)
  .max(1000, 'A cell can have at most 1000 characters')
  .optional();

/** The rows of a list to import. */
export const listRows = <Row extends z.ZodType>(row: Row) =>
  z.array(row).min(1, 'The list has no rows').max(MAX_LIST_ROWS, `At most ${MAX_LIST_ROWS} rows at once`);

/** A longer body than usual: 500 rows with long cells. */
export const MAX_LIST_BYTES = 1_000_000;

/** What happens to a row. */
export const listOutcome = z.object({
  /** Position in the list, from 0. */
  index: z.int(),
  /** Why the row is skipped; empty if it is imported. */
  messages: z.array(z.string()),
  /** What of an imported row is left out. */
  notes: z.array(z.string()),
});
export type ListOutcome = z.output<typeof listOutcome>;
