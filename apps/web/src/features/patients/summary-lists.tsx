import { Box } from '@mui/material';
import type { PatientSummary } from '@portal/contract/patient-summary';
import type { PillCount } from '@portal/contract/pill-counts';
import { daysBetween } from '@portal/domain/calendar';
import { dateIn, formatDateUs } from '@portal/domain/date';
import { CATEGORY_LABELS, formatWaitingTime, isOverdue } from '@portal/domain/message-status';
import { orderTypeLabel } from '@portal/domain/order';
import { ORDER_STATUS_CHIP_COLORS, ORDER_STATUS_LABELS } from '@portal/domain/order-status';
import { personName } from '@portal/domain/person-name';
import { COMPLIANCE_COLORS, formatPillNumber } from '@portal/domain/pill-count';
import type { ComponentProps } from 'react';
import type { RecordLine, RecordList } from '#ui/RecordList.tsx';
import { PriorityMark, StatusChip } from '#ui/StatusChip.tsx';

type List = ComponentProps<typeof RecordList>;
type Line = Omit<RecordLine, 'to'>;
type RowOf<K extends 'openOrders' | 'openMessages' | 'unsignedDictations'> = NonNullable<
  PatientSummary[K]
>['rows'][number];

interface Around {
  readonly patientId: string;
  /** The practice's time zone and current date; undefined until they are known. */
  readonly practice: { readonly timeZone: string; readonly today: string } | undefined;
  readonly now: Date;
  readonly mayOpen: (address: string) => boolean;
  /** New records are only for active patients. */
  readonly isActive: boolean;
}

/** The lists of a patient's overview that the user may see, in order: what needs somebody. */
export function summaryLists(summary: PatientSummary, around: Around): readonly List[] {
  const { openOrders, openMessages, unsignedDictations, pillCounts } = summary;
  const { patientId, practice, now, mayOpen, isActive } = around;
  const link = (address: string) => (mayOpen(address) ? address : undefined);
  const list = <Row extends { readonly id: string }>(
    section: { readonly rows: readonly Row[]; readonly totalCount: number } | undefined,
    {
      path,
      tab,
      line,
      add: { label, to },
      ...texts
    }: Pick<List, 'title' | 'emptyText'> & {
      readonly path: string;
      readonly tab: string;
      readonly line: (row: Row) => Line;
      readonly add: { readonly label: string; readonly to: string };
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
            ...(isActive && mayOpen(to) ? { add: { label, to } } : {}),
          },
        ];
  return [
    ...list(openOrders, {
      title: 'Open orders',
      emptyText: 'No open orders',
      path: '/orders',
      tab: 'orders',
      line: (row) => orderLine(row, practice?.today),
      add: { label: 'New Order', to: `/orders/new?patientId=${patientId}` },
    }),
    ...list(openMessages, {
      title: 'Open messages',
      emptyText: 'No open messages',
      path: '/messages',
      tab: 'messages',
      line: (row) => messageLine(row, now),
      add: { label: 'New Message', to: `/messages/new?patientId=${patientId}` },
    }),
    ...list(unsignedDictations, {
      title: 'Unsigned dictations',
      emptyText: 'No unsigned dictations',
      path: '/dictations',
      tab: 'dictations',
      line: dictationLine,
      add: { label: 'New Dictation', to: `/dictations/new?patientId=${patientId}` },
    }),
    ...list(
      pillCounts === undefined
        ? undefined
        : { rows: pillCounts.slice(0, 1), totalCount: pillCounts.length === 0 ? 0 : 1 },
      {
        title: 'Last pill count',
        emptyText: 'No pill counts yet',
        path: '/pill-count',
        tab: 'pill-count',
        line: (row) => pillCountLine(row, pillCounts ?? [], practice?.timeZone),
        add: { label: 'New Pill Count', to: `/pill-count?patient=${patientId}` },
      },
    ),
  ];
}

function orderLine(row: RowOf<'openOrders'>, today: string | undefined): Line {
  const { id, diagnosis, orderDate, status, isStat } = row;
  const age = today === undefined ? '' : `Open ${ageText(orderDate, today)}, `;
  return {
    id,
    title: `${orderTypeLabel(row)}, ${formatDateUs(orderDate)}`,
    detail: `${age}${diagnosis}`,
    marks: (
      <>
        {isStat ? <StatusChip label="STAT" color="error" /> : null}
        <StatusChip label={ORDER_STATUS_LABELS[status]} color={ORDER_STATUS_CHIP_COLORS[status]} />
      </>
    ),
  };
}

function ageText(from: string, today: string): string {
  const days = daysBetween(from, today);
  if (days <= 0) return 'since today';
  return days === 1 ? 'since yesterday' : `${days} days`;
}

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

const dictationLine = (row: RowOf<'unsignedDictations'>): Line => ({
  id: row.id,
  title: row.templateName,
  detail: `${formatDateUs(row.procedureDate)}, ${row.providerName}`,
  marks: <StatusChip label={row.status} />,
});

function pillCountLine(row: PillCount, newest: readonly PillCount[], timeZone: string | undefined): Line {
  const [last = 0, before] = newest.map((count) => daysOver(count));
  const date = timeZone === undefined ? '' : `${formatDateUs(dateIn(timeZone, row.calculatedAt))}, `;
  return {
    id: row.id,
    title: row.prescriptionName ?? 'Pill count',
    detail: `${date}${varianceText(last)}${before === undefined ? '' : `, before ${varianceText(before)}`}`,
    marks: (
      <>
        <TrendLine values={newest.map((count) => daysOver(count)).toReversed()} />
        <StatusChip label={row.complianceStatus} color={COMPLIANCE_COLORS[row.complianceStatus]} />
      </>
    ),
  };
}

/** Days of medication over the expected count, or under it if negative. */
const daysOver = ({ pillsRemaining, expectedPillsRemaining, variance }: PillCount): number =>
  pillsRemaining < expectedPillsRemaining ? -variance : variance;

function varianceText(days: number): string {
  const size = formatPillNumber(Math.abs(days));
  if (size === '0') return 'as expected';
  return `${size} ${size === '1' ? 'day' : 'days'} ${days < 0 ? 'under' : 'over'}`;
}

const [WIDTH, HEIGHT] = [56, 24];

/** Where the counts go, oldest first, around the expected count. The text beside it says the newest two. */
function TrendLine({ values }: { readonly values: readonly number[] }) {
  if (values.length < 2) return null;
  const most = Math.max(1, ...values.map((value) => Math.abs(value)));
  const points = values.map((value, at): readonly [number, number] => [
    3 + (at * (WIDTH - 6)) / (values.length - 1),
    HEIGHT / 2 - (value / most) * (HEIGHT / 2 - 3),
  ]);
  const [x, y] = points.at(-1) ?? [0, 0];
  return (
    <Box component="svg" aria-hidden viewBox={`0 0 ${WIDTH} ${HEIGHT}`} sx={{ width: WIDTH, height: HEIGHT }}>
      <Box
        component="path"
        d={`M0 ${HEIGHT / 2}H${WIDTH}`}
        sx={{ stroke: 'currentcolor', opacity: 0.35, strokeDasharray: '2 3' }}
      />
      <Box
        component="polyline"
        points={points.map((point) => point.join(',')).join(' ')}
        sx={{ fill: 'none', stroke: 'currentcolor', strokeWidth: 1.5 }}
      />
      <circle cx={x} cy={y} r="2.5" fill="currentcolor" />
    </Box>
  );
}
