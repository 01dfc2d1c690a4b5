import { Box, List, ListItem, ListItemButton, Typography } from '@mui/material';
import type { Notification } from '@portal/contract/notifications';
import { NOTIFICATION_DAYS } from '@portal/domain/notification';
import { Link } from 'react-router';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { StatusChip } from '#ui/StatusChip.tsx';
import { visuallyHidden } from '#ui/visually-hidden.ts';
import { KINDS } from './notification-kinds.ts';
import { useNotifications } from './use-notifications.ts';

interface NotificationPageProps {
  readonly page: number;
  readonly onOpen: (notification: Notification) => void;
}

/** One page of the notifications; each row opens its record. */
export function NotificationPage({ page, onOpen }: NotificationPageProps) {
  const query = useNotifications(page);
  return (
    <RecordPart query={query} fallback="Failed to load your notifications">
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState text={`No notifications in the last ${NOTIFICATION_DAYS} days`} />
        ) : (
          <List aria-label="Notifications" disablePadding>
            {data.map((notification) => (
              <NotificationRow key={notification.id} notification={notification} onOpen={onOpen} />
            ))}
          </List>
        )
      }
    </RecordPart>
  );
}

function NotificationRow({
  notification,
  onOpen,
}: {
  readonly notification: Notification;
  readonly onOpen: NotificationPageProps['onOpen'];
}) {
  const times = usePracticeTimes();
  const { kind, at, isRead, isUrgent, text } = notification;
  const { icon: Icon, path } = KINDS[kind];
  return (
    <ListItem disablePadding divider>
      <ListItemButton
        component={Link}
        to={path(notification)}
        onClick={() => onOpen(notification)}
        sx={{ alignItems: 'flex-start', gap: 1.5, py: 1.25 }}
      >
        <Box aria-hidden sx={{ color: isRead ? 'text.secondary' : 'primary.main', pt: 0.25 }}>
          <Icon fontSize="small" />
        </Box>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          {isRead ? null : (
            <Box component="span" sx={visuallyHidden}>
              Unread:{' '}
            </Box>
          )}
          <Typography component="span" sx={{ fontWeight: isRead ? 400 : 600, overflowWrap: 'anywhere' }}>
            {text}
          </Typography>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 0.5 }}>
            <Typography component="time" dateTime={at} variant="caption" color="textSecondary">
              {times.activity(at)}
            </Typography>
            {isUrgent ? <StatusChip label="Urgent" color="error" /> : null}
          </Box>
        </Box>
        {isRead ? null : (
          <Box
            aria-hidden
            sx={{
              width: 8,
              height: 8,
              mt: 0.75,
              flexShrink: 0,
              borderRadius: '50%',
              bgcolor: 'primary.main',
            }}
          />
        )}
      </ListItemButton>
    </ListItem>
  );
}
