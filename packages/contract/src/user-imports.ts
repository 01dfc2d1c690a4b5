import { z } from 'zod';
import { roles } from './core/endpoint.ts';
import { id } from './core/fields.ts';
import { listCell, listOutcome, listRows, MAX_LIST_BYTES } from './core/list-import.ts';
import { acts, creates } from './core/verbs.ts';

/** The cells of a user. Roles are names, separated by semicolons; the office is a name. */
export const userImportRow = z.strictObject({
  firstName: listCell,
  lastName: listCell,
  roles: listCell,
  title: listCell,
  npi: listCell,
  email: listCell,
  office: listCell,
  employeeId: listCell,
  hireDate: listCell,
});
export type UserImportRow = z.output<typeof userImportRow>;
export const userImportBody = listRows(userImportRow);

const importedUser = z.object({
  /** Position in the list, from 0. */
  index: z.int(),
  id,
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
  email: z.string(),
});
export type ImportedUser = z.output<typeof importedUser>;

const admin = {
  tag: 'Users',
  guard: roles('Admin'),
  healthData: false,
  maxBodyBytes: MAX_LIST_BYTES,
  body: userImportBody,
} as const;

export const userImportPreview = acts('/user/import/preview', admin, {
  summary:
    'Check a list of new users row by row without changing anything; rows without messages can be created',
  response: z.object({ rows: z.array(listOutcome) }),
  audit: null,
});
export const userImport = creates('/user/import', admin, {
  summary:
    'Create the users of a list, all or none; rows with messages are skipped. Returns the temporary passwords once',
  response: z.object({
    rows: z.array(listOutcome),
    users: z.array(importedUser),
    /** One for each of `users`. Null if the request is repeated. */
    temporaryPasswords: z.array(z.string()).nullable(),
  }),
  shownOnce: ['temporaryPasswords'],
  errors: ['CONFLICT'],
});
