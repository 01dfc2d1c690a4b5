import { Alert, Button } from '@mui/material';
import type { PhoneMessageRecord } from '@portal/contract/messages';
import { personName } from '@portal/domain/person-name';
import { Link as RouterLink } from 'react-router';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';

/** Shown instead of a form for a completed message. */
export function CompletedNotice({ message }: { readonly message: PhoneMessageRecord }) {
  const times = usePracticeTimes();
  const { id, messageNumber, completedAt, completedBy } = message;
  const who = completedBy === null ? '' : ` by ${personName(completedBy)}`;
  const when = completedAt === null ? '' : ` on ${times.dateTime(completedAt)}`;
  return (
    <Alert
      severity="info"
      action={
        <Button component={RouterLink} to={`/messages/${id}`} color="inherit" size="small">
          View message
        </Button>
      }
    >
      {`${messageNumber} was completed${who}${when}. A completed message can no longer be changed.`}
    </Alert>
  );
}
