import type { ReactNode } from 'react';
import { CardView } from './data-table/CardView.tsx';
import { TableView } from './data-table/TableView.tsx';
import type { RowSelection } from './bulk/use-row-selection.ts';
import { RowDialog, useRowDialog } from './data-table/RowDialog.tsx';
import type { Column, TableAction } from './data-table/types.ts';
import { useRangeSelection } from './data-table/use-range-selection.ts';
import { useIsPhone } from './use-screen.ts';

interface PlainTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row, never>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Label of a row for screen readers. */
  readonly rowLabel: (row: Row) => string;
  readonly actions?: readonly TableAction<Row>[];
  readonly isDimmed?: (row: Row) => boolean;
  /** From `useRowSelection` of the same rows. */
  readonly selection?: RowSelection<Row> | undefined;
  /** Shown instead of rows. */
  readonly message?: ReactNode;
}

/** A fixed state without sorting and paging. */
const FIXED_STATE = {
  page: 1,
  pageSize: 10,
  orderBy: undefined,
  sortDirection: 'asc',
  setPage: () => undefined,
  setPageSize: () => undefined,
  toggleSort: () => undefined,
} as const;

/** A small table in the given order, without paging, for pages with several tables. Cards on phones. */
export function PlainTable<Row>({ actions = [], message = null, selection, ...props }: PlainTableProps<Row>) {
  const View = useIsPhone() ? CardView : TableView;
  const range = useRangeSelection(selection, props.rows.map(props.rowKey));
  const { rowActions, rowDialog } = useRowDialog(actions);
  return (
    <>
      <View {...props} actions={rowActions} message={message} selection={range} state={FIXED_STATE} />
      <RowDialog {...rowDialog} />
    </>
  );
}
