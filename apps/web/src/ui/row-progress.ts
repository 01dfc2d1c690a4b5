import { counted } from '@portal/domain/text';

/** How far work on the rows of a file is. `rowCount` is null until they are counted. */
export interface RowProgress {
  readonly rowsDone: number;
  readonly rowCount: number | null;
}

/** "12,000 of 200,000 rows". */
export const progressText = ({ rowsDone, rowCount }: RowProgress): string =>
  rowCount === null
    ? 'Reading the file…'
    : `${rowsDone.toLocaleString('en-US')} of ${counted(rowCount, 'row')}`;

/** From 0 to 100; undefined while the rows are counted. */
export const progressPercent = ({ rowsDone, rowCount }: RowProgress): number | undefined =>
  rowCount === null || rowCount === 0 ? undefined : Math.min(100, (rowsDone / rowCount) * 100);
