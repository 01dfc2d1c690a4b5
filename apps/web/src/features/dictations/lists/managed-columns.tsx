import type { DictationRow, DictationSortKey } from '@portal/contract/dictations';
import type { PracticeTimes } from '#lib/query/use-practice-times.ts';
import type { Column } from '#ui/DataTable.tsx';
import { ActiveChip } from '#ui/StatusChip.tsx';
import { dictationColumns } from './dictation-columns.tsx';

/** The columns of Dictation Management. */
export function managedColumns(times: PracticeTimes): readonly Column<DictationRow, DictationSortKey>[] {
  return [
    ...dictationColumns(times)
      .filter(({ id }) => id !== 'location')
      .map(({ hideBelow: _hideBelow, ...column }) => column),
    {
      id: 'active',
      header: 'Active',
      fold: { upTo: 'narrow', into: 'status' },
      render: ({ isActive }) => <ActiveChip active={isActive} />,
    },
  ];
}
