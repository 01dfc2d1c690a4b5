import { Alert, Link } from '@mui/material';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { useCurrentUser } from '#lib/session/use-session.ts';

/** Tells users by when they must set up 2FA. It can be closed, and comes back at the next sign-in. */
export function TwoFactorNotice() {
  const { twoFactorDueAt } = useCurrentUser();
  const { dateTime, practice } = usePracticeTimes();
  const [isClosed, setClosed] = useState(false);
  if (twoFactorDueAt === null || isClosed || practice === undefined) return null;
  return (
    <Alert
      severity="info"
      role="note"
      onClose={() => setClosed(true)}
      sx={{ borderRadius: 0, '@media print': { display: 'none' } }}
    >
      Your role requires two-factor authentication. Set it up in your{' '}
      <Link component={RouterLink} to="/profile">
        profile
      </Link>{' '}
      by {dateTime(twoFactorDueAt)}. After that, the portal opens nothing else until you have done so.
    </Alert>
  );
}
