import type { ReactElement, ReactNode } from 'react';
import type { TableState } from '../use-list-state.ts';

/** One column of a table, which is one line of a card on a phone. */
export interface Column<Row, K extends string = string> {
  readonly id: string;
  readonly header: string;
  readonly render: (row: Row) => ReactNode;
  /** The list's key this column sorts by; without it the header is plain text. */
  readonly sortKey?: K;
  readonly align?: 'left' | 'center' | 'right';
  /** CSS width, for example 120 or "20%". */
  readonly width?: number | string;
  /** Left out of the table on screens narrower than this; cards show it all the same. */
  readonly hideBelow?: 'md' | 'lg' | 'xl';
  /** Titles the card on a phone in place of the first column. */
  readonly isCardTitle?: boolean;
  /** Left out of the cards on a phone. */
  readonly hideInCards?: boolean;
}

interface RowActionBase<Row> {
  /** A verb, for example "Edit"; the row's label is added for screen readers. */
  readonly label: string;
  readonly icon: ReactElement;
  readonly isDisabled?: (row: Row) => boolean;
  /** Rows that do not offer the action at all. */
  readonly isHidden?: (row: Row) => boolean;
}

/** What can be done with a row: a link to a screen, or a call. */
export type RowAction<Row> = RowActionBase<Row> &
  ({ readonly to: (row: Row) => string } | { readonly onClick: (row: Row) => void });

/** Which rows are ticked, by their keys; it may hold rows of other pages. */
export interface Selection {
  readonly selected: ReadonlySet<string>;
  readonly onChange: (selected: ReadonlySet<string>) => void;
}

/** What the table and the cards on phones show. */
export interface RowsViewProps<Row, K extends string> {
  readonly label: string;
  readonly columns: readonly Column<Row, K>[];
  /** Undefined until the first answer: placeholders are shown. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string;
  readonly rowLabel: (row: Row) => string;
  readonly state: TableState<K>;
  readonly actions: readonly RowAction<Row>[];
  readonly selection: Selection | undefined;
  /** What a row shows when it is opened; without it rows cannot be opened. */
  readonly renderDetails?: ((row: Row) => ReactNode) | undefined;
  /** Rows that stand back behind the others, such as inactive ones. */
  readonly isDimmed?: ((row: Row) => boolean) | undefined;
  /** Stands in the place of the rows: empty list, error. */
  readonly message: ReactNode;
}

/** What the actions of one row need. */
export interface RowActionsProps<Row> {
  readonly row: Row;
  /** Names the row for screen readers: "Edit" becomes "Edit Jane Smith". */
  readonly rowLabel: string;
  readonly actions: readonly RowAction<Row>[];
}
