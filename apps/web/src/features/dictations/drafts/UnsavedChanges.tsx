import { Alert, Button } from '@mui/material';
import { draftDelete, draftList } from '@portal/contract/dictation-drafts';
import { useState } from 'react';
import { Link as RouterLink, useLocation } from 'react-router';
import { useLoggedError } from '#lib/errors/use-logged-error.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { ONCE_A_VISIT, useAhead } from '#lib/query/visits.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { DiscardDialog } from './DiscardDialog.tsx';

/** Asks for the user's drafts together with the dictation. */
export function useDraftsAhead(enabled: boolean): void {
  const canEdit = useAccess().can('Dictation.Edit');
  useAhead(draftList, {}, { ...ONCE_A_VISIT, enabled: enabled && canEdit });
}

/** Offers the user's unsaved changes to this dictation. */
export function UnsavedChanges({ id, name }: { readonly id: string; readonly name: string }) {
  const canEdit = useAccess().can('Dictation.Edit');
  const { data, error } = useEndpointQuery(draftList, {}, { ...ONCE_A_VISIT, enabled: canEdit });
  useLoggedError('Drafts', error);
  const { search } = useLocation();
  const times = usePracticeTimes();
  const discard = useEndpointMutation(draftDelete);
  const [isAsking, setAsking] = useState(false);
  const draft = data?.find(({ dictationId }) => dictationId === id);
  if (draft === undefined) return null;
  return (
    <>
      <Alert
        severity="info"
        sx={{ mb: 2 }}
        action={
          <>
            <Button
              color="inherit"
              size="small"
              component={RouterLink}
              to={`/dictations/${id}/edit${search}`}
            >
              Continue
            </Button>
            <Button color="inherit" size="small" onClick={() => setAsking(true)}>
              Discard
            </Button>
          </>
        }
      >
        You have unsaved changes to this dictation (autosaved {times.dateTime(draft.updatedAt)}).
      </Alert>
      <DiscardDialog
        open={isAsking}
        name={name}
        text="Your changes will be discarded. The saved dictation is not affected."
        onConfirm={async () => {
          await discard.mutateAsync({ params: { id: draft.id } });
        }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
