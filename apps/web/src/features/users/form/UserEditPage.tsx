import { Alert } from '@mui/material';
import { userUpdate, type User } from '@portal/contract/users';
import { personNameWithTitle } from '@portal/domain/person-name';
import { useParams } from 'react-router';
import { session } from '#lib/portal.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { useFormQuery } from '#lib/query/form-query.ts';
import { EditedRecordNews } from '#ui/form/EditedRecordNews.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { useReturn } from '#ui/places.ts';
import { useToast } from '#ui/ToastProvider.tsx';
import { closedText } from '../open-timecard.ts';
import { alsoSuspended } from '../sign-in/suspended-keys.ts';
import { useUserRules } from './user-rules.ts';
import { UserChoicesPart } from './UserChoicesPart.tsx';
import { UserForm } from './UserForm.tsx';
import { useUser } from '../use-user.ts';
import { UserPart } from '../UserPart.tsx';

/** /users/{id}/edit. */
export function UserEditPage() {
  const { id = '' } = useParams();
  const user = useUser(id, useFormQuery());
  const { refusal } = useUserRules();
  return (
    <PageContent width="form">
      <PageHeader
        title="Edit User"
        {...(user.data && { subtitle: personNameWithTitle(user.data) })}
        backTo="/users"
      />
      <UserPart query={user} fallback="Failed to load user">
        {(loaded) => {
          const refused = refusal(loaded);
          return refused === null ? (
            <>
              <EditedRecordNews key={`news ${id}`} id={id} />
              <EditForm key={id} user={loaded} />
            </>
          ) : (
            <Alert severity="info">{refused}</Alert>
          );
        }}
      </UserPart>
    </PageContent>
  );
}

function EditForm({ user }: { readonly user: User }) {
  const update = useEndpointMutation(userUpdate, {
    alsoChanges: ['API Keys', 'Dashboard', 'Offices', 'Timecards'],
  });
  const { isSelf } = useUserRules();
  const goBack = useReturn();
  const toast = useToast();
  const times = usePracticeTimes();
  return (
    <UserChoicesPart>
      {(choices) => (
        <UserForm
          choices={choices}
          user={user}
          onSave={async ({ email, isActive = user.isActive, ...values }) => {
            const body = { ...values, email: email ?? user.email, isActive };
            const saved = await update.mutateAsync({ params: { id: user.id }, body });
            // Update the stored profile and the shell immediately.
            if (isSelf(user)) await session.refreshPermissions();
            toast.success(
              `${saved.username} was saved${closedText(saved.closedTimecard, times)}${alsoSuspended(saved.suspendedKeys)}`,
            );
            await goBack('/users');
          }}
        />
      )}
    </UserChoicesPart>
  );
}
