import { Button, List, ListItem, ListItemText, Skeleton } from '@mui/material';
import { endSession, sessions } from '@portal/contract/session';
import { explainError } from '#lib/errors/error-text.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { ErrorPanel } from '#ui/ErrorPanel.tsx';
import { Section } from '#ui/Section.tsx';
import { StatusChip } from '#ui/StatusChip.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { describeDevice } from './describe-device.ts';

/** The user's active sessions, with buttons to sign out the others. */
export function SessionsSection() {
  const toast = useToast();
  const times = usePracticeTimes();
  const list = useEndpointQuery(sessions, {});
  const end = useEndpointMutation(endSession, {
    onSuccess: () => toast.success('The session was signed out.'),
    onError: (error) => toast.error(explainError(error, 'The session could not be signed out')),
  });
  return (
    <Section title="Active sessions">
      {list.isPending ? <Skeleton variant="rounded" height={56} /> : null}
      {list.isError ? (
        <ErrorPanel
          message={explainError(list.error, 'Failed to load your sessions')}
          requestId={list.error.requestId}
          onRetry={() => void list.refetch()}
        />
      ) : null}
      <List disablePadding>
        {list.data?.map((session) => (
          <ListItem
            key={session.id}
            disableGutters
            divider={session !== list.data.at(-1)}
            sx={{ gap: 2, flexWrap: 'wrap' }}
          >
            <ListItemText
              sx={{ minWidth: 220, my: 0 }}
              primary={describeDevice(session.userAgent)}
              secondary={`IP address ${session.ipAddress}. Signed in ${times.dateTime(session.createdAt)}, last active ${times.dateTime(session.lastActivityAt)}.`}
            />
            {session.isCurrent ? (
              <StatusChip label="This session" color="primary" />
            ) : (
              <Button
                variant="outlined"
                size="small"
                loading={end.isPending && end.variables.params.id === session.id}
                onClick={() => end.mutate({ params: { id: session.id } })}
              >
                Sign out
              </Button>
            )}
          </ListItem>
        ))}
      </List>
    </Section>
  );
}
