import { ListLink } from '#ui/list-parts.tsx';
import AddIcon from '@mui/icons-material/Add';
import EditOutlined from '@mui/icons-material/EditOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import { Box, Button, Card } from '@mui/material';
import { webhookList, type Webhook } from '@portal/contract/webhooks';
import { useState } from 'react';
import { explainError } from '#lib/errors/error-text.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import type { Column, RowAction } from '#ui/DataTable.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorPanel } from '#ui/ErrorPanel.tsx';
import { Moment } from '#ui/Moment.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { StatusChip } from '#ui/StatusChip.tsx';
import { useIsPhone } from '#ui/use-screen.ts';
import { Waiting } from '#ui/Waiting.tsx';
import { SecretDialog } from './SecretDialog.tsx';
import { receiverOf, webhookState } from './webhook-labels.ts';
import { WebhookDialog } from './WebhookDialog.tsx';

/** The columns of the list of webhooks. */
const WEBHOOK_COLUMNS: readonly Column<Webhook, never>[] = [
  {
    id: 'name',
    header: 'Name',
    render: ({ id, name }) => (
      <ListLink to={`/webhooks/${id}`} color="primary">
        {name}
      </ListLink>
    ),
  },
  { id: 'receiver', header: 'Receiver', fold: { order: 1, into: 'name' }, render: receiverOf },
  {
    id: 'state',
    header: 'Status',
    kind: 'status',
    width: 132,
    render: (webhook) => <StatusChip {...webhookState(webhook)} />,
  },
  {
    id: 'success',
    header: 'Last Success',
    kind: 'moment',
    isLabeled: true,
    render: ({ lastSuccessAt }) => (lastSuccessAt === null ? 'Never' : <Moment at={lastSuccessAt} />),
  },
  {
    id: 'waiting',
    header: 'Waiting',
    kind: 'count',
    align: 'right',
    isLabeled: true,
    render: ({ waitingCount }) => waitingCount,
  },
  {
    id: 'failed',
    header: 'Failed',
    kind: 'count',
    align: 'right',
    isLabeled: true,
    render: ({ failedCount }) => failedCount,
  },
];

/** /webhooks: where the portal sends messages about activities. */
export function WebhooksPage() {
  const webhooks = useEndpointQuery(webhookList, {});
  // On phones, each webhook is a card.
  const Frame = useIsPhone() ? Box : Card;
  const [edited, setEdited] = useState<{ readonly webhook: Webhook | null } | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <PageContent>
      <PageHeader
        title="Webhooks"
        subtitle="Tell other systems what happens here, with record ids only"
        actions={
          <Button
            variant="contained"
            startIcon={<AddIcon />}
            aria-keyshortcuts="n"
            onClick={() => setEdited({ webhook: null })}
          >
            Add Webhook
          </Button>
        }
      />
      {webhooks.isPending ? <Waiting shape="section" /> : null}
      {webhooks.isError ? (
        <ErrorPanel
          message={explainError(webhooks.error, 'Failed to load webhooks')}
          requestId={webhooks.error.requestId}
          onRetry={() => void webhooks.refetch()}
        />
      ) : null}
      {webhooks.data === undefined ? null : (
        <Frame sx={{ overflow: 'auto' }}>
          <PlainTable
            label="Webhooks"
            columns={WEBHOOK_COLUMNS}
            rows={webhooks.data.items}
            rowKey={({ id }) => id}
            rowLabel={({ name }) => name}
            isDimmed={({ isActive }) => !isActive}
            actions={rowActions((webhook) => setEdited({ webhook }))}
            message={webhooks.data.items.length > 0 ? null : <EmptyState text="There are no webhooks yet" />}
          />
        </Frame>
      )}
      {edited === null ? null : (
        <WebhookDialog
          webhook={edited.webhook}
          onCreated={(created) => setSecret(created.secret)}
          onClose={() => setEdited(null)}
        />
      )}
      {secret === null ? null : <SecretDialog secret={secret} note={null} onClose={() => setSecret(null)} />}
    </PageContent>
  );
}

const rowActions = (edit: (webhook: Webhook) => void): readonly RowAction<Webhook>[] => [
  { label: 'View', icon: <VisibilityOutlined fontSize="small" />, to: ({ id }) => `/webhooks/${id}` },
  { label: 'Edit', icon: <EditOutlined fontSize="small" />, onClick: edit },
];
