import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined';
import Badge from '@mui/material/Badge';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { lazy, Suspense, useState } from 'react';
import { useAssignmentToasts } from './use-assignment-toasts.ts';
import { useWatchNotifications } from './use-notifications.ts';

const NotificationPanel = lazy(async () => ({
  default: (await import('./NotificationPanel.tsx')).NotificationPanel,
}));

/** The bell with the number of unread notifications, which opens their panel. */
export function NotificationBell() {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
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
            setOpened(true);
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
      {wasOpened ? (
        <Suspense>
          <NotificationPanel isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
