import { Typography } from '@mui/material';
import { chargeCheck, MAX_CHECK_ROWS, type CheckedNote, type CheckedOrder } from '@portal/contract/charges';
import type { CallInput } from '@portal/contract/endpoint';
import type { PatientRef } from '@portal/contract/refs';
import { formatDateUs } from '@portal/domain/date';
import { orderTypeLabel } from '@portal/domain/order';
import { lastFirst, personName } from '@portal/domain/person-name';
import { useMemo } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePractice } from '#lib/query/use-practice.ts';
import type { Column } from '#ui/DataTable.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorPanel } from '#ui/ErrorPanel.tsx';
import { ListLink } from '#ui/list-parts.tsx';
import { nowText } from '#ui/NowCaption.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { Section } from '#ui/Section.tsx';
import { toShownError } from '#ui/shown-error.ts';
import { DeceasedChip, StatusChip } from '#ui/StatusChip.tsx';
import { Waiting } from '#ui/Waiting.tsx';

interface CheckTabProps {
  readonly range: NonNullable<CallInput<typeof chargeCheck>['query']>;
  /** The filters are invalid; the error is shown at the field. */
  readonly isInvalid: boolean;
}

/** What does not fit together: notes on days without a timecard, and completed orders without a note. */
export function CheckTab({ range, isInvalid }: CheckTabProps) {
  const { data, error, refetch } = useEndpointQuery(chargeCheck, { query: range }, { enabled: !isInvalid });
  const today = usePractice().data?.today ?? '';
  const orderColumns = useMemo(() => [...ORDER_COLUMNS, dueColumn(today)], [today]);
  if (error !== null) {
    const { message, hint, requestId } = toShownError(error, 'Failed to check the charges');
    return <ErrorPanel message={message} hint={hint} requestId={requestId} onRetry={() => void refetch()} />;
  }
  if (isInvalid) return null;
  if (data === undefined) return <Waiting shape="section" />;
  return (
    <>
      <CheckSection
        title="Notes on days without a timecard"
        text="The provider keeps timecards, but has none on the date of the procedure. The date or the provider of the note may be wrong."
        columns={NOTE_COLUMNS}
        rows={data.notes}
        count={data.notesCount}
        rowLabel={({ patient }) => lastFirst(patient)}
        emptyText="All procedures are on days with a timecard of their provider"
      />
      <CheckSection
        title="Completed orders without a note"
        text="The patient has no note of the order’s kind within 7 days of its completion."
        columns={orderColumns}
        rows={data.orders}
        count={data.ordersCount}
        rowLabel={({ orderNumber }) => orderNumber}
        emptyText="All completed orders have a note"
      />
    </>
  );
}

interface CheckSectionProps<Row> {
  readonly title: string;
  readonly text: string;
  readonly columns: readonly Column<Row, never>[];
  readonly rows: readonly Row[];
  /** Number of all rows. */
  readonly count: number;
  readonly rowLabel: (row: Row) => string;
  readonly emptyText: string;
}

function CheckSection<Row extends { readonly id: string }>(props: CheckSectionProps<Row>) {
  const { title, text, columns, rows, count, rowLabel, emptyText } = props;
  return (
    <Section title={count === 0 ? title : `${title} (${count})`}>
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        {text}
        {count > rows.length ? ` The first ${MAX_CHECK_ROWS} are shown.` : ''}
      </Typography>
      <PlainTable
        label={title}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        rowLabel={rowLabel}
        message={rows.length === 0 ? <EmptyState text={emptyText} /> : null}
      />
    </Section>
  );
}

const patientColumn = <Row extends { readonly patient: PatientRef }>(): Column<Row, never> => ({
  id: 'patient',
  header: 'Patient',
  render: ({ patient }) => (
    <>
      <ListLink to={`/patients/${patient.id}`}>{lastFirst(patient)}</ListLink>
      <DeceasedChip patient={patient} />
    </>
  ),
  caption: ({ patient }) => `MRN ${patient.medicalRecordNumber}`,
});

const NOTE_COLUMNS: readonly Column<CheckedNote, never>[] = [
  {
    id: 'note',
    header: 'Note',
    render: ({ id, templateName }) => <ListLink to={`/dictations/${id}`}>{templateName}</ListLink>,
    caption: ({ status, now }) =>
      `${status}${nowText([now?.templateName, now?.patientName, now?.providerName], ' · ')}`,
  },
  { id: 'date', header: 'Date', kind: 'date', render: ({ procedureDate }) => formatDateUs(procedureDate) },
  patientColumn(),
  { id: 'provider', header: 'Provider', render: ({ providerName }) => providerName },
  {
    id: 'location',
    header: 'Location',
    fold: { order: 1, into: 'provider' },
    render: ({ locationName }) => locationName,
  },
];

const ORDER_COLUMNS: readonly Column<CheckedOrder, never>[] = [
  {
    id: 'order',
    header: 'Order',
    kind: 'record',
    render: ({ id, orderNumber }) => <ListLink to={`/orders/${id}`}>{orderNumber}</ListLink>,
    caption: orderTypeLabel,
  },
  {
    id: 'completed',
    header: 'Completed',
    kind: 'date',
    render: ({ completedDate }) => formatDateUs(completedDate),
  },
  patientColumn(),
  { id: 'orderedBy', header: 'Ordered By', render: ({ orderedByUser }) => personName(orderedByUser) },
];

const dueColumn = (today: string): Column<CheckedOrder, never> => ({
  id: 'due',
  header: 'Note',
  kind: 'status',
  width: 140,
  render: ({ dueDate }) =>
    dueDate < today ? (
      <StatusChip label="Missing" color="warning" />
    ) : (
      <StatusChip label={`Until ${formatDateUs(dueDate)}`} />
    ),
});
