import type { dictationList, DictationRow, DictationSortKey } from '@portal/contract/dictations';
import type { ResultOf } from '@portal/contract/endpoint';
import { ListTable, type ListTableProps } from '#ui/ListTable.tsx';
import { dictationName } from '../dictation-labels.ts';

type DictationTableProps = Omit<
  ListTableProps<DictationRow, DictationSortKey, ResultOf<typeof dictationList>>,
  'label' | 'rowKey' | 'rowLabel' | 'errorFallback' | 'found'
>;

/** A list of dictations. */
export const DictationTable = (table: DictationTableProps) => (
  <ListTable
    {...table}
    label="Dictations"
    rowKey={({ id }) => id}
    rowLabel={dictationName}
    errorFallback="Failed to load dictations"
  />
);
