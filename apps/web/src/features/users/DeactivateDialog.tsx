import { apiKeyList } from '@portal/contract/api-keys';
import { userDeactivate, type User } from '@portal/contract/users';
import { Alert } from '@mui/material';
import { personName, personNameWithTitle } from '@portal/domain/person-name';
import { useState } from 'react';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { WaitingWork } from '#pickers/WaitingWork.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { useLastValue } from '#ui/use-last-value.ts';
import { clockedInText, closedText } from './open-timecard.ts';
import { alsoSuspended } from './sign-in/suspended-keys.ts';
import { useUser } from './use-user.ts';

interface DeactivateDialogProps {
  /** The user to deactivate; null while the dialog is closed. */
  readonly user: User | null;
  readonly onClose: () => void;
}

/** Asks for confirmation before deactivating a user, who then disappears from the list. */
export function DeactivateDialog({ user, onClose }: DeactivateDialogProps) {
  const deactivate = useEndpointMutation(userDeactivate, {
    alsoChanges: ['API Keys', 'Dashboard', 'Offices', 'Timecards'],
  });
  const [reassignTo, setReassignTo] = useState<string | null>(null);
  const shown = useLastValue(user);
  // Refetched for the current clock-in state, because the list may be minutes old.
  const current = useUser(shown?.id ?? '', { enabled: user !== null, staleTime: 0 });
  const keys = useEndpointQuery(
    apiKeyList,
    { query: { createdBy: shown?.id ?? '', activeOnly: 'true', pageSize: '1' } },
    { enabled: user !== null, staleTime: 0 },
  );
  const keyCount = keys.data?.totalCount ?? 0;
  const times = usePracticeTimes();
  if (shown === null) return null;
  const { clockedInSince } = current.data ?? shown;
  return (
    <ConfirmDialog
      newsOf={shown.id}
      open={user !== null}
      title="Confirm Deactivation"
      text={
        <>
          Are you sure you want to deactivate this user? They will no longer be able to log in.
          {clockedInSince === null ? null : (
            <Alert severity="warning" sx={{ mt: 2 }}>
              {clockedInText(shown.firstName, clockedInSince, times)}
            </Alert>
          )}
          <WaitingWork userId={shown.id} name={personName(shown)} onReassign={setReassignTo} />
          {keyCount === 0 ? null : (
            <Alert severity="warning" sx={{ mt: 2 }}>
              {keyCount === 1
                ? `An API key that ${shown.firstName} created will stop working.`
                : `${keyCount} API keys that ${shown.firstName} created will stop working.`}
            </Alert>
          )}
        </>
      }
      confirmLabel="Deactivate"
      isDanger
      records={[personNameWithTitle(shown)]}
      errorFallback="Failed to deactivate user"
      onConfirm={async () => {
        const { closedTimecard, suspendedKeys } = await deactivate.mutateAsync({
          params: { id: shown.id },
          query: reassignTo === null ? {} : { reassignTo },
        });
        return `${shown.username} was deactivated${closedText(closedTimecard, times)}${alsoSuspended(suspendedKeys)}`;
      }}
      onClose={onClose}
    />
  );
}
