import { type RecentKind, recentList, recentOpened } from '@portal/contract/recent';
import { todayIn } from '@portal/domain/date';
import type { PermissionName } from '@portal/domain/permissions';
import { documentRowsOf } from '#features/documents/index.ts';
import { messageRowsOf } from '#features/messages/index.ts';
import { orderRowsOf } from '#features/orders/index.ts';
import { patientRowsOf } from '#features/patients/index.ts';
import { hasPermission } from '#request/context.ts';
import { recordShown } from '#request/record-shown.ts';
import { inTransaction } from '#request/transaction.ts';
import { operation } from '#http/operation.ts';
import { listRecent, saveOpened } from './recent-repo.ts';

const NEEDED: Readonly<Record<RecentKind, PermissionName>> = {
  Patient: 'Patient.View',
  Order: 'Order.View',
  Message: 'Message.View',
  Document: 'Document.View',
};

/** Returns the records that the caller opened last and may still view, and audits which ones were shown. */
export const getRecent = operation(recentList, async (context, { query: { kind } }) => {
  const { db, config } = context.deps;
  const opened = await listRecent(db, context.user.id, kind);
  const idsOf = (wanted: RecentKind) =>
    hasPermission(context, NEEDED[wanted])
      ? opened.filter((record) => record.kind === wanted).map(({ recordId }) => recordId)
      : [];
  const [patients, orders, messages, documents] = await Promise.all([
    patientRowsOf(db, idsOf('Patient'), todayIn(config.practice.timeZone, context.now)),
    orderRowsOf(db, idsOf('Order')),
    messageRowsOf(db, idsOf('Message'), context.now),
    documentRowsOf(db, idsOf('Document')),
  ]);
  await recordShown(context, { patients, orders, messages, documents });
  const openedAt = new Map(opened.map((record) => [record.recordId, record.openedAt.toISOString()]));
  const dated = <Row extends { readonly id: string }>(rows: readonly Row[]) =>
    rows.map((row) => ({ ...row, openedAt: openedAt.get(row.id) ?? '' }));
  return {
    patients: dated(patients),
    orders: dated(orders),
    messages: dated(messages),
    documents: dated(documents),
  };
});

/** Remembers that the caller opened a record. It is not looked up, so the response never shows whether it exists. */
export const rememberOpened = operation(recentOpened, async (context, { body: record }) => {
  await inTransaction(context, (tx) => saveOpened(tx.db, context.user.id, record, context.now));
  return undefined;
});
