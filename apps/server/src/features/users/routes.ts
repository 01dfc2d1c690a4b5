import * as imports from '@portal/contract/user-imports';
import * as users from '@portal/contract/users';
import { operation, preparedOperation } from '#http/operation.ts';
import { newTemporaryPassword, type TemporaryPassword } from './create-account.ts';
import { createUser } from './create-user.ts';
import { getUsers } from './import/read-users.ts';
import { importUsers } from './import/import-users.ts';

export * from './account-actions.ts';
export * from './change-user.ts';
export * from './import/import-users.ts';
export * from './profile.ts';
export * from './import/read-users.ts';
export * from './sign-in/sso-link.ts';
export * from './sign-in/sso-relink.ts';

export const userList = operation(users.userList, (context, { query }) => getUsers(context, query));
export const userListOlder = operation(users.userListOlder, (context, { query }) => getUsers(context, query));
export const userCreate = preparedOperation(users.userCreate, async ({ now }) => {
  const password = await newTemporaryPassword(now);
  return (context, { body }) => createUser(context, body, password);
});
export const userImport = preparedOperation(imports.userImport, async ({ now }, request) => {
  const passwords: TemporaryPassword[] = [];
  // One after the other, so that others can sign in between.
  const { length } = imports.userImportBody.parse(request.body);
  while (passwords.length < length) passwords.push(await newTemporaryPassword(now));
  return (context, { body }) => importUsers(context, body, passwords);
});
