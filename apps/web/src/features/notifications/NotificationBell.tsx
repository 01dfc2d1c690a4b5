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
  return (
    <>
      <Tooltip title="Notifications">
        <IconButton
          color="inherit"
          aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => {
            setOpened(true);
            setOpen(true);
          }}
        >
          <Badge badgeContent={unread} max={99} color="error" overlap="circular">
            <NotificationsOutlined />
          </Badge>
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
