import { userImport, userImportPreview } from '@portal/contract/user-imports';
import { REQUIRED_USER_COLUMNS, USER_COLUMNS } from '@portal/domain/list-import';
import { useState } from 'react';
import { call } from '#lib/portal.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { ListImportDialog } from '#ui/list-import/ListImportDialog.tsx';
import { PasswordSheet, type NewAccount } from './sign-in/PasswordSheet.tsx';

const EXAMPLE =
  'First Name,Last Name,Role,Title,NPI,Email,Office\nAnn,Lee,Physician,MD,1234567893,,Main Street\nJo,Roe,Staff;Medical Assistant,,,,';

/** Dialog to add users from a list. It shows their temporary passwords once. */
export function ImportUsersDialog({ onClose }: { readonly onClose: () => void }) {
  const run = useEndpointMutation(userImport, { alsoChanges: ['Dashboard', 'Offices'] });
  const [accounts, setAccounts] = useState<readonly NewAccount[]>([]);
  return (
    <ListImportDialog
      title="Import Users"
      noun={['user', 'users']}
      columns={USER_COLUMNS}
      required={REQUIRED_USER_COLUMNS}
      shown={['firstName', 'lastName', 'roles']}
      example={EXAMPLE}
      intro="Title, NPI, Email, Office, Employee ID and Hire Date are optional. Several roles are separated by semicolons. The system generates usernames and temporary passwords. People who are users already are skipped."
      errorFallback="Failed to import users"
      check={async (body) => (await call(userImportPreview, { body })).rows}
      run={async (body) => {
        const { rows, users, temporaryPasswords } = await run.mutateAsync({ body });
        const added = users.map((user, at) => ({ ...user, password: temporaryPasswords?.[at] ?? null }));
        setAccounts((before) => [...before, ...added]);
        return rows;
      }}
      result={accounts.length === 0 ? null : <PasswordSheet accounts={accounts} />}
      onClose={onClose}
    />
  );
}
