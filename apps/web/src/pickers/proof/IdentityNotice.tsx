import { Alert } from '@mui/material';
import type { IdentityCheck } from './use-identity-check.ts';

/** Says how to confirm without a password, in a practice with single sign-on. */
export function IdentityNotice({ hasPassword, isConfirmed, ssoName }: IdentityCheck) {
  if (ssoName === null) return null;
  return (
    <Alert severity="info" sx={{ mb: 2 }}>
      {isConfirmed
        ? `You signed in with ${ssoName} just now, so no password is needed.`
        : `${hasPassword ? 'If you do not know your password, log out' : 'To confirm that it is you, log out'}, sign in with ${ssoName} again and come back here within 5 minutes.`}
    </Alert>
  );
}
