import { Button } from '@mui/material';
import { userTwoFactorOff, type User } from '@portal/contract/users';
import { personNameWithTitle } from '@portal/domain/person-name';
import { useState } from 'react';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { useUserRules } from '../form/user-rules.ts';

/** Shows that 2FA is on. A SuperAdmin can turn it off for a user who lost access to it. */
export function TwoFactorStatus({ user }: { readonly user: User }) {
  const { canTurnTwoFactorOff } = useUserRules();
  const [isAsking, setAsking] = useState(false);
  const turnOff = useEndpointMutation(userTwoFactorOff);
  return (
    <>
      On
      {canTurnTwoFactorOff(user) ? (
        <Button
          size="small"
          aria-label="Turn off two-factor authentication"
          onClick={() => setAsking(true)}
          sx={{ ml: 1, my: -0.5 }}
        >
          Turn Off
        </Button>
      ) : null}
      <ConfirmDialog
        newsOf={user.id}
        open={isAsking}
        title="Turn off two-factor authentication?"
        text={`Use this only if ${personNameWithTitle(user)} has lost both the device and the recovery codes. Verify their identity first. Their authenticator app and passkeys will be removed. They will be signed out everywhere, sign in with only their password, and then choose a new one. Their API keys stop working until they enable them again.`}
        confirmLabel="Turn Off"
        isDanger
        records={[personNameWithTitle(user)]}
        asksReason
        errorFallback="Failed to turn off two-factor authentication"
        onConfirm={async (reason) => {
          await turnOff.mutateAsync({ params: { id: user.id }, body: { reason } });
          return `Two-factor authentication was turned off for ${user.username}`;
        }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
