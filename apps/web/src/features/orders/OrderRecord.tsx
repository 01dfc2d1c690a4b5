import { orderGet } from '@portal/contract/orders';
import type { Order } from '@portal/contract/orders';
import type { ReactNode } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { FORM_QUERY } from '#lib/query/query-client.ts';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';

interface OrderRecordProps {
  readonly id: string;
  /** The heading while the order is not there. */
  readonly title: string;
  /** It is being edited: nothing exchanges it meanwhile. */
  readonly isForm?: boolean;
  readonly children: (order: Order) => ReactNode;
}

const MISSING = { text: 'Order not found', to: '/orders', linkLabel: 'Go to orders' };

/** A page about one order: placeholders until it is there, why it is not when it cannot be had. */
export function OrderRecord({ id, title, isForm = false, children }: OrderRecordProps) {
  const query = useEndpointQuery(orderGet, { params: { id } }, isForm ? FORM_QUERY : {});
  if (query.data !== undefined) return children(query.data);
  return (
    <PageContent width={isForm ? 'form' : 'full'}>
      <PageHeader title={title} backTo="/orders" />
      <RecordPart query={query} fallback="Failed to fetch order" missing={MISSING}>
        {() => null}
      </RecordPart>
    </PageContent>
  );
}
