import { Box, Button, Card, LinearProgress, Typography } from '@mui/material';
import { clampPage } from '@portal/domain/list';
import { useEffect, useRef, type ReactNode } from 'react';
import { AccessDenied } from './AccessDenied.tsx';
import { CardView } from './data-table/CardView.tsx';
import { Paging } from './data-table/Paging.tsx';
import { SelectionBar, type BulkButton } from './bulk/SelectionBar.tsx';
import { rangeText } from './data-table/range-text.ts';
import { TableView } from './data-table/TableView.tsx';
import type { RowSelection } from './bulk/use-row-selection.ts';
import { RowDialog, useRowDialog } from './data-table/RowDialog.tsx';
import type { Column, Selection, TableAction } from './data-table/types.ts';
import { useKeptView } from './data-table/use-kept-view.ts';
import { EmptyState } from './EmptyState.tsx';
import { ErrorPanel } from './ErrorPanel.tsx';
import { toShownError } from './shown-error.ts';
import { useRangeSelection } from './data-table/use-range-selection.ts';
import type { TableState } from './use-list-state.ts';
import { useIsPhone } from './use-screen.ts';
import { useWhilePrinting } from './use-while-printing.ts';
import { visuallyHidden } from './visually-hidden.ts';

export type { Column, RowAction, TableAction } from './data-table/types.ts';

export interface DataTableProps<Row, K extends string> {
  /** Accessible name of the table, for example "Patients". */
  readonly label: string;
  /** The first column is the row header, and the card title on phones. */
  readonly columns: readonly Column<Row, K>[];
  /** The rows of this page; undefined until loaded. */
  readonly rows: readonly Row[] | undefined;
  readonly totalCount: number | undefined;
  /** Whether the total is a lower bound. */
  readonly isTotalApproximate?: boolean | undefined;
  /** Number of counted items in these rows, if a row can represent several. */
  readonly countedRows?: number | undefined;
  readonly rowKey: (row: Row) => string;
  /** Label of a row for screen readers, for example "Jane Smith". */
  readonly rowLabel: (row: Row) => string;
  readonly state: TableState<K>;
  readonly isFetching?: boolean;
  /** The error of the request; `null` or undefined if there is none. */
  readonly error?: unknown;
  /** Shown when the error has no server message. */
  readonly errorFallback: string;
  readonly onRetry?: () => void;
  readonly emptyText: string;
  readonly emptyAction?: ReactNode;
  readonly actions?: readonly TableAction<Row>[];
  /** From `useRowSelection` of the same rows. */
  readonly selection?: RowSelection<Row> | undefined;
  /** A choice across pages, which the page lists by name beside the table. */
  readonly choice?: Selection;
  /** Actions on the selected rows, shown while there are any. */
  readonly bulkActions?: readonly BulkButton[];
  /** The most selected rows of an action, if not the usual number. */
  readonly maxSelected?: number;
  /** The details of an expanded row. */
  readonly renderDetails?: (row: Row) => ReactNode;
  /** Rows to dim, such as inactive ones. */
  readonly isDimmed?: (row: Row) => boolean;
  readonly pageSizes?: readonly number[];
  /** Rows whose text cannot be selected. */
  readonly noTextSelection?: boolean;
}

const NO_ACTIONS: readonly never[] = [];
/** Keeps the header visible while the rows scroll. The room for the scrollbar is kept, so that columns never move. */
const SCROLLS = {
  overflow: 'auto',
  scrollbarGutter: 'stable',
  maxHeight: 'max(320px, calc(100dvh - 212px))',
};

/**
 * The portal's list component: sorting, paging and selection, with empty, loading, error and no-permission states. Shows a
 * table on tablets and larger screens, and cards on phones. Expects sorted rows of one page, from the server or `browserPage`.
 */
export function DataTable<Row, K extends string>(props: DataTableProps<Row, K>) {
  const { label, rows, totalCount, state, isFetching = false, error, actions = NO_ACTIONS } = props;
  const { rowActions, rowDialog } = useRowDialog(actions);
  const selection = useRangeSelection(props.selection ?? props.choice, (rows ?? []).map(props.rowKey));
  const isPhone = useIsPhone();
  const isPrinting = useWhilePrinting(() => true);
  const scroller = useScrollToTop(state.page, isPhone);
  useKeptView(scroller, label, rows !== undefined && rows.length > 0);
  const failure = error === undefined || error === null ? null : toShownError(error, props.errorFallback);
  if (failure?.code === 'FORBIDDEN') return <AccessDenied />;

  const { page, rowCount, countedRows, isApproximate, range, allCount } = shownRange(props);
  const errorPanel = failure ? (
    <ErrorPanel
      message={failure.message}
      hint={failure.hint}
      requestId={failure.requestId}
      onRetry={props.onRetry}
    />
  ) : null;
  const view = {
    ...props,
    actions: rowActions,
    selection,
    message: rows === undefined ? errorPanel : rowCount > 0 ? null : <NoRows {...props} />,
  };
  return (
    <>
      <Card
        aria-busy={isFetching}
        sx={{
          position: 'relative',
          ...(isPhone && { border: 0, overflow: 'visible', bgcolor: 'transparent' }),
        }}
      >
        {isFetching && rows !== undefined ? <Progress label={label} /> : null}
        {rows === undefined || errorPanel === null ? null : <Box sx={{ p: 1 }}>{errorPanel}</Box>}
        <Box
          ref={scroller}
          sx={{
            ...(props.noTextSelection === true && { userSelect: 'none' }),
            ...(!isPhone && SCROLLS),
            // Print shows all rows.
            '@media print': { maxHeight: 'none', overflow: 'visible' },
          }}
        >
          {isPhone ? <CardView {...view} /> : <TableView {...view} />}
        </Box>
        <Box component="output" sx={visuallyHidden}>
          {rows === undefined ? (failure ? '' : `Loading ${label}`) : `${label}: ${range}`}
        </Box>
        {props.bulkActions === undefined ||
        selection === undefined ||
        selection.selected.size === 0 ? null : (
          <SelectionBar
            count={selection.selected.size}
            actions={props.bulkActions}
            max={props.maxSelected}
            onClear={() => selection.set([...selection.selected], false)}
          />
        )}
        {isPrinting === true && range !== '' ? <PrintedRange range={range} allCount={allCount} /> : null}
        <Paging
          label={label}
          page={page}
          pageSize={state.pageSize}
          pageSizes={props.pageSizes}
          totalCount={totalCount}
          isApproximate={isApproximate}
          rowCount={countedRows}
          onPage={state.setPage}
          onPageSize={state.setPageSize}
        />
      </Card>
      <RowDialog {...rowDialog} />
    </>
  );
}

/** Which rows of how many are shown. */
function shownRange<Row, K extends string>(props: DataTableProps<Row, K>) {
  const { rows, totalCount, state } = props;
  const isApproximate = props.isTotalApproximate ?? false;
  const { pageSize } = state;
  // The server and the browser show the last page for a page past the end.
  const exactTotal = isApproximate || totalCount === undefined ? undefined : totalCount;
  const { page } = clampPage({ page: state.page, pageSize, totalCount: exactTotal, maxPageSize: pageSize });
  const rowCount = rows?.length ?? 0;
  const countedRows = props.countedRows ?? rowCount;
  const range =
    totalCount === undefined
      ? ''
      : rangeText({ page, pageSize, rowCount: countedRows, totalCount, isApproximate });
  const allCount = !isApproximate && countedRows === totalCount ? totalCount : null;
  return { page, rowCount, countedRows, isApproximate, range, allCount };
}

function NoRows<Row, K extends string>({
  totalCount,
  state,
  emptyText,
  emptyAction,
}: DataTableProps<Row, K>) {
  if (state.page === 1 || totalCount === 0) return <EmptyState text={emptyText} action={emptyAction} />;
  return (
    <EmptyState
      text="This page no longer has any rows."
      action={<Button onClick={() => state.setPage(1)}>Go to the first page</Button>}
    />
  );
}

/** Says on paper which rows are printed. */
function PrintedRange({ range, allCount }: { readonly range: string; readonly allCount: number | null }) {
  return (
    <Typography sx={{ p: 1, breakBefore: 'avoid' }}>
      {allCount === null
        ? `Rows ${range}. The other rows of the list are not printed.`
        : `All rows of the list: ${allCount}`}
    </Typography>
  );
}

/** A thin progress bar while rows are reloading. Fast responses never show it. */
function Progress({ label }: { readonly label: string }) {
  return (
    <LinearProgress
      aria-label={`Refreshing ${label}`}
      sx={{
        position: 'absolute',
        insetInline: 0,
        top: 0,
        height: 2,
        zIndex: 3,
        animation: 'portal-appear 0s 200ms both',
        '@keyframes portal-appear': { from: { opacity: 0 }, to: { opacity: 1 } },
      }}
    />
  );
}

/** Scrolls to the first row when the page changes. */
function useScrollToTop(page: number, isPhone: boolean) {
  const scroller = useRef<HTMLDivElement>(null);
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    if (isPhone) scroller.current?.scrollIntoView({ block: 'start' });
    else if (scroller.current) scroller.current.scrollTop = 0;
  }, [page, isPhone]);
  return scroller;
}
