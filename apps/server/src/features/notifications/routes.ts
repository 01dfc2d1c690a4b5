import * as notifications from '@portal/contract/notifications';
import type { Binder } from '#http/bind.ts';
import { getNotifications, getUrgentCaller, readNotifications } from './notification-service.ts';

/** Binds the endpoints of the caller's notifications. */
export function bindNotifications(binder: Binder): void {
  binder.bind(notifications.notificationList, ({ query }, context) => getNotifications(context, query));
  binder.bind(notifications.notificationsRead, ({ body }, context) => readNotifications(context, body));
  binder.bind(notifications.notificationCaller, ({ params }, context) => getUrgentCaller(context, params.id));
}
