import { Alert, Button } from '@mui/material';
import type { User } from '@portal/contract/users';
import { useUnlock } from './use-unlock.ts';
import { useUserRules } from '../form/user-rules.ts';

/** Shown while sign-in is delayed after failed attempts; an Admin can clear the delay. */
export function LockedNotice({ user }: { readonly user: User }) {
  const unlock = useUnlock();
  const { refusal } = useUserRules();
  return (
    <Alert
      severity="warning"
      sx={{ mb: 2 }}
      action={
        refusal(user) === null ? (
          <Button color="inherit" size="small" loading={unlock.isPending} onClick={() => unlock.run(user)}>
            Unlock sign-in
          </Button>
        ) : undefined
      }
    >
      Sign-in is temporarily delayed after too many failed attempts.
    </Alert>
  );
}
