import { Alert, Button } from '@mui/material';
import { userGet, type User } from '@portal/contract/users';
import { userReassignWork } from '@portal/contract/waiting-work';
import { personName, personNameWithTitle } from '@portal/domain/person-name';
import { useState } from 'react';
import { useParams } from 'react-router';
import { explainError } from '#lib/errors/error-text.ts';
import { useLiveRefresh } from '#lib/live/use-live-refresh.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { WaitingWork } from '#pickers/WaitingWork.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { useUserRules } from './form/user-rules.ts';
import { useUnlock } from './sign-in/use-unlock.ts';
import { UserActions } from './UserActions.tsx';
import { UserCards } from './UserCards.tsx';
import { useUser } from './use-user.ts';
import { UserPart } from './UserPart.tsx';

/** Shown while sign-in is delayed after failed attempts; an Admin can clear the delay. */
function LockedNotice({ user }: { readonly user: User }) {
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

/** What an inactive user left behind, and who takes it. Nothing for active users. */
function WaitingWorkSection({ user }: { readonly user: User }) {
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

/** /users/{id}. */
export function UserDetailPage() {
  const { id = '' } = useParams();
  const user = useUser(id);
  useLiveRefresh(userGet, { params: { id } }, ({ entityId }) => entityId === id);
  return (
    <PageContent>
      {user.data === undefined ? (
        <PageHeader title="User" backTo="/users" />
      ) : (
        <PageHeader
          title={personNameWithTitle(user.data)}
          subtitle={`@${user.data.username}`}
          breadcrumbs={[{ label: 'Users', to: '/users' }, { label: user.data.username }]}
          backTo="/users"
          actions={<UserActions user={user.data} />}
        />
      )}
      <UserPart query={user} fallback="Failed to load user details">
        {(loaded) => (
          <>
            {loaded.isSlowedDown ? <LockedNotice user={loaded} /> : null}
            <WaitingWorkSection user={loaded} />
            <UserCards user={loaded} />
          </>
        )}
      </UserPart>
    </PageContent>
  );
}
