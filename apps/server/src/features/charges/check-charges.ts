import { chargeCheck, type CheckedOrder, MAX_CHECK_ROWS } from '@portal/contract/charges';
import { addDays } from '@portal/domain/calendar';
import { isTemplateForOrder, ORDER_NOTE_DAYS } from '@portal/domain/charges';
import { todayIn } from '@portal/domain/date';
import { hasPermission, type SignedInContext } from '#request/context.ts';
import { recordRead } from '#request/record-read.ts';
import { operation } from '#http/operation.ts';
import { listCompletedOrders, orderRowsOf, type CompletedOrder } from '#features/orders/index.ts';
import { listTemplateKinds } from '#features/templates/index.ts';
import { listWorkedDays } from '#features/timecards/index.ts';
import { rangeFilter } from './charge-access.ts';
import type { ChargeFilter } from './charge-filter-repo.ts';
import { loadCharges } from './charge-view.ts';
import { listWithoutNote, listWithoutTimecard, type CheckOrder } from './check-repo.ts';

type Range = Omit<ChargeFilter, 'status' | 'unsignedUpTo'>;

/** Lists what does not fit together in a range: notes without a timecard of their provider, and completed orders without a note. */
export const checkCharges = operation(chargeCheck, async (context, { query }) => {
  const range = rangeFilter(context, query);
  const { notes, notesCount } = await findNotesToCheck(context, range);
  const { orders, ordersCount } = hasPermission(context, 'Order.View')
    ? await findOrdersToCheck(context, range)
    : { orders: [], ordersCount: 0 };
  await recordRead(context, {
    action: 'Accessed',
    entityType: 'Charge',
    entityId: null,
    patientId: null,
    newValues: {
      dictationIds: notes.map(({ id }) => id),
      orderIds: orders.map(({ id }) => id),
      patientIds: [...new Set([...notes, ...orders].map(({ patient }) => patient.id))],
    },
  });
  return { notes, notesCount, orders, ordersCount };
});

async function findNotesToCheck({ deps, now }: SignedInContext, range: Range) {
  const { timeZone } = deps.config.practice;
  const worked = await listWorkedDays(deps.db, timeZone, range, range.onlyProviderId);
  const today = todayIn(timeZone, now);
  const { ids, count } = await listWithoutTimecard(deps.db, range, worked, { today, limit: MAX_CHECK_ROWS });
  return { notes: await loadCharges(deps.db, ids), notesCount: count };
}

async function findOrdersToCheck({ deps }: SignedInContext, range: Range) {
  const { db, config } = deps;
  const { onlyProviderId, providerId } = range;
  // A provider who asks for the orders of another one gets none.
  if (onlyProviderId !== null && providerId !== undefined && providerId !== onlyProviderId)
    return { orders: [], ordersCount: 0 };
  const completed = await listCompletedOrders(
    db,
    config.practice.timeZone,
    range,
    onlyProviderId ?? providerId,
  );
  const { ids, count } = await listWithoutNote(db, await withTemplates(db, completed), MAX_CHECK_ROWS);
  const dates = new Map(completed.map(({ id, completedDate }) => [id, completedDate]));
  const orders = (await orderRowsOf(db, ids)).map(
    ({ id, orderNumber, type, isProcedure, patient, orderedByUser }): CheckedOrder => {
      const completedDate = dates.get(id) ?? '';
      const dueDate = addDays(completedDate, ORDER_NOTE_DAYS);
      return { id, orderNumber, type, isProcedure, patient, orderedByUser, completedDate, dueDate };
    },
  );
  return { orders, ordersCount: count };
}

async function withTemplates(
  db: SignedInContext['deps']['db'],
  orders: readonly CompletedOrder[],
): Promise<CheckOrder[]> {
  const templates = await listTemplateKinds(db);
  const idsOf = (type: CompletedOrder['type']) =>
    templates.filter((template) => isTemplateForOrder(type, template)).map(({ id }) => id);
  const byType = new Map([...new Set(orders.map(({ type }) => type))].map((type) => [type, idsOf(type)]));
  return orders.map(({ id, type, patientId, completedDate }) => {
    const templateIds = byType.get(type) ?? [];
    return { id, patientId, completedDate, templateIds: templateIds.length === 0 ? null : templateIds };
  });
}
