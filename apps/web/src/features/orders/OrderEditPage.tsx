import { Button } from '@mui/material';
import { orderUpdate, type Order } from '@portal/contract/orders';
import { isOpen, ORDER_STATUS_LABELS } from '@portal/domain/order-status';
import { Link as RouterLink, useParams } from 'react-router';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { usePractice } from '#lib/query/use-practice.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { EditedRecordNews } from '#ui/form/EditedRecordNews.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordEditors } from '#ui/RecordEditors.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { useReturn } from '#ui/places.ts';
import { useToast } from '#ui/ToastProvider.tsx';
import { OrderForm } from './OrderForm.tsx';
import { OrderRecord } from './OrderRecord.tsx';

/** /orders/:id/edit: edits an order that is not completed or cancelled. */
export function OrderEditPage() {
  const { id = '' } = useParams();
  return (
    <OrderRecord key={id} id={id} title="Edit Order" isForm>
      {(order) => (
        <PageContent width="form">
          <PageHeader title="Edit Order" subtitle={order.orderNumber} backTo={`/orders/${id}`} />
          {isOpen(order.status) ? <RecordEditors entityType="MedicalOrder" id={id} isForm /> : null}
          {isOpen(order.status) ? <EditedRecordNews id={id} /> : null}
          {isOpen(order.status) ? <EditForm order={order} /> : <Closed order={order} />}
        </PageContent>
      )}
    </OrderRecord>
  );
}

function EditForm({ order }: { readonly order: Order }) {
  const { id } = order;
  const goBack = useReturn();
  const toast = useToast();
  const practice = usePractice();
  const update = useEndpointMutation(orderUpdate);
  return (
    <RecordPart query={practice} fallback="Failed to load the practice’s settings" shape="form">
      {({ today }) => (
        <OrderForm
          order={order}
          today={today}
          cancelTo={`/orders/${id}`}
          onSave={async (body) => {
            await update.mutateAsync({ params: { id }, body });
            toast.success('Order saved');
            await goBack(`/orders/${id}`);
          }}
        />
      )}
    </RecordPart>
  );
}

function Closed({ order: { id, status } }: { readonly order: Order }) {
  return (
    <EmptyState
      text={`This order is ${ORDER_STATUS_LABELS[status].toLowerCase()} and can no longer be edited.`}
      action={
        <Button component={RouterLink} to={`/orders/${id}`} variant="contained">
          View order
        </Button>
      }
    />
  );
}
