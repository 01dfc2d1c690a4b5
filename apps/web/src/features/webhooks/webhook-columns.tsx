import { Link } from '@mui/material';
import type { Webhook } from '@portal/contract/webhooks';
import { Link as RouterLink } from 'react-router';
import type { Column } from '#ui/DataTable.tsx';
import { Moment } from '#ui/Moment.tsx';
import { StatusChip } from '#ui/StatusChip.tsx';
import { receiverOf, webhookState } from './webhook-labels.ts';

/** The columns of the list of webhooks. */
export const WEBHOOK_COLUMNS: readonly Column<Webhook, never>[] = [
  {
    id: 'name',
    header: 'Name',
    render: ({ id, name }) => (
      <Link component={RouterLink} to={`/webhooks/${id}`}>
        {name}
      </Link>
    ),
  },
  { id: 'receiver', header: 'Receiver', render: receiverOf },
  { id: 'state', header: 'Status', render: (webhook) => <StatusChip {...webhookState(webhook)} /> },
  {
    id: 'success',
    header: 'Last Success',
    render: ({ lastSuccessAt }) => (lastSuccessAt === null ? 'Never' : <Moment at={lastSuccessAt} />),
  },
  { id: 'waiting', header: 'Waiting', align: 'right', width: 90, render: ({ waitingCount }) => waitingCount },
  { id: 'failed', header: 'Failed', align: 'right', width: 90, render: ({ failedCount }) => failedCount },
];
