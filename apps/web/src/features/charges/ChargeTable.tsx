import UndoOutlined from '@mui/icons-material/UndoOutlined';
import type { chargeList, ChargeEntry, ChargeRow } from '@portal/contract/charges';
import type { ResultOf } from '@portal/contract/endpoint';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { useAccess } from '#lib/session/use-session.ts';
import type { RowAction } from '#ui/DataTable.tsx';
import { ListTable } from '#ui/ListTable.tsx';
import type { ListState } from '#ui/use-list-state.ts';
import { adminOnly } from './admin-only.ts';
import { ChargeLines, chargeColumns } from './charge-columns.tsx';
import type { CHARGE_LIST, ListTab } from './charge-list.ts';
import { chargeName, useChargeBulk } from './ChargeBulk.tsx';
import { UndoBatchDialog } from './UndoBatchDialog.tsx';

interface ChargeTableProps {
  readonly tab: ListTab;
  readonly answer: Pick<
    UseQueryResult<ResultOf<typeof chargeList>>,
    'data' | 'error' | 'isFetching' | 'refetch'
  >;
  /** The answer is that of another list. */
  readonly isStale: boolean;
  /** The filters are invalid; the error is shown at the field. */
  readonly isInvalid: boolean;
  readonly state: ListState<never, (typeof CHARGE_LIST)['filters']>;
}

const EMPTY: Readonly<Record<ListTab, string>> = {
  open: 'No signed notes to enter in billing in this date range',
  entered: 'No notes are entered in billing in this date range',
  changed: 'No entered notes have a later addendum',
  unsigned: 'No notes are waiting for a signature for two days or longer',
  noCodes: 'All signed notes have procedure codes',
  duplicate: 'No procedure is on two signed notes of a patient on the same date',
  noShow: 'No no-shows in this date range',
  coSignature: 'No signed notes await a co-signature in this date range',
  all: 'No notes in this date range',
};

/** The notes of a work list, by date. Administrators select notes to mark them. */
export function ChargeTable({ tab, answer, isStale, isInvalid, state }: ChargeTableProps) {
  const isAdmin = useAccess().passes(adminOnly);
  const times = usePracticeTimes();
  const [undone, setUndone] = useState<ChargeEntry | null>(null);
  const query = isStale ? { ...answer, data: undefined } : answer;
  const rows = isInvalid ? NO_ROWS : query.data?.data;
  const columns = useMemo(() => chargeColumns(rows ?? [], times), [rows, times]);
  const hasEntries = rows?.some(({ entry }) => entry !== null) ?? false;
  const actions = useMemo(
    () => (isAdmin && hasEntries ? undoAction(setUndone) : NO_ROWS),
    [isAdmin, hasEntries],
  );
  return (
    <>
      <ListTable
        label="Charges"
        list={state}
        query={query}
        isInvalid={isInvalid}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={chargeName}
        errorFallback="Failed to fetch charges"
        emptyText={EMPTY[tab]}
        actions={actions}
        renderDetails={(row) => <ChargeLines row={row} />}
        bulk={useChargeBulk(tab, rows)}
      />
      <UndoBatchDialog entry={undone} onClose={() => setUndone(null)} />
    </>
  );
}

const NO_ROWS: readonly never[] = [];

const undoAction = (onUndo: (entry: ChargeEntry | null) => void): RowAction<ChargeRow>[] => [
  {
    label: 'Undo batch',
    icon: <UndoOutlined />,
    isHidden: ({ entry }) => entry === null,
    onClick: ({ entry }) => onUndo(entry),
  },
];
