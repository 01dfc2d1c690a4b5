import { Alert, Button } from '@mui/material';
import { draftList } from '@portal/contract/dictation-drafts';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { useLoggedError } from '#lib/errors/use-logged-error.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { draftPath } from './draft-path.ts';
import type { DraftTarget } from '../save/editor-machine.ts';

/**
 * In a new dictation, offers the user's newest draft from the same template, so it is not written twice. The alert stays
 * while the user types, so the page does not shift.
 */
export function UnfinishedOffer({ target }: { readonly target: DraftTarget }) {
  const { data, error } = useEndpointQuery(draftList, {}, { staleTime: 0 });
  useLoggedError('Drafts', error);
  const times = usePracticeTimes();
  const [isClosed, setClosed] = useState(false);
  const draft = data?.find(
    ({ id, dictationId, templateId }) =>
      dictationId === null && templateId === target.templateId && id !== target.draftId,
  );
  if (draft === undefined || isClosed) return null;
  return (
    <Alert
      severity="info"
      action={
        <>
          <Button color="inherit" size="small" component={RouterLink} to={draftPath(draft)}>
            Continue
          </Button>
          <Button color="inherit" size="small" onClick={() => setClosed(true)}>
            Not now
          </Button>
        </>
      }
    >
      You have an unfinished dictation from this template:{' '}
      {draft.patientName === null ? 'no patient selected' : `for ${draft.patientName}`}, last edited{' '}
      {times.dateTime(draft.updatedAt)}.
    </Alert>
  );
}
