import type { dictationList, DictationRow, DictationSortKey } from '@portal/contract/dictations';
import type { ResultOf } from '@portal/contract/endpoint';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ApiError } from '#lib/api/api-error.ts';
import { DataTable, type DataTableProps } from '#ui/DataTable.tsx';
import { dictationName } from '../dictation-labels.ts';

type TableProps = DataTableProps<DictationRow, DictationSortKey>;

interface DictationTableProps extends Pick<
  TableProps,
  'columns' | 'state' | 'actions' | 'selection' | 'pageSizes' | 'isDimmed' | 'emptyText'
> {
  readonly answer: UseQueryResult<ResultOf<typeof dictationList>, ApiError>;
  /** The filters are invalid: their fields show why, and the table shows no rows. */
  readonly isInvalid?: boolean;
}

const NO_ROWS = { data: [], totalCount: 0, totalCountIsApproximate: false };

export function DictationTable({ answer, isInvalid = false, ...table }: DictationTableProps) {
  const page = isInvalid ? NO_ROWS : answer.data;
  return (
    <DataTable
      {...table}
      label="Dictations"
      rows={page?.data}
      totalCount={page?.totalCount}
      isTotalApproximate={page?.totalCountIsApproximate}
      rowKey={({ id }) => id}
      rowLabel={dictationName}
      isFetching={answer.isFetching}
      error={isInvalid ? null : answer.error}
      errorFallback="Failed to load dictations"
      onRetry={() => void answer.refetch()}
    />
  );
}
