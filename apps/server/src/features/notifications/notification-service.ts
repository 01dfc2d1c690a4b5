import { notificationCaller, notificationList, notificationsRead } from '@portal/contract/notifications';
import { clampPage } from '@portal/domain/list';
import { notFound } from '#platform/app-error.ts';
import { recordRead } from '#request/record-read.ts';
import { inTransaction } from '#request/transaction.ts';
import { operation } from '#http/operation.ts';
import { countNotifications, findUrgentMessage, listNotifications, markRead } from './notification-repo.ts';
import { presentNotification } from './notification-view.ts';

/** Lists the caller's notifications of records that they may see at this moment. A page past the end is the last page. */
export const getNotifications = operation(notificationList, async ({ deps, user, now }, { query }) => {
  const reader = {
    id: user.id,
    permissions: user.permissions,
    isSuperAdmin: user.roles.includes('SuperAdmin'),
    isAdmin: user.roles.includes('SuperAdmin') || user.roles.includes('Admin'),
    now,
  };
  const { totalCount, unreadCount } = await countNotifications(deps.db, reader);
  const rows = await listNotifications(deps.db, reader, clampPage({ ...query, totalCount }));
  const { practice } = deps.config;
  return { data: rows.map((row) => presentNotification(row, practice)), totalCount, unreadCount };
});

/** Marks the caller's notifications as read. Ids of other users' notifications are ignored. */
export const readNotifications = operation(notificationsRead, async (context, { body: which }) => {
  const userId = context.user.id;
  await inTransaction(context, async (tx) => {
    if ((await markRead(tx.db, userId, which, context.now)) > 0) tx.notify('notifications', { userId });
  });
  return undefined;
});

/** Gets the caller of an urgent message for the notice on the assignee's screen, and audits it. Throws NOT_FOUND. */
export const getUrgentCaller = operation(notificationCaller, async (context, { params: { id } }) => {
  const row = await findUrgentMessage(context.deps.db, context.user.id, id);
  if (row === undefined) throw notFound();
  await recordRead(context, {
    action: 'Accessed',
    entityType: 'PhoneMessage',
    entityId: row.id,
    patientId: row.patient_id,
  });
  return { callerName: row.caller_name };
});
