import { userGet } from '@portal/contract/users';
import { personNameWithTitle } from '@portal/domain/person-name';
import { useParams } from 'react-router';
import { useLiveRefresh } from '#lib/live/use-live-refresh.ts';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { LockedNotice } from './sign-in/LockedNotice.tsx';
import { UserActions } from './UserActions.tsx';
import { UserCards } from './UserCards.tsx';
import { useUser } from './use-user.ts';
import { WaitingWorkSection } from './WaitingWorkSection.tsx';
import { UserPart } from './UserPart.tsx';

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
