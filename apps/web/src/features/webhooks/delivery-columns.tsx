import type { WebhookDelivery } from '@portal/contract/webhooks';
import type { PracticeTimes } from '#lib/query/use-practice-times.ts';
import type { Column } from '#ui/DataTable.tsx';
import { StatusChip } from '#ui/StatusChip.tsx';
import { DELIVERY_LABELS } from './webhook-labels.ts';

/** The columns of the deliveries of a webhook. */
export const deliveryColumns = (times: PracticeTimes): readonly Column<WebhookDelivery, never>[] => [
  { id: 'event', header: 'Event', render: ({ event }) => event },
  { id: 'time', header: 'Time', kind: 'moment', render: ({ at }) => times.dateTime(at) },
  {
    id: 'state',
    header: 'Status',
    kind: 'status',
    width: 132,
    render: ({ state }) => <StatusChip {...DELIVERY_LABELS[state]} />,
  },
  {
    id: 'attempts',
    header: 'Tries',
    kind: 'count',
    align: 'right',
    isLabeled: true,
    render: ({ attempts }) => attempts,
  },
  {
    id: 'result',
    header: 'Last Result',
    render: resultOf,
    caption: ({ nextAttemptAt, attempts }) =>
      nextAttemptAt === null || attempts === 0 ? null : `Next try: ${times.dateTime(nextAttemptAt)}`,
  },
];

const resultOf = ({ lastProblem, lastStatus }: WebhookDelivery): string =>
  lastProblem ?? (lastStatus === null ? '—' : `Status ${lastStatus}`);
