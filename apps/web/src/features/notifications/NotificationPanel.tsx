import { Box, Button, Stack } from '@mui/material';
import { notificationsRead } from '@portal/contract/notifications';
import { useState } from 'react';
import { explainError } from '#lib/errors/error-text.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { SidePanel } from '#ui/SidePanel.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { NotificationPage } from './NotificationPage.tsx';
import { lastPage, useNotifications } from './use-notifications.ts';

interface NotificationPanelProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The user's notifications. */
export function NotificationPanel({ isOpen, onClose }: NotificationPanelProps) {
  const toast = useToast();
  const [page, setPage] = useState(1);
  const newest = useNotifications(1).data;
  const read = useEndpointMutation(notificationsRead, {
    onError: (error) => toast.error(explainError(error, 'The notifications could not be marked as read')),
  });
  const last = lastPage(newest?.totalCount ?? 0);
  const until = newest?.data[0]?.at;
  return (
    <SidePanel
      title="Notifications"
      closeLabel="Close notifications"
      isOpen={isOpen}
      onClose={onClose}
      actions={
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
      }
    >
      {(leave) => (
        <>
          <Box sx={{ flex: 1, overflowY: 'auto', borderTop: 1, borderColor: 'divider' }}>
            <NotificationPage
              page={Math.min(page, last)}
              onOpen={({ id, isRead }) => {
                if (!isRead) read.mutate({ body: { ids: [id] } });
                leave();
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
      )}
    </SidePanel>
  );
}
