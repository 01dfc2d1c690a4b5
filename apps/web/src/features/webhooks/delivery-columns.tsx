import { Box } from '@mui/material';
import type { WebhookDelivery } from '@portal/contract/webhooks';
import type { PracticeTimes } from '#lib/query/use-practice-times.ts';
import type { Column } from '#ui/DataTable.tsx';
import { StatusChip } from '#ui/StatusChip.tsx';
import { DELIVERY_LABELS } from './webhook-labels.ts';

/** The columns of the deliveries of a webhook. */
export const deliveryColumns = (times: PracticeTimes): readonly Column<WebhookDelivery, never>[] => [
  { id: 'event', header: 'Event', render: ({ event }) => event },
  { id: 'time', header: 'Time', render: ({ at }) => times.dateTime(at) },
  { id: 'state', header: 'Status', render: ({ state }) => <StatusChip {...DELIVERY_LABELS[state]} /> },
  { id: 'attempts', header: 'Tries', align: 'right', width: 80, render: ({ attempts }) => attempts },
  {
    id: 'result',
    header: 'Last Result',
    render: (delivery) => (
      <>
        {resultOf(delivery)}
        {delivery.nextAttemptAt === null || delivery.attempts === 0 ? null : (
          <Box sx={{ color: 'text.secondary' }}>Next try: {times.dateTime(delivery.nextAttemptAt)}</Box>
        )}
      </>
    ),
  },
];

const resultOf = ({ lastProblem, lastStatus }: WebhookDelivery): string =>
  lastProblem ?? (lastStatus === null ? '—' : `Status ${lastStatus}`);
