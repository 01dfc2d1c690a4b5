import BlockOutlinedIcon from '@mui/icons-material/BlockOutlined';
import EditOutlinedIcon from '@mui/icons-material/EditOutlined';
import NoteAddOutlinedIcon from '@mui/icons-material/NoteAddOutlined';
import PrintOutlinedIcon from '@mui/icons-material/PrintOutlined';
import { Button } from '@mui/material';
import type { Order } from '@portal/contract/orders';
import { isOpen } from '@portal/domain/order-status';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { useAccess } from '#lib/session/use-session.ts';
import { CancelOrderDialog } from './CancelOrderDialog.tsx';
import { canStartNote, startNotePath } from './start-note.ts';
import { usePrintOrder } from './use-print-order.ts';

/** Start note, edit, print and cancel actions of an order, filtered by permission and status. */
export function OrderActions({ order }: { readonly order: Order }) {
  const { can } = useAccess();
  const [isCancelling, setCancelling] = useState(false);
  const { print, isPrinting } = usePrintOrder();
  const isOpenOrder = isOpen(order.status);
  return (
    <>
      {isOpenOrder && can('Order.Cancel') ? (
        <Button
          variant="outlined"
          color="error"
          startIcon={<BlockOutlinedIcon />}
          onClick={() => setCancelling(true)}
        >
          Cancel Order
        </Button>
      ) : null}
      <Button
        variant="outlined"
        startIcon={<PrintOutlinedIcon />}
        loading={isPrinting}
        loadingPosition="start"
        onClick={() => print(order.id)}
      >
        Print
      </Button>
      {canStartNote(order) && can('Dictation.Create') ? (
        <Button
          component={RouterLink}
          to={startNotePath(order)}
          variant="outlined"
          startIcon={<NoteAddOutlinedIcon />}
        >
          Start Note
        </Button>
      ) : null}
      {isOpenOrder && can('Order.Edit') ? (
        <Button
          component={RouterLink}
          to={`/orders/${order.id}/edit`}
          variant="contained"
          startIcon={<EditOutlinedIcon />}
        >
          Edit
        </Button>
      ) : null}
      <CancelOrderDialog order={order} open={isCancelling} onClose={() => setCancelling(false)} />
    </>
  );
}
