import SendOutlined from '@mui/icons-material/SendOutlined';
import { Alert, Button, Stack } from '@mui/material';
import { webhookTest } from '@portal/contract/webhooks';
import type { ResultOf } from '@portal/contract/endpoint';
import { explainError } from '#lib/errors/error-text.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';

/** Sends a test event and shows next to the button what the receiver answered. */
export function TestEvent({ id }: { readonly id: string }) {
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
