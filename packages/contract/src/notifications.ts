import { NOTIFICATION_KINDS } from '@portal/domain/notification';
import { z } from 'zod';
import { permission, signedIn } from './core/endpoint.ts';
import { id, instant } from './core/fields.ts';
import { page, pageSize } from './core/list.ts';
import { acts, reads } from './core/verbs.ts';

/** A notification of the caller. Its text never contains health data. */
export const notification = z.object({
  id,
  kind: z.enum(NOTIFICATION_KINDS),
  at: z.string(),
  isRead: z.boolean(),
  text: z.string(),
  /** Whether it is about an urgent phone message. */
  isUrgent: z.boolean(),
  /** The message, dictation, timecard or permission. */
  entityId: id,
  /** The day of a timecard. */
  day: z.string().nullable(),
});
export type Notification = z.output<typeof notification>;

const tag = 'Notifications';
const own = { tag, guard: signedIn, audit: null, background: true } as const;

export const notificationList = reads('/notifications', own, {
  summary: 'List the caller’s notifications of records that they may see, newest first',
  query: z.strictObject({ page, pageSize }),
  response: z.object({ data: z.array(notification), totalCount: z.int(), unreadCount: z.int() }),
  healthData: false,
});

export const notificationsRead = acts('/notifications/read', own, {
  background: false,
  summary: 'Mark the caller’s notifications as read: some of them, or all up to a moment',
  body: z
    .strictObject({
      ids: z
        .array(id, { error: 'ids must be a list of ids' })
        .max(100, 'At most 100 notifications at once')
        .optional(),
      until: instant('until').optional(),
    })
    .refine(({ ids, until }) => (ids === undefined) !== (until === undefined), {
      path: ['ids'],
      error: 'Send either ids or until',
    }),
  healthData: false,
});

export const notificationCaller = reads('/notifications/:id/caller', own, {
  summary: 'Get the caller of the urgent phone message that a notification of the signed-in user is about',
  guard: permission('Message.View'),
  response: z.object({ callerName: z.string() }),
  healthData: true,
  audit: 'Accessed',
  allowedForKeys: false,
});
