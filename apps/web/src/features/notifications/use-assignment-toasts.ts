import { notificationCaller, notificationsRead, type Notification } from '@portal/contract/notifications';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '#lib/api/api-error.ts';
import { call } from '#lib/portal.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useToast } from '#ui/ToastProvider.tsx';
import { KINDS } from './notification-kinds.ts';

/**
 * Shows a toast on any page when a message is assigned to the user; for an urgent one, it names the caller. Assignments from
 * before the first response are not announced.
 */
export function useAssignmentToasts(notifications: readonly Notification[] | undefined): void {
  const toast = useToast();
  const navigate = useNavigate();
  const { mutate: markRead } = useEndpointMutation(notificationsRead);
  const newest = useRef<string | null>(null);
  useEffect(() => {
    if (notifications === undefined) return;
    const before = newest.current;
    // ISO timestamps sort as strings.
    newest.current = [before ?? '', notifications[0]?.at ?? ''].toSorted().at(-1) ?? '';
    if (before === null) return;
    const show = async (notification: Notification) => {
      toast.info(await toastText(notification), {
        label: 'Open message',
        onClick: () => {
          markRead({ body: { ids: [notification.id] } });
          void navigate(KINDS[notification.kind].path(notification));
        },
      });
    };
    for (const notification of notifications.toReversed())
      if (notification.kind === 'MessageAssigned' && !notification.isRead && notification.at > before)
        void show(notification);
  }, [notifications, toast, navigate, markRead]);
}

async function toastText({ id, isUrgent, text }: Notification): Promise<string> {
  if (!isUrgent) return text;
  try {
    const { callerName } = await call(notificationCaller, { params: { id } });
    return `Urgent message from ${callerName} was assigned to you`;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return `Urgent: ${text}`;
  }
}
