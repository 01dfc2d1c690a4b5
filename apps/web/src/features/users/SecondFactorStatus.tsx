import Button from '@mui/material/Button';
import { userSecondFactorOff } from '@portal/contract/users';
import type { User } from '@portal/contract/users';
import { useState } from 'react';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { nameOf } from './user-columns.tsx';
import { useUserRules } from './user-rules.ts';

/** "On"; a SuperAdmin can turn off a second factor that was lost. */
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
          aria-label="Turn off the second factor"
          onClick={() => setAsking(true)}
          sx={{ ml: 1, my: -0.5 }}
        >
          Turn Off
        </Button>
      ) : null}
      <ConfirmDialog
        open={isAsking}
        title="Turn off the second factor?"
        text={`For somebody who lost both the device and the recovery codes: make sure that it is ${nameOf(user)} who asks. They are signed out everywhere, sign in with their password alone, and choose a new one then.`}
        confirmLabel="Turn Off"
        isDanger
        asksReason
        errorFallback="Failed to turn off the second factor"
        onConfirm={async (reason) => {
          await turnOff.mutateAsync({ params: { id: user.id }, body: { reason } });
          toast.success(`The second factor of ${user.username} was turned off`);
        }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
