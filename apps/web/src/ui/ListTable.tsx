import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { BulkButton } from './bulk/SelectionBar.tsx';
import type { RowSelection } from './bulk/use-row-selection.ts';
import { DataTable, type DataTableProps } from './DataTable.tsx';
import type { TableState } from './use-list-state.ts';

/** The rows of a page and the total of its list. */
export interface Found<Row> {
  readonly rows: readonly Row[] | undefined;
  readonly totalCount: number;
  readonly totalCountIsApproximate?: boolean;
  /** If it is not the requested one. */
  readonly page?: number;
}

/** The usual answer of a list endpoint. */
interface Page<Row> {
  readonly data: readonly Row[];
  readonly totalCount: number;
  readonly totalCountIsApproximate?: boolean;
}

type ListQuery<T> = Pick<UseQueryResult<T>, 'data' | 'error' | 'isFetching' | 'refetch'>;

/** The request of a list, and `found` if its answer is not the usual one. */
export type ListSource<Row, T> =
  | { readonly query: ListQuery<Page<Row>>; readonly found?: undefined }
  | { readonly query: ListQuery<T>; readonly found: (answer: T) => Found<Row> | undefined };

export type ListTableProps<Row, K extends string, T> = Omit<
  DataTableProps<Row, K>,
  'rows' | 'totalCount' | 'isTotalApproximate' | 'state' | 'isFetching' | 'error' | 'onRetry' | 'pageSizes'
> &
  ListSource<Row, T> & {
    readonly list: TableState<K> & { readonly options?: { readonly pageSizes?: readonly number[] } };
    /** The filters are invalid: their fields show why, and the table shows no rows. */
    readonly isInvalid?: boolean;
    /** From `useBulk` of the same rows. */
    readonly bulk?: {
      readonly selection: RowSelection<Row> | undefined;
      readonly bulkActions: readonly BulkButton[];
      readonly dialog: ReactNode;
    };
  };

/** The source among other props. */
export const sourceOf = <Row, T>(props: ListSource<Row, T>): ListSource<Row, T> =>
  props.found === undefined ? { query: props.query } : { query: props.query, found: props.found };

/** The table of a list, from its request and its place in the URL. */
export function ListTable<Row, K extends string, T>(props: ListTableProps<Row, K, T>) {
  const { list, query, found: _found, isInvalid = false, bulk, ...table } = props;
  const page = isInvalid ? NO_ROWS : pageOf(props);
  return (
    <>
      <DataTable
        {...bulk}
        {...table}
        rows={page?.rows}
        totalCount={page?.totalCount}
        isTotalApproximate={page?.totalCountIsApproximate}
        state={page?.page === undefined ? list : { ...list, page: page.page }}
        isFetching={query.isFetching}
        error={isInvalid ? null : query.error}
        onRetry={() => void query.refetch()}
        {...(list.options?.pageSizes && { pageSizes: list.options.pageSizes })}
      />
      {bulk?.dialog}
    </>
  );
}

const NO_ROWS: Found<never> = { rows: [], totalCount: 0 };

function pageOf<Row, T>(source: ListSource<Row, T>): Found<Row> | undefined {
  if (source.found !== undefined) return source.query.data && source.found(source.query.data);
  const { data } = source.query;
  return data && { ...data, rows: data.data };
}
