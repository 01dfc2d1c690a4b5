import BlockOutlinedIcon from '@mui/icons-material/BlockOutlined';
import EditOutlinedIcon from '@mui/icons-material/EditOutlined';
import NoteAddOutlinedIcon from '@mui/icons-material/NoteAddOutlined';
import PrintOutlinedIcon from '@mui/icons-material/PrintOutlined';
import VisibilityOutlinedIcon from '@mui/icons-material/VisibilityOutlined';
import type { OrderRow } from '@portal/contract/orders';
import { isOpen } from '@portal/domain/order-status';
import { useState, type ReactNode } from 'react';
import { useAccess } from '#lib/session/use-session.ts';
import type { RowAction } from '#ui/DataTable.tsx';
import { useLastValue } from '#ui/use-last-value.ts';
import { CancelOrderDialog } from './CancelOrderDialog.tsx';
import { canStartNote, startNotePath } from './start-note.ts';
import { usePrintOrder } from './use-print-order.ts';

const isClosed = ({ status }: OrderRow) => !isOpen(status);

/** Row actions of an order, filtered by permission (view, start note, edit, print, cancel), and the cancel dialog. */
export function useOrderActions(rows: readonly OrderRow[] | undefined): {
  readonly actions: readonly RowAction<OrderRow>[];
  readonly dialog: ReactNode;
} {
  const { can } = useAccess();
  const { print, isPrinting } = usePrintOrder();
  const [asked, ask] = useState<OrderRow | null>(null);
  const shown = useLastValue(asked);
  const actions: RowAction<OrderRow>[] = [
    { label: 'View', icon: <VisibilityOutlinedIcon fontSize="small" />, to: ({ id }) => `/orders/${id}` },
  ];
  if (can('Dictation.Create'))
    actions.push({
      label: 'Start note',
      icon: <NoteAddOutlinedIcon fontSize="small" />,
      to: startNotePath,
      isHidden: (order) => !canStartNote(order),
    });
  if (can('Order.Edit')) {
    actions.push({
      label: 'Edit',
      icon: <EditOutlinedIcon fontSize="small" />,
      to: ({ id }) => `/orders/${id}/edit`,
      isDisabled: isClosed,
    });
  }
  actions.push({
    label: 'Print',
    icon: <PrintOutlinedIcon fontSize="small" />,
    onClick: ({ id }) => print(id),
    isDisabled: () => isPrinting,
  });
  if (can('Order.Cancel')) {
    actions.push({
      label: 'Cancel',
      icon: <BlockOutlinedIcon fontSize="small" />,
      onClick: ask,
      isDisabled: isClosed,
    });
  }
  const dialog =
    shown === null ? null : (
      <CancelOrderDialog
        // Use the current row: the list is refetched after a rejected attempt.
        order={rows?.find(({ id }) => id === shown.id) ?? shown}
        open={asked !== null}
        onClose={() => ask(null)}
      />
    );
  return { actions, dialog };
}
