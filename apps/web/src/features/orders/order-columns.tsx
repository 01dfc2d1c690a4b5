import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { OrderRow, OrderSortKey } from '@portal/contract/orders';
import { formatDateUs } from '@portal/domain/date';
import { ORDER_TYPE_LABELS } from '@portal/domain/order';
import { lastFirst, personName } from '@portal/domain/person-name';
import { Link as RouterLink } from 'react-router';
import type { Column } from '#ui/DataTable.tsx';
import { OrderPriority, OrderStatusChip } from './OrderMarks.tsx';

type OrderColumn = Column<OrderRow, OrderSortKey>;

const PATIENT: OrderColumn = {
  id: 'patient',
  header: 'Patient',
  render: ({ patient }) => (
    <Box sx={{ minWidth: { sm: 130 } }}>
      <Link component={RouterLink} to={`/patients/${patient.id}`} color="textPrimary">
        {lastFirst(patient)}
      </Link>
      <Typography variant="caption" color="textSecondary" component="div">
        MRN {patient.medicalRecordNumber}
      </Typography>
    </Box>
  ),
};

/** The columns of the order list. */
export const ORDER_COLUMNS: readonly OrderColumn[] = [
  {
    id: 'orderNumber',
    header: 'Order #',
    render: ({ id, orderNumber }) => (
      <Link component={RouterLink} to={`/orders/${id}`} color="textPrimary" sx={{ whiteSpace: 'nowrap' }}>
        {orderNumber}
      </Link>
    ),
  },
  { id: 'type', header: 'Type', render: ({ type }) => ORDER_TYPE_LABELS[type] },
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
  { id: 'priority', header: 'Priority', render: (row) => <OrderPriority {...row} /> },
  {
    id: 'orderedBy',
    header: 'Ordered By',
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
    <Tooltip describeChild title={text.length > LONG ? text : ''}>
      <Box
        component="span"
        sx={{
          display: '-webkit-box',
          WebkitBoxOrient: 'vertical',
          WebkitLineClamp: 2,
          overflow: 'hidden',
          overflowWrap: 'anywhere',
        }}
      >
        {text}
      </Box>
    </Tooltip>
  );
}
