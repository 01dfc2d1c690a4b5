import { Alert, Button, Stack, Typography } from '@mui/material';
import type { ResultOf } from '@portal/contract/endpoint';
import { userResetPassword, type User } from '@portal/contract/users';
import { personNameWithTitle } from '@portal/domain/person-name';
import { useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { readSignInOptions } from '#lib/session/sign-in-options.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Section } from '#ui/Section.tsx';
import { suspendedText } from './suspended-keys.ts';
import { TemporaryPassword } from './TemporaryPassword.tsx';
import { useUserRules } from '../form/user-rules.ts';
import { useUser } from '../use-user.ts';
import { UserPart } from '../UserPart.tsx';

/** /users/{id}/reset-password. */
export function ResetPasswordPage() {
  const { id = '' } = useParams();
  const user = useUser(id);
  return (
    <PageContent width="form">
      <PageHeader
        title="Reset Password"
        {...(user.data && { subtitle: `${personNameWithTitle(user.data)} (@${user.data.username})` })}
        backTo="/users"
      />
      <UserPart query={user} fallback="Failed to load user">
        {(loaded) => <Reset key={id} user={loaded} />}
      </UserPart>
    </PageContent>
  );
}

function Reset({ user }: { readonly user: User }) {
  const { isSelf, refusal } = useUserRules();
  const reset = useEndpointMutation(userResetPassword);
  const [isAsking, setAsking] = useState(false);
  const [options] = useState(readSignInOptions);
  const [done, setDone] = useState<ResultOf<typeof userResetPassword> | null>(null);
  const refused = refusal(user);
  if (refused !== null) return <Alert severity="info">{refused}</Alert>;
  if (isSelf(user)) {
    return (
      <Alert
        severity="info"
        action={
          <Button component={Link} to="/profile" color="inherit" size="small">
            Profile
          </Button>
        }
      >
        Change your own password in your profile.
      </Alert>
    );
  }
  if (done !== null) return <ResetDone user={user} {...done} />;
  return (
    <Section title="New temporary password">
      <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
        <Typography>
          The system generates a temporary password, which is shown once. {personNameWithTitle(user)} will be
          signed out everywhere and must change the password at next login. Their API keys stop working until
          they enable them again.
        </Typography>
        {options.password ? null : (
          <Alert severity="info">
            Signing in with a password is turned off. Users sign in with {options.sso?.name}; only the
            emergency account can use a password.
          </Alert>
        )}
        {user.isActive ? null : (
          <Alert severity="info">This user is inactive and cannot log in until set to Active.</Alert>
        )}
        <Button variant="contained" onClick={() => setAsking(true)}>
          Reset Password
        </Button>
      </Stack>
      <ConfirmDialog
        newsOf={user.id}
        open={isAsking}
        title="Confirm Password Reset"
        text={`Are you sure you want to reset the password for ${personNameWithTitle(user)}? The current password will stop working immediately.`}
        confirmLabel="Reset Password"
        errorFallback="Failed to reset password"
        onConfirm={async () => {
          setDone(await reset.mutateAsync({ params: { id: user.id } }));
        }}
        onClose={() => setAsking(false)}
      />
    </Section>
  );
}

/** Takes the focus, because the pressed button has disappeared. */
function ResetDone({
  user,
  temporaryPassword,
  suspendedKeys,
}: { readonly user: User } & ResultOf<typeof userResetPassword>) {
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => result.current?.focus(), []);
  return (
    <Section title="Password reset">
      <Stack ref={result} tabIndex={-1} spacing={2} sx={{ outline: 'none' }}>
        <Typography>
          {personNameWithTitle(user)} was signed out everywhere and needs this password to log in.
        </Typography>
        <TemporaryPassword password={temporaryPassword} />
        {suspendedKeys === 0 ? null : (
          <Alert severity="warning">
            {suspendedText(suspendedKeys)}. Integrations that use them are refused until{' '}
            {personNameWithTitle(user)} signs in and enables them under API Keys.
          </Alert>
        )}
      </Stack>
      <Button component={Link} to="/users" replace variant="contained" sx={{ mt: 2 }}>
        Continue
      </Button>
    </Section>
  );
}
