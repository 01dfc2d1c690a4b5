import type { AnswerOf } from '@portal/contract/endpoint';
import { MY_WORK_ROWS, myWork, WAITING_MAX, waitingCounts } from '@portal/contract/my-work';
import { todayIn } from '@portal/domain/date';
import { lastOverdueDate } from '@portal/domain/order-status';
import { maySign } from '@portal/domain/roles';
import { recordRead } from '#request/record-read.ts';
import { hasPermission, type SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import {
  countCoSignatures,
  countUnsigned,
  listCoSignatures,
  listSentBack,
  listUnfinished,
  listUnsigned,
} from '#features/dictations/index.ts';
import { listOpenMessages } from '#features/messages/index.ts';
import { countUrgent, listUrgentOrders } from '#features/orders/index.ts';
import { listUnassignedWork } from '#features/waiting-work/index.ts';
import { countUnconfirmed, getClock, listUnconfirmed } from '#features/timecards/index.ts';

type Work = AnswerOf<typeof myWork>;

/** Lists what waits for the caller. One audit entry names the records and patients shown. */
export const readMyWork = operation(myWork, async (context) => {
  const { db } = context.deps;
  const { id: userId } = context.user;
  const may = permissionsOf(context);
  const work: Work = {};
  if (may.messages)
    work.messages = await listOpenMessages(db, { assignedToUserId: userId }, MY_WORK_ROWS, context.now);
  if (may.signatures) work.signatures = await listUnsigned(db, userId, MY_WORK_ROWS);
  // Most practices need no co-signatures, and would always see empty lists.
  if (may.coSignatures) work.coSignatures = ifAny(await listCoSignatures(db, userId, MY_WORK_ROWS));
  if (may.sentBack) work.sentBack = ifAny(await listSentBack(db, userId, MY_WORK_ROWS));
  if (may.drafts) work.drafts = await listUnfinished(context, MY_WORK_ROWS);
  if (may.orders) work.orders = await listUrgentOrders(db, urgentOf(context), MY_WORK_ROWS);
  if (may.corrections) work.corrections = await listUnconfirmed(context, MY_WORK_ROWS);
  if (may.clock) work.clock = await getClock(context);
  const unassigned = await listUnassignedWork(context);
  if (unassigned.length > 0) work.unassigned = unassigned;
  await recordShown(context, work);
  return work;
});

/** Counts what waits for the caller, for the menu. */
export const countWaiting = operation(waitingCounts, async (context) => {
  const { db } = context.deps;
  const may = permissionsOf(context);
  const counts: AnswerOf<typeof waitingCounts> = {};
  if (may.signatures) counts.signatures = await countUnsigned(db, context.user.id, WAITING_MAX);
  if (may.coSignatures) counts.coSignatures = await countCoSignatures(db, context.user.id, WAITING_MAX);
  if (may.orders) counts.orders = await countUrgent(db, urgentOf(context), WAITING_MAX);
  if (may.corrections)
    counts.corrections = await countUnconfirmed(db, context.now, context.user.id, WAITING_MAX);
  return counts;
});

const ifAny = <L extends { readonly totalCount: number }>(list: L): L | undefined =>
  list.totalCount > 0 ? list : undefined;

/** Which sections the caller may see. */
function permissionsOf(context: SignedInContext): Record<Exclude<keyof Work, 'unassigned'>, boolean> {
  const mayDictate = hasPermission(context, 'Dictation.View');
  return {
    messages: hasPermission(context, 'Message.View'),
    signatures: mayDictate && maySign(context.user.roles),
    coSignatures: mayDictate && context.user.roles.includes('ProviderPhysician'),
    sentBack: mayDictate && maySign(context.user.roles),
    drafts: mayDictate,
    // Users who never order would always see an empty list.
    orders: hasPermission(context, 'Order.View') && hasPermission(context, 'Order.Create'),
    corrections: hasPermission(context, 'Timecard.ManageTimecards'),
    clock: hasPermission(context, 'Timecard.View'),
  };
}

const urgentOf = ({ deps, now, user }: SignedInContext) => ({
  userId: user.id,
  overdueUpTo: lastOverdueDate(todayIn(deps.config.practice.timeZone, now)),
});

async function recordShown(context: SignedInContext, work: Work): Promise<void> {
  const { messages, drafts, orders } = work;
  const signatures = [work.signatures, work.coSignatures, work.sentBack].flatMap((list) => list?.rows ?? []);
  const unassigned = work.unassigned?.flatMap(({ rows }) => rows) ?? [];
  const patientIds = [
    ...(messages?.rows.map(({ patient }) => patient?.id) ?? []),
    ...signatures.map(({ patientId }) => patientId),
    ...(orders?.rows.map(({ patient }) => patient.id) ?? []),
    ...(drafts?.rows.map(({ patientId }) => patientId) ?? []),
    ...unassigned.map(({ patientId }) => patientId),
  ];
  await recordRead(context, {
    action: 'Accessed',
    entityType: 'Patient',
    entityId: null,
    newValues: {
      messageIds: messages?.rows.map(({ id }) => id),
      dictationIds: [
        ...signatures.map(({ id }) => id),
        ...(drafts?.rows.flatMap(({ dictationId }) => dictationId ?? []) ?? []),
      ],
      draftIds: drafts?.rows.flatMap(({ draftId }) => draftId ?? []),
      orderIds: orders?.rows.map(({ id }) => id),
      unassignedIds: work.unassigned === undefined ? undefined : unassigned.map(({ id }) => id),
      patientIds: [...new Set(patientIds.flatMap((id) => id ?? []))],
    },
  });
}
