import SendOutlined from '@mui/icons-material/SendOutlined';
import type { ResultOf } from '@portal/contract/endpoint';
import { webhookGet, webhookTest, type Webhook } from '@portal/contract/webhooks';
import { Alert, Button, Stack } from '@mui/material';
import { useParams } from 'react-router';
import { explainError } from '#lib/errors/error-text.ts';
import { useLiveRefresh } from '#lib/live/use-live-refresh.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { DetailList } from '#ui/DetailList.tsx';
import { Moment } from '#ui/Moment.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { RemovedNotice } from '#ui/RemovedNotice.tsx';
import { Section } from '#ui/Section.tsx';
import { StatusChip } from '#ui/StatusChip.tsx';
import { Deliveries } from './Deliveries.tsx';
import { PAUSE_REASONS, webhookState } from './webhook-labels.ts';
import { WebhookActions } from './WebhookActions.tsx';

const LIST = '/webhooks';

/** /webhooks/{id}: a webhook and its deliveries. */
export function WebhookPage() {
  const { id = '' } = useParams();
  const webhook = useEndpointQuery(webhookGet, { params: { id } });
  // The portal may pause it.
  const isRemoved = useLiveRefresh(webhookGet, { params: { id } }, ({ entityId }) => entityId === id);
  return (
    <PageContent>
      <RecordPart
        query={webhook}
        fallback="Failed to load the webhook"
        missing={{ text: 'Webhook not found', to: LIST, linkLabel: 'Go to webhooks' }}
      >
        {(data) => (
          <>
            <RemovedNotice isRemoved={isRemoved} />
            <Content webhook={data} />
          </>
        )}
      </RecordPart>
    </PageContent>
  );
}

/** Sends a test event and shows next to the button what the receiver answered. */
function TestEvent({ id }: { readonly id: string }) {
  const test = useEndpointMutation(webhookTest);
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
      <Button
        variant="outlined"
        startIcon={<SendOutlined />}
        loading={test.isPending}
        onClick={() => test.mutate({ params: { id } })}
      >
        Send test event
      </Button>
      {test.isPending || test.isIdle ? null : (
        <Alert severity={test.data?.isDelivered === true ? 'success' : 'error'}>
          {test.data === undefined
            ? explainError(test.error, 'The test event could not be sent')
            : resultText(test.data)}
        </Alert>
      )}
    </Stack>
  );
}

const resultText = ({ isDelivered, status, problem }: ResultOf<typeof webhookTest>): string =>
  isDelivered ? `Delivered. The receiver answered with status ${status}.` : `Not delivered. ${problem}`;

function Content({ webhook }: { readonly webhook: Webhook }) {
  return (
    <>
      <PageHeader
        title={webhook.name}
        badge={<StatusChip {...webhookState(webhook)} />}
        backTo={LIST}
        actions={<WebhookActions webhook={webhook} />}
      />
      <Section title="Receiver">
        <Stack spacing={2}>
          {webhook.pausedBecause === null ? null : (
            <Alert severity="error">{PAUSE_REASONS[webhook.pausedBecause]}</Alert>
          )}
          <DetailList
            items={[
              { label: 'URL', value: webhook.url, wide: true },
              { label: 'Events', value: webhook.events.join(', '), wide: true },
              {
                label: 'Last Success',
                value: webhook.lastSuccessAt === null ? 'Never' : <Moment at={webhook.lastSuccessAt} />,
              },
              { label: 'Waiting', value: webhook.waitingCount },
              { label: 'Failed', value: webhook.failedCount },
              ...(webhook.oldSecretUntil === null
                ? []
                : [
                    {
                      label: 'Earlier Secrets Also Sign Until',
                      value: <Moment at={webhook.oldSecretUntil} />,
                    },
                  ]),
            ]}
          />
          <TestEvent id={webhook.id} />
        </Stack>
      </Section>
      <Section title="Deliveries">
        <Deliveries webhook={webhook} />
      </Section>
    </>
  );
}
