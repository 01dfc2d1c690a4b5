import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { draftList } from '@portal/contract/dictation-drafts';
import { formatDateTimeUs } from '@portal/domain/date';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { useLoggedError } from '#lib/errors/use-logged-error.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePractice } from '#lib/query/use-practice.ts';
import { draftPath } from './draft-path.ts';
import type { DraftTarget } from './draft-keeper.ts';

/**
 * Beside a new note: the newest of the same template that one began and did not save, offered back before it is
 * written a second time. It stays while the new note is written, so that nothing moves under the writer's hands.
 */
export function UnfinishedOffer({ target }: { readonly target: DraftTarget }) {
  const { data, error } = useEndpointQuery(draftList, {}, { staleTime: 0 });
  useLoggedError('Drafts', error);
  const timeZone = usePractice().data?.timeZone;
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
      You have an unfinished note of this template:{' '}
      {draft.patientName === null ? 'no patient yet' : `for ${draft.patientName}`}, typed{' '}
      {formatDateTimeUs(draft.updatedAt, timeZone)}.
    </Alert>
  );
}
