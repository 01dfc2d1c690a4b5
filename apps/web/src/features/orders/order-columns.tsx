import type { OrderRow, OrderSortKey } from '@portal/contract/orders';
import { formatDateUs } from '@portal/domain/date';
import { ORDER_TYPE_LABELS } from '@portal/domain/order';
import { lastFirst, personName } from '@portal/domain/person-name';
import type { Column } from '#ui/DataTable.tsx';
import { LazyTooltip } from '#ui/LazyTooltip.tsx';
import { ListCaption, ListLink } from '#ui/list-parts.tsx';
import { DeceasedChip } from '#ui/StatusChip.tsx';
import { OrderPriority, OrderStatusChip } from './OrderMarks.tsx';

type OrderColumn = Column<OrderRow, OrderSortKey>;

const PATIENT: OrderColumn = {
  id: 'patient',
  header: 'Patient',
  render: ({ patient }) => (
    <div className="list-min-130">
      <ListLink to={`/patients/${patient.id}`}>{lastFirst(patient)}</ListLink>
      <DeceasedChip patient={patient} />
      <ListCaption className="list-nowrap">MRN {patient.medicalRecordNumber}</ListCaption>
    </div>
  ),
};

/** The columns of the order list. */
export const ORDER_COLUMNS: readonly OrderColumn[] = [
  {
    id: 'orderNumber',
    header: 'Order #',
    render: ({ id, orderNumber }) => (
      <ListLink to={`/orders/${id}`} className="list-nowrap">
        {orderNumber}
      </ListLink>
    ),
  },
  {
    id: 'type',
    header: 'Type',
    fold: { upTo: 'narrow', into: 'orderNumber' },
    render: ({ type }) => ORDER_TYPE_LABELS[type],
  },
  PATIENT,
  {
    id: 'diagnosis',
    header: 'Diagnosis',
    render: ({ diagnosis }) => <TwoLines text={diagnosis} />,
  },
  {
    id: 'orderDate',
    header: 'Order Date',
    sortKey: 'orderDate',
    render: ({ orderDate }) => formatDateUs(orderDate),
  },
  { id: 'status', header: 'Status', render: ({ status }) => <OrderStatusChip status={status} /> },
  {
    id: 'priority',
    header: 'Priority',
    fold: { upTo: 'medium', into: 'status' },
    render: (row) => <OrderPriority {...row} />,
  },
  {
    id: 'orderedBy',
    header: 'Ordered By',
    fold: { upTo: 'narrow', into: 'orderDate' },
    render: ({ orderedByUser }) => personName(orderedByUser),
  },
];

/** The columns on the patient page, without the patient. */
export const PATIENT_ORDER_COLUMNS = ORDER_COLUMNS.filter((column) => column !== PATIENT);

/** Roughly the number of characters that fit in two lines. */
const LONG = 30;

/** Text truncated to two lines; long text has a tooltip. */
function TwoLines({ text }: { readonly text: string }) {
  return (
    <LazyTooltip describeChild title={text.length > LONG ? text : ''}>
      <span className="list-two-lines">{text}</span>
    </LazyTooltip>
  );
}
