import { Box } from '@mui/material';
import { orderGet, orderList, type Order, type OrderRow } from '@portal/contract/orders';
import { orderTypeLabel } from '@portal/domain/order';
import { patientLabel } from '@portal/domain/person-name';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useLiveRefresh } from '#lib/live/use-live-refresh.ts';
import { useListedRow } from '#lib/query/visits.ts';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordEditors, useEditorsAhead } from '#ui/RecordEditors.tsx';
import { Section } from '#ui/Section.tsx';
import { OrderActions } from './OrderActions.tsx';
import { OrderFacts } from './OrderFacts.tsx';
import { OrderHistory } from './OrderHistory.tsx';
import { OrderStatusChip, StatBadge } from './OrderMarks.tsx';
import { OrderNotes, SignedNoteQuestion } from './OrderNotes.tsx';
import { OrderRecord } from './OrderRecord.tsx';
import { OrderSteps } from './OrderSteps.tsx';

/** /orders/:id: details, status, history and actions of an order. */
export function OrderPage() {
  const { id = '' } = useParams();
  useEditorsAhead('MedicalOrder', id);
  const listed = useListedRow(orderList, id);
  return (
    <OrderRecord
      key={id}
      id={id}
      title="Medical Order"
      header={listed === undefined ? null : <OrderHeader order={listed} />}
    >
      {(order) => <Shown order={order} />}
    </OrderRecord>
  );
}

function Shown({ order }: { readonly order: Order }) {
  useLiveRefresh(orderGet, { params: { id: order.id } }, ({ entityId }) => entityId === order.id);
  return (
    <PageContent>
      <OrderHeader order={order} actions={<OrderActions order={order} />} />
      <RecordEditors entityType="MedicalOrder" id={order.id} />
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 360px' },
          gap: 2,
          alignItems: 'start',
        }}
      >
        <Box>
          <Section title="Order">
            <OrderFacts order={order} />
          </Section>
          <OrderNotes order={order} />
        </Box>
        <Box>
          <Section title="Status">
            <SignedNoteQuestion order={order} />
            <OrderSteps order={order} />
            <OrderHistory history={order.history} />
          </Section>
        </Box>
      </Box>
    </PageContent>
  );
}

function OrderHeader({ order, actions }: { readonly order: OrderRow; readonly actions?: ReactNode }) {
  return (
    <PageHeader
      title={order.orderNumber}
      badge={
        <>
          <OrderStatusChip status={order.status} />
          {order.isStat ? <StatBadge /> : null}
        </>
      }
      subtitle={`${orderTypeLabel(order)} for ${patientLabel(order.patient)}`}
      backTo="/orders"
      keepsActionsInReach
      actions={actions}
    />
  );
}
