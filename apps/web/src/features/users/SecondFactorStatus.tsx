import Button from '@mui/material/Button';
import { userSecondFactorOff } from '@portal/contract/users';
import type { User } from '@portal/contract/users';
import { useState } from 'react';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { nameOf } from './user-columns.tsx';
import { useUserRules } from './user-rules.ts';

/** Shows that 2FA is on. A SuperAdmin can turn it off for a user who lost access to it. */
export function SecondFactorStatus({ user }: { readonly user: User }) {
  const { canTurnSecondFactorOff } = useUserRules();
  const [isAsking, setAsking] = useState(false);
  const turnOff = useEndpointMutation(userSecondFactorOff);
  const toast = useToast();
  return (
    <>
      On
      {canTurnSecondFactorOff(user) ? (
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
        open={isAsking}
        title="Turn off two-factor authentication?"
        text={`Use this only if ${nameOf(user)} has lost both the device and the recovery codes. Verify their identity first. They will be signed out everywhere, sign in with only their password, and then choose a new one.`}
        confirmLabel="Turn Off"
        isDanger
        asksReason
        errorFallback="Failed to turn off two-factor authentication"
        onConfirm={async (reason) => {
          await turnOff.mutateAsync({ params: { id: user.id }, body: { reason } });
          toast.success(`Two-factor authentication was turned off for ${user.username}`);
        }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
