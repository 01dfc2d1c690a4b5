import { Button } from '@mui/material';
import type { User } from '@portal/contract/users';
import { userReassignWork } from '@portal/contract/waiting-work';
import { personName } from '@portal/domain/person-name';
import { useState } from 'react';
import { explainError } from '#lib/errors/error-text.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { WaitingWork } from '#pickers/WaitingWork.tsx';
import { useToast } from '#ui/ToastProvider.tsx';

/** What an inactive user left behind, and who takes it. Nothing for active users. */
export function WaitingWorkSection({ user }: { readonly user: User }) {
  const toast = useToast();
  const [taker, setTaker] = useState<string | null>(null);
  const reassign = useEndpointMutation(userReassignWork, { alsoChanges: ['Dashboard'] });
  if (user.isActive) return null;
  const give = (reassignTo: string) =>
    reassign.mutate(
      { params: { id: user.id }, body: { reassignTo } },
      {
        onSuccess: () => {
          setTaker(null);
          toast.success('The work was reassigned');
        },
        onError: (error) => toast.error(explainError(error, 'Failed to reassign')),
      },
    );
  return (
    <>
      <WaitingWork userId={user.id} name={personName(user)} onReassign={setTaker} />
      {taker === null ? null : (
        <Button variant="contained" loading={reassign.isPending} sx={{ my: 1 }} onClick={() => give(taker)}>
          Reassign
        </Button>
      )}
    </>
  );
}
