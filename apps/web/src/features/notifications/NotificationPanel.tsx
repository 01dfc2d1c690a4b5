import CloseOutlined from '@mui/icons-material/CloseOutlined';
import { Box, Button, Drawer, IconButton, Stack, Typography } from '@mui/material';
import { notificationsRead } from '@portal/contract/notifications';
import { useId, useState } from 'react';
import { explainError } from '#lib/errors/error-text.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useToast } from '#ui/ToastProvider.tsx';
import { NotificationPage } from './NotificationPage.tsx';
import { lastPage, useNotifications } from './use-notifications.ts';

interface NotificationPanelProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The user's notifications: a panel at the side, or the whole screen of a phone. */
export function NotificationPanel({ isOpen, onClose }: NotificationPanelProps) {
  const titleId = useId();
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => {
    setLeaving(true);
    onClose();
  };
  return (
    <Drawer
      anchor="right"
      open={isOpen}
      // After opening a record, the focus belongs to its page.
      disableRestoreFocus={isLeaving}
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': titleId,
          sx: { width: { xs: '100%', sm: 420 } },
        },
        transition: { onExited: () => setLeaving(false) },
      }}
    >
      <PanelContent titleId={titleId} onLeave={leave} onClose={onClose} />
    </Drawer>
  );
}

interface PanelContentProps {
  readonly titleId: string;
  /** Called when a record is opened. */
  readonly onLeave: () => void;
  readonly onClose: () => void;
}

function PanelContent({ titleId, onLeave, onClose }: PanelContentProps) {
  const toast = useToast();
  const [page, setPage] = useState(1);
  const newest = useNotifications(1).data;
  const read = useEndpointMutation(notificationsRead, {
    onError: (error) => toast.error(explainError(error, 'The notifications could not be marked as read')),
  });
  const last = lastPage(newest?.totalCount ?? 0);
  const until = newest?.data[0]?.at;
  return (
    <>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, pl: 2, pr: 1, py: 1.5 }}>
        <Typography id={titleId} variant="h2" sx={{ flex: 1 }}>
          Notifications
        </Typography>
        <Button
          size="small"
          disabled={until === undefined || newest?.unreadCount === 0}
          loading={read.isPending && read.variables.body?.until !== undefined}
          onClick={() => {
            if (until !== undefined) read.mutate({ body: { until } });
          }}
        >
          Mark all as read
        </Button>
        <IconButton aria-label="Close notifications" onClick={onClose}>
          <CloseOutlined />
        </IconButton>
      </Stack>
      <Box sx={{ flex: 1, overflowY: 'auto', borderTop: 1, borderColor: 'divider' }}>
        <NotificationPage
          page={Math.min(page, last)}
          onOpen={({ id, isRead }) => {
            if (!isRead) read.mutate({ body: { ids: [id] } });
            onLeave();
          }}
        />
      </Box>
      {last > 1 ? (
        <Stack
          component="nav"
          aria-label="Pages of notifications"
          direction="row"
          sx={{ justifyContent: 'space-between', p: 1, borderTop: 1, borderColor: 'divider' }}
        >
          <Button disabled={page <= 1} onClick={() => setPage(page - 1)}>
            Newer
          </Button>
          <Button disabled={page >= last} onClick={() => setPage(page + 1)}>
            Older
          </Button>
        </Stack>
      ) : null}
    </>
  );
}
