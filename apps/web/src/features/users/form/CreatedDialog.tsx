import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack } from '@mui/material';
import type { ResultOf } from '@portal/contract/endpoint';
import type { userCreate } from '@portal/contract/users';
import { useId } from 'react';
import { Link } from 'react-router';
import { DetailList } from '#ui/DetailList.tsx';
import { emailText } from './email-text.ts';
import { TemporaryPassword } from '../sign-in/TemporaryPassword.tsx';

/**
 * "User Created Successfully". Only Continue closes it, because an accidental Escape or outside click would lose the password.
 */
export function CreatedDialog({
  created: { user, temporaryPassword },
}: {
  readonly created: ResultOf<typeof userCreate>;
}) {
  const titleId = useId();
  return (
    <Dialog open aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>User Created Successfully</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          <DetailList
            items={[
              { label: 'Username', value: user.username },
              { label: 'Email', value: emailText(user) },
            ]}
          />
          {temporaryPassword === null ? (
            <Alert severity="warning">
              The user was created by an earlier try, and its temporary password is shown only once. To get a
              new one, open the user and choose Reset Password.
            </Alert>
          ) : (
            <TemporaryPassword password={temporaryPassword} />
          )}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button component={Link} to="/users" replace variant="contained">
          Continue
        </Button>
      </DialogActions>
    </Dialog>
  );
}
