import { waitingCounts } from '@portal/contract/my-work';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { CountBadge } from '#ui/CountBadge.tsx';

/** Menu badge with the number of the user's dictations that await a signature. */
export function SignaturesBadge() {
  return <CountBadge count={useWaiting()?.signatures ?? 0} text="awaiting your signature" />;
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
