import { Link } from '@mui/material';
import type { Order } from '@portal/contract/orders';
import { formatDateUs } from '@portal/domain/date';
import { isImaging, isReferral, ORDER_CONTRAST_LABELS, orderTypeLabel } from '@portal/domain/order';
import { fullName, patientLabel } from '@portal/domain/person-name';
import { Link as RouterLink } from 'react-router';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { DetailList, type DetailItem } from '#ui/DetailList.tsx';
import { ORDER_LABELS as LABELS } from './order-form.ts';
import { OrderPriority } from './OrderMarks.tsx';

/** Details of an order. */
export function OrderFacts({ order }: { readonly order: Order }) {
  const times = usePracticeTimes();
  const { patient, orderedByUser, createdByUser, instructions } = order;
  return (
    <DetailList
      items={[
        {
          label: LABELS.patientId,
          value: (
            <Link component={RouterLink} to={`/patients/${patient.id}`}>
              {patientLabel(patient)}
            </Link>
          ),
        },
        { label: LABELS.type, value: orderTypeLabel(order) },
        { label: LABELS.priority, value: <OrderPriority {...order} /> },
        { label: LABELS.orderDate, value: formatDateUs(order.orderDate) },
        { label: LABELS.orderedByUserId, value: fullName(orderedByUser.firstName, orderedByUser.lastName) },
        { label: LABELS.diagnosis, value: order.diagnosis, wide: true },
        ...typeItems(order),
        {
          label: LABELS.instructions,
          wide: true,
          value:
            instructions === null ? null : <span style={{ whiteSpace: 'pre-wrap' }}>{instructions}</span>,
        },
        {
          label: 'Entered By',
          value: `${fullName(createdByUser.firstName, createdByUser.lastName)}, ${times.dateTime(order.createdAt)}`,
        },
        { label: 'Last Changed', value: times.dateTime(order.updatedAt) },
      ]}
    />
  );
}

/** Details that only this kind of order has. */
function typeItems(order: Order): readonly DetailItem[] {
  const { type, bodyPart, side, contrast, specialist, levels, codes, locationId, locationName } = order;
  if (order.isProcedure)
    return [
      { label: LABELS.side, value: side },
      { label: LABELS.levels, value: levels.join(', ') },
      { label: LABELS.codes, value: codes.join(', ') },
      { label: LABELS.locationId, value: locationId === null ? null : (locationName ?? 'Not shown') },
    ];
  if (isReferral(type)) return [{ label: LABELS.specialist, value: specialist }];
  if (!isImaging(type)) return [];
  return [
    { label: LABELS.bodyPart, value: bodyPart },
    { label: LABELS.side, value: side },
    { label: LABELS.contrast, value: contrast === null ? null : ORDER_CONTRAST_LABELS[contrast] },
  ];
}
