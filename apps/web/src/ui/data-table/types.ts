import type { ReactElement, ReactNode } from 'react';
import type { Question } from '../ConfirmDialog.tsx';
import type { TableState } from '../use-list-state.ts';

export type ColumnKind =
  | 'text'
  | 'title'
  | 'file'
  | 'name'
  | 'email'
  | 'word'
  | 'status'
  | 'count'
  | 'date'
  | 'moment'
  | 'record'
  | 'phone'
  | 'control';

export type FoldOrder = 1 | 2 | 3;

/** Where a column goes when the table is too narrow for it. */
interface Fold {
  /** Which columns give way first. */
  readonly order: FoldOrder;
  /** The id of the column that shows it. If that column is hidden, this one stays as it is. */
  readonly into: string;
}

/** One column of a table, or one line of a card on phones. */
export interface Column<Row, K extends string = string> {
  readonly id: string;
  readonly header: string;
  /** One line, or up to two lines of a text if there is no `caption`. */
  readonly render: (row: Row) => ReactNode;
  /** A second line in small gray text. */
  readonly caption?: (row: Row) => ReactNode;
  /** What the column holds, which decides its room. Default `name`. */
  readonly kind?: ColumnKind;
  /** The room of a column that never grows, in px, instead of that of its kind. */
  readonly width?: number;
  /** Sort key of the column; without it, the column cannot be sorted. */
  readonly sortKey?: K;
  readonly align?: 'left' | 'center' | 'right';
  /** Shown below another column's content when the table is too narrow. A folded column can still be sorted. */
  readonly fold?: Fold;
  /** Whether the header is shown before the content below another column and in cards. Otherwise, only screen readers get it. */
  readonly isLabeled?: boolean;
  /** Its place in the cards on phones: the title instead of the first column, or not at all. */
  readonly card?: 'title' | 'none';
}

interface RowActionBase<Row> {
  /** A verb, for example "Edit"; the row's label is added for screen readers. */
  readonly label: string;
  readonly icon: ReactElement;
  readonly isDisabled?: (row: Row) => boolean;
  /** Whether to hide the action for a row. */
  readonly isHidden?: (row: Row) => boolean;
}

/** An action of a row: a link or a click handler. */
export type RowAction<Row> = RowActionBase<Row> &
  ({ readonly to: (row: Row) => string } | { readonly onClick: (row: Row) => void });

/** An action of a row in a `DataTable`, which also shows the question or the dialog that the action opens. */
export type TableAction<Row> =
  | RowAction<Row>
  | (RowActionBase<Row> & { readonly asks: (row: Row) => Question })
  | (RowActionBase<Row> & { readonly opens: (row: Row, onClose: () => void) => ReactNode });

/** The keys of the selected rows. */
export interface Selection {
  readonly selected: ReadonlySet<string>;
  readonly set: (ids: readonly string[], isSelected: boolean) => void;
}

/** A selection as rows use it. */
export interface RangeSelection extends Selection {
  /** `isRange` also changes all rows between this one and the last. */
  readonly toggle: (id: string, isSelected: boolean, isRange: boolean) => void;
}

/** Props of the table and of the cards on phones. */
export interface RowsViewProps<Row, K extends string> {
  readonly label: string;
  readonly columns: readonly Column<Row, K>[];
  /** Undefined until loaded; placeholders are shown. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string;
  readonly rowLabel: (row: Row) => string;
  readonly state: TableState<K>;
  readonly actions: readonly RowAction<Row>[];
  readonly selection: RangeSelection | undefined;
  /** The details of an expanded row; without it, rows cannot be expanded. */
  readonly renderDetails?: ((row: Row) => ReactNode) | undefined;
  /** Rows to dim, such as inactive ones. */
  readonly isDimmed?: ((row: Row) => boolean) | undefined;
  /** Shown instead of rows: an empty state or an error. */
  readonly message: ReactNode;
}

export interface RowActionsProps<Row> {
  readonly row: Row;
  /** Label of the row for screen readers: "Edit" becomes "Edit Jane Smith". */
  readonly rowLabel: string;
  readonly actions: readonly RowAction<Row>[];
}
