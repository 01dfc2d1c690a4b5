import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { Alert, AlertTitle, Box, Button, Stack } from '@mui/material';
import type { ImportedUser } from '@portal/contract/user-imports';
import { csvDocument } from '@portal/domain/csv';
import { lastFirst } from '@portal/domain/person-name';
import { saveFile } from '#lib/files/save-file.ts';
import type { Column } from '#ui/DataTable.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { PrintReport } from '#ui/PrintReport.tsx';

/** A new user; the password is null if the response with it was lost. */
export type NewAccount = ImportedUser & { readonly password: string | null };

const LOST = 'Shown only once: use Reset Password';
const COLUMNS: readonly Column<NewAccount, never>[] = [
  { id: 'name', header: 'Name', render: (user) => lastFirst(user), card: 'title' },
  { id: 'username', header: 'Username', render: ({ username }) => username },
  {
    id: 'email',
    header: 'Email',
    render: ({ email }) => email,
    kind: 'email',
    fold: { order: 1, into: 'username' },
  },
  {
    id: 'password',
    header: 'Temporary password',
    kind: 'control',
    isLabeled: true,
    render: ({ password }) => (
      <Box component="code" sx={{ fontFamily: 'monospace' }}>
        {password ?? LOST}
      </Box>
    ),
  },
];

/** The temporary passwords of new users, to print or download before they are gone. */
export function PasswordSheet({ accounts }: { readonly accounts: readonly NewAccount[] }) {
  const download = () => {
    const rows = accounts.map((user) => [
      user.lastName,
      user.firstName,
      user.username,
      user.email,
      user.password ?? LOST,
    ]);
    const text = csvDocument([
      ['Last Name', 'First Name', 'Username', 'Email', 'Temporary Password'],
      ...rows,
    ]);
    saveFile({ blob: new Blob([text], { type: 'text/csv' }), fileName: null }, 'new-users.csv');
  };
  return (
    <>
      <Alert severity="warning">
        <AlertTitle>Important: Save these temporary passwords</AlertTitle>
        They are shown only once and are valid for 72 hours. Each user must change theirs at next login. Give
        each person only their own row, and destroy the sheet.
      </Alert>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        <PrintReport
          report={{
            title: 'New users',
            filter: [],
            note: 'Temporary passwords are valid for 72 hours and must be changed at next login.',
            columns: COLUMNS,
            rows: accounts,
            rowKey: ({ id }) => id,
          }}
        />
        <Button startIcon={<FileDownloadOutlined />} onClick={download}>
          Download CSV
        </Button>
      </Stack>
      <Box sx={{ overflow: 'auto', maxHeight: { md: 300 } }}>
        <PlainTable
          label="New users"
          columns={COLUMNS}
          rows={accounts}
          rowKey={({ id }) => id}
          rowLabel={(user) => lastFirst(user)}
        />
      </Box>
    </>
  );
}
