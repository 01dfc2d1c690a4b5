import { waitingCounts } from '@portal/contract/my-work';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { CountBadge } from '#ui/CountBadge.tsx';

/** Menu badge with the number of the dictations that await the user's signature or co-signature. */
export function SignaturesBadge() {
  const { signatures = 0, coSignatures = 0 } = useWaiting() ?? {};
  return (
    <CountBadge
      count={signatures + coSignatures}
      text={coSignatures === 0 ? 'awaiting your signature' : 'awaiting your signature or co-signature'}
    />
  );
}

/** Menu badge with the number of the user's orders that are STAT or overdue. */
export function OrdersBadge() {
  return <CountBadge count={useWaiting()?.orders ?? 0} text="of your orders STAT or overdue" />;
}

/** Menu badge with the number of timecards to correct. */
export function CorrectionsBadge() {
  return <CountBadge count={useWaiting()?.corrections ?? 0} text="to correct" />;
}

const useWaiting = () => useEndpointQuery(waitingCounts, {}).data;
