import { Alert } from '@mui/material';
import type { Dictation } from '@portal/contract/dictations';
import { coSignatureText } from '@portal/domain/dictation/co-signature';
import { personName } from '@portal/domain/person-name';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';

/** Whose co-signature a signed dictation awaits, or why it was sent back. Nothing if it needs none, or has it. */
export function CoSignatureNotice({ dictation: { coSignature } }: { readonly dictation: Dictation }) {
  const times = usePracticeTimes();
  if (coSignature === null || coSignature.state === 'CoSigned') return null;
  const { state, returned } = coSignature;
  const isReturned = state === 'Returned';
  const sentBack =
    returned === null
      ? null
      : `Sent back by ${personName(returned.byUser)} on ${times.dateTime(returned.returnedAt)}: ${returned.reason}`;
  return (
    <Alert severity={isReturned ? 'warning' : 'info'} sx={{ mb: 2, whiteSpace: 'pre-line' }}>
      {isReturned ? null : `${coSignatureText(coSignature)}.`}
      {sentBack === null ? null : <div translate="no">{sentBack}</div>}
      {isReturned
        ? 'An addendum of a provider answers it. Then the dictation awaits the co-signature again.'
        : null}
    </Alert>
  );
}
