import type { DictationRow, DictationSortKey } from '@portal/contract/dictations';
import type { Column } from '#ui/DataTable.tsx';
import { ActiveChip } from '#ui/StatusChip.tsx';
import { dictationColumns } from './dictation-columns.tsx';

/** The columns of Dictation Management. */
export function managedColumns(
  timeZone: string | undefined,
): readonly Column<DictationRow, DictationSortKey>[] {
  return [
    ...dictationColumns(timeZone)
      .filter(({ id }) => id !== 'location')
      .map(({ hideBelow: _hideBelow, ...column }) => column),
    { id: 'active', header: 'Active', render: ({ isActive }) => <ActiveChip active={isActive} /> },
  ];
}
