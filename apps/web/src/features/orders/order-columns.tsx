import type { OrderRow, OrderSortKey } from '@portal/contract/orders';
import { formatDateUs } from '@portal/domain/date';
import { orderTypeLabel } from '@portal/domain/order';
import { lastFirst, personName } from '@portal/domain/person-name';
import type { Column } from '#ui/DataTable.tsx';
import { ListLink } from '#ui/list-parts.tsx';
import { DeceasedChip } from '#ui/StatusChip.tsx';
import { OrderPriority, OrderStatusChip } from './OrderMarks.tsx';

type OrderColumn = Column<OrderRow, OrderSortKey>;

const PATIENT: OrderColumn = {
  id: 'patient',
  header: 'Patient',
  kind: 'name',
  card: 'title',
  render: ({ patient }) => (
    <>
      <ListLink to={`/patients/${patient.id}`}>{lastFirst(patient)}</ListLink>
      <DeceasedChip patient={patient} />
    </>
  ),
  caption: ({ patient }) => `MRN ${patient.medicalRecordNumber}`,
};

/** The columns of the order list. */
export const ORDER_COLUMNS: readonly OrderColumn[] = [
  {
    id: 'orderNumber',
    header: 'Order #',
    kind: 'record',
    render: ({ id, orderNumber }) => <ListLink to={`/orders/${id}`}>{orderNumber}</ListLink>,
  },
  {
    id: 'type',
    header: 'Type',
    kind: 'word',
    width: 116,
    fold: { order: 2, into: 'orderNumber' },
    render: orderTypeLabel,
  },
  PATIENT,
  {
    id: 'diagnosis',
    header: 'Diagnosis',
    kind: 'text',
    render: ({ diagnosis }) => diagnosis,
  },
  {
    id: 'orderDate',
    header: 'Order Date',
    kind: 'date',
    fold: { order: 3, into: 'diagnosis' },
    sortKey: 'orderDate',
    render: ({ orderDate }) => formatDateUs(orderDate),
  },
  {
    id: 'status',
    header: 'Status',
    kind: 'status',
    width: 124,
    render: ({ status }) => <OrderStatusChip status={status} />,
  },
  {
    id: 'priority',
    header: 'Priority',
    kind: 'status',
    width: 148,
    fold: { order: 2, into: 'status' },
    render: (row) => <OrderPriority {...row} />,
  },
  {
    id: 'orderedBy',
    header: 'Ordered By',
    fold: { order: 1, into: 'orderDate' },
    card: 'none',
    render: ({ orderedByUser }) => personName(orderedByUser),
  },
];

/** The columns on the patient page, without the patient. */
export const PATIENT_ORDER_COLUMNS = ORDER_COLUMNS.filter((column) => column !== PATIENT);
