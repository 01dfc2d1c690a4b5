import { useState } from 'react';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { useLastValue } from '../use-last-value.ts';
import type { RowAction, TableAction } from './types.ts';

interface Opened<Row> {
  readonly label: string;
  readonly row: Row;
}

interface RowDialogProps<Row> {
  readonly actions: readonly TableAction<Row>[];
  readonly opened: Opened<Row> | null;
  readonly onClose: () => void;
}

/** The actions as rows show them, and the props of the `RowDialog` that they open. */
export function useRowDialog<Row>(actions: readonly TableAction<Row>[]): {
  readonly rowActions: readonly RowAction<Row>[];
  readonly rowDialog: RowDialogProps<Row>;
} {
  const [opened, setOpened] = useState<Opened<Row> | null>(null);
  const rowActions = actions.map((action): RowAction<Row> => {
    if ('to' in action || 'onClick' in action) return action;
    return { ...action, onClick: (row) => setOpened({ label: action.label, row }) };
  });
  return { rowActions, rowDialog: { actions, opened, onClose: () => setOpened(null) } };
}

/** What an action of a row asks or opens. */
export function RowDialog<Row>({ actions, opened, onClose }: RowDialogProps<Row>) {
  const shown = useLastValue(opened);
  const action = actions.find(({ label }) => label === shown?.label);
  if (shown === null || action === undefined) return null;
  if ('opens' in action) return opened === null ? null : action.opens(shown.row, onClose);
  if (!('asks' in action)) return null;
  return (
    <ConfirmDialog key={action.label} {...action.asks(shown.row)} open={opened !== null} onClose={onClose} />
  );
}
