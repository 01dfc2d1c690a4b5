import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import LinearProgress from '@mui/material/LinearProgress';
import { clampPage } from '@portal/domain/list';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { AccessDenied } from './AccessDenied.tsx';
import { CardView } from './data-table/CardView.tsx';
import { Paging } from './data-table/Paging.tsx';
import { rangeText } from './data-table/range-text.ts';
import { TableView } from './data-table/TableView.tsx';
import type { Column, RowAction, Selection } from './data-table/types.ts';
import { EmptyState } from './EmptyState.tsx';
import { ErrorPanel } from './ErrorPanel.tsx';
import { toShownError } from './shown-error.ts';
import type { TableState } from './use-list-state.ts';
import { useIsPhone } from './use-screen.ts';
import { visuallyHidden } from './visually-hidden.ts';

export type { Column, RowAction, Selection } from './data-table/types.ts';

export interface DataTableProps<Row, K extends string> {
  /** Names the table, for example "Patients". */
  readonly label: string;
  /** The first column names the row: it is the row's header and the card's title. */
  readonly columns: readonly Column<Row, K>[];
  /** The rows of this page; undefined until the first answer. */
  readonly rows: readonly Row[] | undefined;
  readonly totalCount: number | undefined;
  /** The total is a lower bound. */
  readonly isTotalApproximate?: boolean | undefined;
  /** How many of what is counted these rows are, where a row can stand for several. */
  readonly countedRows?: number | undefined;
  readonly rowKey: (row: Row) => string;
  /** Names a row for screen readers, for example "Jane Smith". */
  readonly rowLabel: (row: Row) => string;
  readonly state: TableState<K>;
  readonly isFetching?: boolean;
  /** What the fetch failed with; `null` or undefined when it did not. */
  readonly error?: unknown;
  /** Shown when the error carries no message of the server. */
  readonly errorFallback: string;
  readonly onRetry?: () => void;
  readonly emptyText: string;
  readonly emptyAction?: ReactNode;
  readonly actions?: readonly RowAction<Row>[];
  readonly selection?: Selection;
  /** What a row shows when it is opened. */
  readonly renderDetails?: (row: Row) => ReactNode;
  /** Rows that stand back behind the others, such as inactive ones. */
  readonly isDimmed?: (row: Row) => boolean;
  readonly pageSizes?: readonly number[];
  /** Rows whose text cannot be selected. */
  readonly noTextSelection?: boolean;
}

/**
 * The one list of the portal: sorting, paging and selection, empty, loading, error and no-permission states; a table
 * from tablets up and cards on phones. Rows come sorted and cut to the page, from the server or from `browserPage`.
 */
export function DataTable<Row, K extends string>(props: DataTableProps<Row, K>) {
  const { label, rows, totalCount, state, isFetching = false, error, actions = [], selection } = props;
  const isPhone = useIsPhone();
  const scroller = useScrollToTop(state.page, isPhone);
  const failure = error === undefined || error === null ? null : toShownError(error, props.errorFallback);
  if (failure?.code === 'FORBIDDEN') return <AccessDenied />;

  const isApproximate = props.isTotalApproximate ?? false;
  const { pageSize } = state;
  // A page past the end shows the last one, on the server and in the browser.
  const exactTotal = isApproximate || totalCount === undefined ? undefined : totalCount;
  const { page } = clampPage({ page: state.page, pageSize, totalCount: exactTotal, maxPageSize: pageSize });
  const rowCount = rows?.length ?? 0;
  const countedRows = props.countedRows ?? rowCount;
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
    actions,
    selection,
    message: rows === undefined ? errorPanel : rowCount > 0 ? null : <NoRows {...props} />,
  };
  const range =
    totalCount === undefined
      ? ''
      : rangeText({ page, pageSize, rowCount: countedRows, totalCount, isApproximate });
  return (
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
          // The header stays in sight while the rows scroll; a printed list shows them all.
          ...(!isPhone && { overflow: 'auto', maxHeight: 'max(320px, calc(100dvh - 230px))' }),
          '@media print': { maxHeight: 'none', overflow: 'visible' },
        }}
      >
        {isPhone ? <CardView {...view} /> : <TableView {...view} />}
      </Box>
      <Box component="output" sx={visuallyHidden}>
        {rows === undefined ? (failure ? '' : `Loading ${label}`) : `${label}: ${range}`}
      </Box>
      <Paging
        label={label}
        page={page}
        pageSize={pageSize}
        pageSizes={props.pageSizes}
        totalCount={totalCount}
        isApproximate={isApproximate}
        rowCount={countedRows}
        onPage={state.setPage}
        onPageSize={state.setPageSize}
      />
    </Card>
  );
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
      text="This page has no rows any more."
      action={<Button onClick={() => state.setPage(1)}>Go to the first page</Button>}
    />
  );
}

/** A thin line while rows are fetched again; quick answers never show it. */
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

/** A new page is read from its first row. */
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
