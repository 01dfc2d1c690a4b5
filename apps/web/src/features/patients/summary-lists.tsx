import type { PatientSummary } from '@portal/contract/patient-summary';
import { dateIn, formatDateUs } from '@portal/domain/date';
import { DOCUMENT_TYPE_LABELS } from '@portal/domain/document';
import { CATEGORY_LABELS, formatWaitingTime, isOverdue } from '@portal/domain/message-status';
import { ORDER_TYPE_LABELS } from '@portal/domain/order';
import { ORDER_STATUS_CHIP_COLORS, ORDER_STATUS_LABELS } from '@portal/domain/order-status';
import { personName } from '@portal/domain/person-name';
import { COMPLIANCE_COLORS } from '@portal/domain/pill-count';
import type { ComponentProps } from 'react';
import type { RecordLine, RecordList } from '#ui/RecordList.tsx';
import { PriorityMark, StatusChip } from '#ui/StatusChip.tsx';

type List = ComponentProps<typeof RecordList>;
type Line = Omit<RecordLine, 'to'>;
type RowOf<K extends 'openOrders' | 'openMessages' | 'unsignedDictations' | 'documents'> = NonNullable<
  PatientSummary[K]
>['rows'][number];

interface Around {
  readonly patientId: string;
  /** The practice's time zone; undefined until it is known. */
  readonly timeZone: string | undefined;
  readonly now: Date;
  readonly mayOpen: (address: string) => boolean;
}

/** The lists of a patient's overview that the user may see, in order. */
export function summaryLists(summary: PatientSummary, around: Around): readonly List[] {
  const { openOrders, openMessages, unsignedDictations, signedDictations, documents, lastPillCount } =
    summary;
  const { patientId, timeZone, now, mayOpen } = around;
  const link = (address: string) => (mayOpen(address) ? address : undefined);
  const list = <Row extends { readonly id: string }>(
    section: { readonly rows: readonly Row[]; readonly totalCount: number } | undefined,
    {
      path,
      tab,
      line,
      ...texts
    }: Pick<List, 'title' | 'emptyText'> & {
      readonly path: string;
      readonly tab: string;
      readonly line: (row: Row) => Line;
    },
  ): List[] =>
    section === undefined
      ? []
      : [
          {
            ...texts,
            total: section.totalCount,
            lines: section.rows.map((row) => ({ ...line(row), to: link(`${path}/${row.id}`) })),
            allTo: `/patients/${patientId}?tab=${tab}`,
          },
        ];
  const dictations = { path: '/dictations', tab: 'dictations', line: dictationLine };
  return [
    ...list(openOrders, {
      title: 'Open orders',
      emptyText: 'No open orders',
      path: '/orders',
      tab: 'orders',
      line: orderLine,
    }),
    ...list(openMessages, {
      title: 'Open messages',
      emptyText: 'No open messages',
      path: '/messages',
      tab: 'messages',
      line: (row) => messageLine(row, now),
    }),
    ...list(unsignedDictations, {
      ...dictations,
      title: 'Unsigned dictations',
      emptyText: 'No unsigned dictations',
    }),
    ...list(signedDictations, {
      ...dictations,
      title: 'Last signed dictations',
      emptyText: 'No signed dictations yet',
    }),
    ...list(documents, {
      title: 'Newest documents',
      emptyText: 'No documents yet',
      path: '/documents',
      tab: 'documents',
      line: (row) => documentLine(row, timeZone),
    }),
    ...(lastPillCount === undefined
      ? []
      : list(
          { rows: lastPillCount === null ? [] : [lastPillCount], totalCount: lastPillCount === null ? 0 : 1 },
          {
            title: 'Last pill count',
            emptyText: 'No pill counts yet',
            path: '/pill-count',
            tab: 'pill-count',
            line: (row) => pillCountLine(row, timeZone),
          },
        )),
  ];
}

const orderLine = ({ id, type, diagnosis, orderDate, status, isStat }: RowOf<'openOrders'>): Line => ({
  id,
  title: `${ORDER_TYPE_LABELS[type]}, ${formatDateUs(orderDate)}`,
  detail: diagnosis,
  marks: (
    <>
      {isStat ? <StatusChip label="STAT" color="error" /> : null}
      <StatusChip label={ORDER_STATUS_LABELS[status]} color={ORDER_STATUS_CHIP_COLORS[status]} />
    </>
  ),
});

function messageLine(row: RowOf<'openMessages'>, now: Date): Line {
  const { id, category, callerName, callDateTime, priority, assignedToUser } = row;
  const waiting = isOverdue(priority, callDateTime, now) ? 'Overdue' : 'Waiting';
  const assignee = assignedToUser === null ? 'unassigned' : `assigned to ${personName(assignedToUser)}`;
  return {
    id,
    title: `${CATEGORY_LABELS[category]}, ${callerName}`,
    detail: `${waiting} ${formatWaitingTime(callDateTime, now)}, ${assignee}`,
    ...(priority === 'Urgent' || priority === 'High' ? { marks: <PriorityMark priority={priority} /> } : {}),
  };
}

/** What has changed since the signature: " (now: Nerve block)". */
const nowText = ({ now }: RowOf<'unsignedDictations'>): string => {
  const changed = [now?.templateName, now?.patientName, now?.patientMRN, now?.providerName].filter(
    (value) => value !== undefined,
  );
  return changed.length === 0 ? '' : ` (now: ${changed.join(', ')})`;
};

const dictationLine = (row: RowOf<'unsignedDictations'>): Line => ({
  id: row.id,
  title: row.templateName,
  detail: `${formatDateUs(row.procedureDate)}, ${row.providerName}${nowText(row)}`,
  ...(row.status === 'Signed' ? {} : { marks: <StatusChip label={row.status} /> }),
});

const documentLine = (row: RowOf<'documents'>, timeZone: string | undefined): Line => ({
  id: row.id,
  title: row.fileName,
  detail: `${DOCUMENT_TYPE_LABELS[row.type]}${timeZone === undefined ? '' : `, ${formatDateUs(dateIn(timeZone, row.createdAt))}`}`,
});

const pillCountLine = (
  row: NonNullable<PatientSummary['lastPillCount']>,
  timeZone: string | undefined,
): Line => ({
  id: row.id,
  title: row.prescriptionName ?? 'Pill count',
  detail: timeZone === undefined ? '' : formatDateUs(dateIn(timeZone, row.calculatedAt)),
  marks: <StatusChip label={row.complianceStatus} color={COMPLIANCE_COLORS[row.complianceStatus]} />,
});
