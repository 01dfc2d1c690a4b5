import { Alert, Button, Stack } from '@mui/material';
import type { Order } from '@portal/contract/orders';
import { isOpen, nextStatuses, ORDER_STATUS_LABELS, type NextStatus } from '@portal/domain/order-status';
import { useEffect, useRef, useState } from 'react';
import { useAccess } from '#lib/session/use-session.ts';
import { StepDialog } from './StepDialog.tsx';

/** Buttons for the next possible statuses, nearest first. Steps may be skipped. */
export function OrderSteps({ order }: { readonly order: Order }) {
  const { can } = useAccess();
  const [step, setStep] = useState<NextStatus | null>(null);
  const { status } = order;
  useFocusAfterMove(status, step !== null);
  return (
    <>
      {isOpen(status) ? null : (
        <Alert severity={status === 'Completed' ? 'success' : 'info'} sx={{ mb: 2 }}>
          This order is {ORDER_STATUS_LABELS[status].toLowerCase()} and can no longer be changed.
        </Alert>
      )}
      {isOpen(status) && can('Order.Edit') ? (
        <Stack sx={{ gap: 1, mb: 2 }}>
          {nextStatuses(status).map((next, index) => (
            <Button
              key={next}
              variant={index === 0 ? 'contained' : 'outlined'}
              fullWidth
              onClick={() => setStep(next)}
            >
              Mark as {ORDER_STATUS_LABELS[next]}
            </Button>
          ))}
        </Stack>
      ) : null}
      {/* Stays when somebody else changes the status, with what was typed. */}
      {step === null ? null : <StepDialog order={order} to={step} onClose={() => setStep(null)} />}
    </>
  );
}

/** Moves keyboard focus to the heading when a status change has removed the button, once the dialog is closed. */
function useFocusAfterMove(status: Order['status'], isAsking: boolean): void {
  const shown = useRef(status);
  useEffect(() => {
    if (isAsking || shown.current === status) return;
    shown.current = status;
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('[data-page-heading]')?.focus();
  }, [status, isAsking]);
}
