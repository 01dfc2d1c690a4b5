import { Box, Stack, Typography } from '@mui/material';
import type { OrderStep } from '@portal/contract/orders';
import { fullName } from '@portal/domain/person-name';
import { Moment } from '#ui/Moment.tsx';
import { OrderStatusChip } from './OrderMarks.tsx';

/** Status history of an order, newest first. */
export function OrderHistory({ history }: { readonly history: readonly OrderStep[] }) {
  return (
    <Box>
      <Typography variant="h3" sx={{ mb: 1 }}>
        History
      </Typography>
      <Stack component="ol" spacing={1.5} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {history.toReversed().map((step) => (
          <Step key={step.id} step={step} />
        ))}
      </Stack>
    </Box>
  );
}

function Step({ step }: { readonly step: OrderStep }) {
  const { fromStatus, toStatus, changedByUser, changedAt, note } = step;
  return (
    <Box component="li" sx={{ pl: 1.5, borderLeft: 2, borderColor: 'divider' }}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 0.75 }}>
        {fromStatus === null ? (
          <span>Created as</span>
        ) : (
          <>
            <OrderStatusChip status={fromStatus} />
            <span aria-label="to">→</span>
          </>
        )}
        <OrderStatusChip status={toStatus} />
      </Stack>
      <Typography variant="body2" color="textSecondary">
        <Moment at={changedAt} /> by {fullName(changedByUser.firstName, changedByUser.lastName)}
      </Typography>
      {note === null ? null : (
        <Typography sx={{ mt: 0.25, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{note}</Typography>
      )}
    </Box>
  );
}
