import type { PermissionName } from '@portal/domain/permissions';
import type { Db } from '#db/database.ts';
import { addActivity, type ActivityInput } from './activity-store.ts';
import { addNotification, type NotificationInput } from './notification-store.ts';
import { listLosers, listTakers, listWork, type WorkLoss, type WorkRow } from './waiting-work-store.ts';

/** The news about work that became unassigned. */
export interface UnassignedNews {
  readonly notifications: readonly NotificationInput[];
  readonly activities: readonly ActivityInput[];
}

/** The work that these users can no longer do since they lost permissions, a role or access. */
export async function listLostWork(db: Db, now: Date, losses: readonly WorkLoss[]): Promise<WorkRow[]> {
  return listWork(db, await listLosers(db, now, losses, 'after'), { all: true });
}

/** What to tell of this work: urgent messages and STAT orders, to everyone who can take or assign them. */
export async function unassignedNews(db: Db, now: Date, work: readonly WorkRow[]): Promise<UnassignedNews> {
  const urgent = work.filter(({ is_urgent: isUrgent }) => isUrgent);
  if (urgent.length === 0) return { notifications: [], activities: [] };
  const takers = async (...permissions: PermissionName[]) => listTakers(db, now, permissions);
  const messageTakers = await takers('Message.View', 'Message.Assign');
  const orderTakers = await takers('Order.View', 'Order.Edit');
  return {
    notifications: urgent.flatMap(({ kind, id: entityId }): NotificationInput[] =>
      kind === 'messages'
        ? messageTakers.map((userId) => ({ kind: 'MessageUnassigned', userId, entityId }))
        : orderTakers.map((userId) => ({ kind: 'OrderUnassigned', userId, entityId })),
    ),
    activities: urgent
      .filter(({ kind }) => kind === 'messages')
      .map(({ id }) => ({
        event: 'message.unassigned',
        description: 'An urgent phone message has no assignee who can open it',
        icon: 'Assignment',
        color: 'error',
        entityType: 'PhoneMessage',
        entityId: id,
        requiredPermission: 'Message.View',
      })),
  };
}

/** Tells of the work that became unassigned without a change by anyone, because a permission of these users ended. */
export async function announceLostWork(db: Db, now: Date, losses: readonly WorkLoss[]): Promise<void> {
  const { notifications, activities } = await unassignedNews(db, now, await listLostWork(db, now, losses));
  for (const notification of notifications) await addNotification(db, notification, now, null);
  for (const activity of activities) await addActivity(db, activity, now, null);
}
