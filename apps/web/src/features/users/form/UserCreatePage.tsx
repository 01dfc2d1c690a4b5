import type { ResultOf } from '@portal/contract/endpoint';
import { userCreate } from '@portal/contract/users';
import { useState } from 'react';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { CreatedDialog } from './CreatedDialog.tsx';
import { UserChoicesPart } from './UserChoicesPart.tsx';
import { UserForm } from './UserForm.tsx';

/** /users/new. */
export function UserCreatePage() {
  const create = useEndpointMutation(userCreate, { alsoChanges: ['Dashboard', 'Offices'] });
  const [created, setCreated] = useState<ResultOf<typeof userCreate> | null>(null);
  return (
    <PageContent width="form">
      <PageHeader title="Add User" backTo="/users" />
      <UserChoicesPart>
        {(choices) => (
          <UserForm
            choices={choices}
            onSave={async ({
              email,
              firstName,
              lastName,
              title,
              npi,
              supervisorId,
              roleIds,
              employeeId,
              officeId,
              hireDate,
            }) => {
              const work = { employeeId: employeeId ?? '', officeId, hireDate };
              const body = {
                email,
                firstName,
                lastName,
                title,
                npi: npi ?? null,
                supervisorId,
                roleIds,
                ...work,
              };
              setCreated(await create.mutateAsync({ body }));
            }}
          />
        )}
      </UserChoicesPart>
      {created === null ? null : <CreatedDialog created={created} />}
    </PageContent>
  );
}
