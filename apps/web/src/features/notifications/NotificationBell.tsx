import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined';
import { Badge, IconButton, Tooltip } from '@mui/material';
import { notificationCaller, notificationsRead, type Notification } from '@portal/contract/notifications';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '#lib/api/api-error.ts';
import { call } from '#lib/portal.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { PartFailureDialog } from '#ui/PartFailure.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { KINDS } from './notification-kinds.ts';
import { useWatchNotifications } from './use-notifications.ts';

const NotificationPanel = lazyPart(async () => (await import('./NotificationPanel.tsx')).NotificationPanel, {
  waiting: null,
  failed: (failure, { isOpen, onClose }) => (
    <PartFailureDialog open={isOpen} onClose={onClose} failure={failure} />
  ),
});

/**
 * Shows a toast on any page when a message is assigned to the user; for an urgent one, it names the caller. Assignments from
 * before the first response are not announced.
 */
function useAssignmentToasts(notifications: readonly Notification[] | undefined): void {
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

/** The bell with the number of unread notifications, which opens their panel. */
export function NotificationBell() {
  const [isOpen, setOpen] = useState(false);
  const [openings, setOpenings] = useState(0);
  const newest = useWatchNotifications();
  useAssignmentToasts(newest?.data);
  const unread = newest?.unreadCount ?? 0;
  const shown = unread > 99 ? '99+' : String(unread);
  return (
    <>
      <Tooltip title="Notifications">
        <IconButton
          color="inherit"
          aria-label={unread === 0 ? 'Notifications' : `Notifications, ${shown} unread`}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => {
            setOpenings(openings + 1);
            setOpen(true);
          }}
        >
          {unread === 0 ? (
            <NotificationsOutlined />
          ) : (
            <Badge badgeContent={shown} color="error" overlap="circular">
              <NotificationsOutlined />
            </Badge>
          )}
        </IconButton>
      </Tooltip>
      {/* Another opening is another attempt, if the panel could not be loaded. */}
      {openings > 0 ? (
        <NotificationPanel key={openings} isOpen={isOpen} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}
