import { Box } from '@mui/material';
import type { DictationRow } from '@portal/contract/dictations';
import type { MyWork, UnfinishedDictation } from '@portal/contract/my-work';
import type { WorkKind } from '@portal/contract/waiting-work';
import { formatDateUs } from '@portal/domain/date';
import { withDeathMark } from '@portal/domain/death';
import { CATEGORY_LABELS, formatWaitingTime, isOverdue } from '@portal/domain/message-status';
import { orderTypeLabel } from '@portal/domain/order';
import { ORDER_OVERDUE_DAYS, ORDER_STATUS_LABELS } from '@portal/domain/order-status';
import { fullName, lastFirst } from '@portal/domain/person-name';
import { LONG_CARD_HOURS } from '@portal/domain/timecard';
import type { ComponentProps } from 'react';
import type { PracticeTimes } from '#lib/query/use-practice-times.ts';
import type { RecordLine, RecordList } from '#ui/RecordList.tsx';
import { PriorityMark, StatusChip } from '#ui/StatusChip.tsx';

type List = ComponentProps<typeof RecordList>;

interface Around {
  readonly times: PracticeTimes;
  readonly now: Date;
  readonly mayOpen: (address: string) => boolean;
}

/** The lists of My Work that the user may see, in order. */
export function workLists(work: MyWork, around: Around): readonly List[] {
  const { messages, signatures, drafts, orders, corrections } = work;
  const link = (address: string) => (around.mayOpen(address.replace(/\?.*/, '')) ? address : undefined);
  const lists: (List | null)[] = [
    messages === undefined
      ? null
      : {
          title: 'My open messages',
          total: messages.totalCount,
          lines: messages.rows.map((row) => ({
            ...messageLine(row, around),
            to: link(`/messages/${row.id}`),
          })),
          emptyText: 'Phone messages assigned to you appear here, the most urgent first.',
          allTo: link('/messages?myMessages=true'),
        },
    signatures === undefined
      ? null
      : {
          title: 'Awaiting my signature',
          total: signatures.totalCount,
          lines: signatures.rows.map(({ id, patientName, templateName, procedureDate, status }) => ({
            id,
            to: link(`/dictations/${id}`),
            title: patientName,
            detail: `${formatDateUs(procedureDate)}, ${templateName}`,
            marks: <StatusChip label={status} color={status === 'Completed' ? 'primary' : 'default'} />,
          })),
          emptyText: 'Dictations that are ready for your signature appear here.',
          allTo: link('/dictations'),
        },
    ...coSignatureLists(work, link),
    drafts === undefined
      ? null
      : {
          title: 'My unfinished dictations',
          total: drafts.totalCount,
          lines: drafts.rows.map((row) => ({ ...draftLine(row, around), to: link(draftPath(row)) })),
          emptyText: 'Dictations that you have started appear here, so that you can continue.',
          allTo: link('/dictations'),
        },
    orders === undefined
      ? null
      : {
          title: 'My STAT and overdue orders',
          total: orders.totalCount,
          lines: orders.rows.map(({ id, patient, orderDate, status, isStat, ...kind }) => ({
            id,
            to: link(`/orders/${id}`),
            title: `${orderTypeLabel(kind)} for ${withDeathMark(lastFirst(patient), patient)}`,
            detail: `Ordered ${formatDateUs(orderDate)}, ${ORDER_STATUS_LABELS[status]}`,
            marks: <StatusChip label={isStat ? 'STAT' : 'Overdue'} color={isStat ? 'error' : 'warning'} />,
          })),
          emptyText: `Your STAT orders, and those open for more than ${ORDER_OVERDUE_DAYS} days, appear here.`,
          allTo: link('/orders'),
        },
    corrections === undefined
      ? null
      : {
          title: 'Timecards to correct',
          total: corrections.totalCount,
          lines: corrections.rows.map(({ id, userId, userName, workDate, isComplete, isUnconfirmed }) => ({
            id,
            to: link(teamPath({ userId, startDate: workDate, endDate: workDate })),
            title: userName,
            detail: `${formatDateUs(workDate)}, ${isUnconfirmed ? longText(isComplete) : 'own correction to confirm'}`,
          })),
          emptyText: `Timecards open for more than ${LONG_CARD_HOURS} hours, and own corrections of others, appear here.`,
          allTo: link(teamPath({ status: 'TooLong' })),
        },
  ];
  return [...lists, unassignedList(work, link)].filter((list) => list !== null);
}

/** Signed dictations that need something; nothing if there are none, as in most practices. */
function coSignatureLists(
  { coSignatures, sentBack }: MyWork,
  link: (address: string) => string | undefined,
): readonly (List | null)[] {
  const listOf = (
    title: string,
    state: string,
    section: MyWork['coSignatures'],
    detailOf: (row: DictationRow) => string,
  ): List | null =>
    section === undefined
      ? null
      : {
          title,
          total: section.totalCount,
          lines: section.rows.map((row) => ({
            id: row.id,
            to: link(`/dictations/${row.id}`),
            title: row.patientName,
            detail: detailOf(row),
          })),
          emptyText: '',
          allTo: link(`/dictations?tab=find&coSignature=${state}`),
        };
  return [
    listOf(
      'Awaiting my co-signature',
      'Mine',
      coSignatures,
      ({ procedureDate, providerName, templateName }) =>
        `${formatDateUs(procedureDate)} by ${providerName}, ${templateName}`,
    ),
    listOf(
      'Sent back to me',
      'Returned',
      sentBack,
      ({ procedureDate, templateName }) => `${formatDateUs(procedureDate)}, ${templateName}`,
    ),
  ];
}

const UNASSIGNED: Readonly<Record<WorkKind, readonly [text: string, path: string]>> = {
  messages: ['Phone message', '/messages/'],
  orders: ['Order', '/orders/'],
  signatures: ['Dictation to sign', '/dictations/'],
  coSignatures: ['Dictation to co-sign', '/dictations/'],
  drafts: ['Draft dictation', '/dictations/'],
  unsaved: ['Unsaved dictation', ''],
};

/** What waited for people who can no longer do it, urgent first. */
function unassignedList(
  { unassigned = [] }: MyWork,
  link: (address: string) => string | undefined,
): List | null {
  if (unassigned.length === 0) return null;
  const rows = unassigned.flatMap(({ kind, rows: items }) => items.map((item) => ({ kind, item })));
  return {
    title: 'Unassigned work',
    total: unassigned.reduce((sum, { count }) => sum + count, 0),
    lines: rows
      .toSorted((a, b) => Number(b.item.isUrgent) - Number(a.item.isUrgent))
      .map(({ kind, item: { id, label, patientName, person, isUrgent } }) => {
        const [text, path] = UNASSIGNED[kind];
        return {
          id,
          to: path === '' ? undefined : link(`${path}${id}`),
          title: `${text} ${label}${patientName === null ? '' : `, ${patientName}`}`,
          detail: `Waited for ${fullName(person.firstName, person.lastName)}, who can no longer do it`,
          ...(isUrgent && {
            marks: <StatusChip label={kind === 'orders' ? 'STAT' : 'Urgent'} color="error" />,
          }),
        };
      }),
    emptyText: '',
    allTo: link('/messages?unassigned=true'),
  };
}

const longText = (isComplete: boolean) => (isComplete ? `over ${LONG_CARD_HOURS} hours` : 'still clocked in');

const teamPath = (filters: Readonly<Record<string, string>>): string =>
  `/timecard/reports?${new URLSearchParams({ tab: 'team', ...filters }).toString()}`;

type MessageRow = NonNullable<MyWork['messages']>['rows'][number];

function messageLine(row: MessageRow, { now }: Around): Omit<RecordLine, 'to'> {
  const { id, callerName, category, patient, priority, callDateTime } = row;
  const isLong = isOverdue(priority, callDateTime, now);
  return {
    id,
    title: `${callerName}, ${CATEGORY_LABELS[category]}`,
    detail: (
      <>
        <Box component="span" sx={isLong ? { color: 'error.main' } : undefined}>
          {isLong ? 'Overdue' : 'Waiting'} {formatWaitingTime(callDateTime, now)}
        </Box>
        {patient === null ? '' : `, ${withDeathMark(lastFirst(patient), patient)}`}
      </>
    ),
    ...(priority === 'Urgent' || priority === 'High' ? { marks: <PriorityMark priority={priority} /> } : {}),
  };
}

function draftLine(row: UnfinishedDictation, { times }: Around): Omit<RecordLine, 'to'> {
  return {
    id: row.draftId ?? row.dictationId ?? '',
    title: row.patientName ?? 'No patient selected',
    detail: `${row.templateName}, last edited ${times.dateTime(row.updatedAt)}`,
    ...(row.draftId === null ? {} : { marks: <StatusChip label="Not saved" color="warning" /> }),
  };
}

/** The editor with the draft, or of the dictation. */
function draftPath({ draftId, dictationId, templateId }: UnfinishedDictation): string {
  if (dictationId !== null) return `/dictations/${dictationId}/edit`;
  return `/dictations/new?${new URLSearchParams({ template: templateId, draft: draftId ?? '' }).toString()}`;
}
