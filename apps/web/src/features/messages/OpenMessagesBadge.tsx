import { messageMine } from '@portal/contract/messages';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { CountBadge } from '#ui/CountBadge.tsx';

/** Menu badge with the number of open messages assigned to the user. */
export function OpenMessagesBadge() {
  const count = useEndpointQuery(messageMine, {}).data?.openCount ?? 0;
  return <CountBadge count={count} text="open and assigned to you" />;
}
