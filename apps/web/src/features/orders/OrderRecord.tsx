import { orderGet, type Order } from '@portal/contract/orders';
import type { ReactNode } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useFormQuery } from '#lib/query/form-query.ts';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { WAITING_HEADER } from '#ui/Waiting.tsx';

interface OrderRecordProps {
  readonly id: string;
  /** The page title until the order is loaded. */
  readonly title: string;
  /** Shown instead of the title while the order loads, if a list has it. */
  readonly header?: ReactNode;
  /** Disables refetching while a form is open. */
  readonly isForm?: boolean;
  readonly children: (order: Order) => ReactNode;
}

const MISSING = { text: 'Order not found', to: '/orders', linkLabel: 'Go to orders' };

/** Loads an order and renders its page; shows placeholders while loading and an error if it fails. */
export function OrderRecord({ id, title, header = null, isForm = false, children }: OrderRecordProps) {
  const formQuery = useFormQuery();
  const query = useEndpointQuery(orderGet, { params: { id } }, isForm ? formQuery : {});
  if (query.data !== undefined) return children(query.data);
  return (
    <PageContent width={isForm ? 'form' : 'full'}>
      {header !== null && query.error === null ? (
        header
      ) : (
        <PageHeader title={title} backTo="/orders" {...(query.error === null && !isForm && WAITING_HEADER)} />
      )}
      <RecordPart
        query={query}
        fallback="Failed to fetch order"
        missing={MISSING}
        shape={isForm ? 'form' : 'record'}
      >
        {() => null}
      </RecordPart>
    </PageContent>
  );
}
