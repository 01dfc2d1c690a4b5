import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined';
import { Badge, IconButton, Tooltip } from '@mui/material';
import { useState } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';
import { PartFailureDialog } from '#ui/PartFailure.tsx';
import { useAssignmentToasts } from './use-assignment-toasts.ts';
import { useWatchNotifications } from './use-notifications.ts';

const NotificationPanel = lazyPart(async () => (await import('./NotificationPanel.tsx')).NotificationPanel, {
  waiting: null,
  failed: (failure, { isOpen, onClose }) => (
    <PartFailureDialog open={isOpen} onClose={onClose} failure={failure} />
  ),
});

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
