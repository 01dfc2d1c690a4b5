import BlockIcon from '@mui/icons-material/Block';
import EditOutlinedIcon from '@mui/icons-material/EditOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import { Stack } from '@mui/material';
import type { OrderStatus } from '@portal/domain/order-status';
import type { Priority } from '@portal/domain/priority';
import { useState } from 'react';
import { OrderPriority, OrderStatusChip } from '#features/orders/OrderMarks.tsx';
import { useRowSelection } from '#ui/bulk/use-row-selection.ts';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { ListCaption, ListLink, PhoneText } from '#ui/list-parts.tsx';
import { Section } from '#ui/Section.tsx';
import type { TableState } from '#ui/use-list-state.ts';
import { Example } from './Example.tsx';

interface Row {
  readonly id: string;
  readonly patient: string;
  readonly diagnosis: string;
  readonly phone: string;
  readonly ordered: string;
  readonly status: OrderStatus;
  readonly priority: Priority;
  readonly isStat: boolean;
  readonly days: number;
}

const DIAGNOSES = [
  'M54.16 Radiculopathy, lumbar region',
  'G89.4 Chronic pain syndrome',
  'M47.816 Spondylosis without myelopathy or radiculopathy, lumbar region, with facet pain on both sides',
];
const STATUSES = ['Pending', 'Scheduled', 'InProgress', 'Completed', 'Cancelled'] as const;
const PATIENTS = ['Davis, Consuelo', 'Foster, Minh', 'de la Cruz, Maria', 'Wilson, Cynthia', 'Brooks, John'];

const ROWS: readonly Row[] = PATIENTS.map((patient, place) => ({
  id: `ORD-2026-00020${place}`,
  patient,
  diagnosis: DIAGNOSES[place % DIAGNOSES.length] ?? '',
  phone: `312555014${place}`,
  ordered: `05/1${place}/2026`,
  status: STATUSES[place] ?? 'Pending',
  priority: (['Urgent', 'High', 'Normal', 'Low'] as const)[place % 4] ?? 'Normal',
  isStat: place === 0,
  days: 12 - place,
}));

const COLUMNS: readonly Column<Row, 'ordered'>[] = [
  {
    id: 'patient',
    header: 'Patient',
    render: ({ patient, id }) => (
      <>
        <ListLink to="/design">{patient}</ListLink>
        <ListCaption>{id}</ListCaption>
      </>
    ),
  },
  { id: 'diagnosis', header: 'Diagnosis', render: ({ diagnosis }) => diagnosis },
  { id: 'phone', header: 'Phone', render: ({ phone }) => <PhoneText digits={phone} /> },
  {
    id: 'ordered',
    header: 'Order Date',
    sortKey: 'ordered',
    render: ({ ordered }) => <span className="list-figures">{ordered}</span>,
  },
  { id: 'status', header: 'Status', render: ({ status }) => <OrderStatusChip status={status} /> },
  { id: 'priority', header: 'Priority', render: (row) => <OrderPriority {...row} /> },
  { id: 'days', header: 'Days Open', align: 'right', render: ({ days }) => days },
];

const ACTIONS = [
  { label: 'View', icon: <VisibilityOutlined />, to: () => '/design' },
  { label: 'Edit', icon: <EditOutlinedIcon />, to: () => '/design' },
  {
    label: 'Cancel',
    icon: <BlockIcon />,
    onClick: () => undefined,
    isDisabled: ({ status }: Row) => status === 'Completed',
  },
];

/** Sorting and paging that only change what the table says. */
function useFixedState(): TableState<'ordered'> {
  const [page, setPage] = useState(1);
  const [pageSize, setPageSize] = useState(20);
  const [sortDirection, setDirection] = useState<'asc' | 'desc'>('desc');
  return {
    page,
    pageSize,
    orderBy: 'ordered',
    sortDirection,
    setPage,
    setPageSize,
    toggleSort: () => setDirection(sortDirection === 'asc' ? 'desc' : 'asc'),
  };
}

const shared = {
  columns: COLUMNS,
  rowKey: ({ id }: Row) => id,
  rowLabel: ({ id }: Row) => id,
  errorFallback: 'Failed to load orders',
};

/** A list with every kind of column, and what it shows instead of rows. */
export function Tables() {
  const state = useFixedState();
  const selection = useRowSelection(ROWS);
  return (
    <Section title="Tables">
      <Example title="With rows">
        <DataTable
          {...shared}
          label="Orders"
          rows={ROWS}
          totalCount={240}
          state={state}
          selection={selection}
          actions={ACTIONS}
          bulkActions={[{ label: 'Print', onClick: () => undefined }]}
          isDimmed={({ status }) => status === 'Cancelled'}
          emptyText="No orders found"
        />
      </Example>
      <Stack sx={{ gap: 2.5, mt: 2.5 }}>
        <Example title="Empty">
          <DataTable
            {...shared}
            label="Empty orders"
            rows={[]}
            totalCount={0}
            state={state}
            emptyText="No orders found"
          />
        </Example>
        <Example title="That cannot be loaded">
          <DataTable
            {...shared}
            label="Failed orders"
            rows={undefined}
            totalCount={undefined}
            state={state}
            error={new Error('No answer')}
            onRetry={() => undefined}
            emptyText="No orders found"
          />
        </Example>
      </Stack>
    </Section>
  );
}
