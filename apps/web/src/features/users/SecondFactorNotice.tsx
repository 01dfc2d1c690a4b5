import VerifiedUserOutlined from '@mui/icons-material/VerifiedUserOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { userSecondFactorOff } from '@portal/contract/users';
import type { User } from '@portal/contract/users';
import { useState } from 'react';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { nameOf } from './user-columns.tsx';
import { useUserRules } from './user-rules.ts';

/** The user signs in with a second factor; a SuperAdmin can turn off one that was lost. */
export function SecondFactorNotice({ user }: { readonly user: User }) {
  const { canTurnSecondFactorOff } = useUserRules();
  const [isAsking, setAsking] = useState(false);
  const turnOff = useEndpointMutation(userSecondFactorOff);
  const toast = useToast();
  return (
    <>
      <Alert
        severity="info"
        icon={<VerifiedUserOutlined fontSize="inherit" />}
        sx={{ mb: 2 }}
        action={
          canTurnSecondFactorOff(user) ? (
            <Button color="inherit" size="small" onClick={() => setAsking(true)}>
              Turn off
            </Button>
          ) : undefined
        }
      >
        Signs in with a second factor.
      </Alert>
      <ConfirmDialog
        open={isAsking}
        title="Turn off the second factor?"
        text={`For somebody who lost both the device and the recovery codes: make sure that it is ${nameOf(user)} who asks. They are signed out everywhere, sign in with their password alone, and choose a new one then.`}
        confirmLabel="Turn off"
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
