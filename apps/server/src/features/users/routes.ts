import {
  ssoLinkList,
  ssoRelink,
  userSingleSignOn,
  userSingleSignOnRemove,
} from '@portal/contract/single-sign-on';
import { userImport, userImportBody, userImportPreview } from '@portal/contract/user-imports';
import * as users from '@portal/contract/users';
import type { Binder } from '#http/bind.ts';
import { newTemporaryPassword, type TemporaryPassword } from './create-account.ts';
import { deactivateUser, resetPassword, turnOffTwoFactor, unlockUser } from './account-actions.ts';
import { changeUser } from './change-user.ts';
import { createUser } from './create-user.ts';
import { importUsers, previewUserImport } from './import-users.ts';
import { getProfile, updateMyPreferences } from './profile.ts';
import {
  getActiveTitles,
  getAssignableRoles,
  getByOffice,
  getByRole,
  getProviders,
  getUser,
  getUsers,
} from './read-users.ts';
import { getSsoLink, removeSsoLink } from './sso-link.ts';
import { getSsoLinks, relinkUsers } from './sso-relink.ts';

/** Binds the endpoints of user management and the caller's profile. */
export function bindUsers(binder: Binder): void {
  binder.bind(ssoLinkList, ({ query }, context) => getSsoLinks(context, query));
  binder.bind(ssoRelink, ({ body }, context) => relinkUsers(context, body.userIds));
  binder.bind(users.userList, ({ query }, context) => getUsers(context, query));
  binder.bind(users.userListOlder, ({ query }, context) => getUsers(context, query));
  binder.bind(users.userGet, ({ params }, context) => getUser(context, params.id));
  binder.bindPrepared(users.userCreate, async ({ now }) => {
    const password = await newTemporaryPassword(now);
    return ({ body }, context) => createUser(context, body, password);
  });
  binder.bind(userImportPreview, ({ body }, context) => previewUserImport(context, body));
  binder.bindPrepared(userImport, async ({ now }, request) => {
    const passwords: TemporaryPassword[] = [];
    // One after the other, so that others can sign in between.
    const { length } = userImportBody.parse(request.body);
    while (passwords.length < length) passwords.push(await newTemporaryPassword(now));
    return ({ body }, context) => importUsers(context, body, passwords);
  });
  binder.bind(users.userUpdate, ({ params, body }, context) => changeUser(context, params.id, body));
  binder.bind(users.userDeactivate, ({ params, query }, context) =>
    deactivateUser(context, params.id, query.reassignTo ?? null),
  );
  binder.bind(users.userResetPassword, ({ params }, context) => resetPassword(context, params.id));
  binder.bind(users.userUnlock, ({ params }, context) => unlockUser(context, params.id));
  binder.bind(users.userTwoFactorOff, ({ params, body }, context) =>
    turnOffTwoFactor(context, params.id, body.reason),
  );
  binder.bind(userSingleSignOn, ({ params }, context) => getSsoLink(context, params.id));
  binder.bind(userSingleSignOnRemove, ({ params }, context) => removeSsoLink(context, params.id));
  binder.bind(users.userRoles, (_input, context) => getAssignableRoles(context));
  binder.bind(users.titleActive, (_input, context) => getActiveTitles(context));
  binder.bind(users.userProviders, (_input, context) => getProviders(context));
  binder.bind(users.userByRole, ({ params }, context) => getByRole(context, params.id));
  binder.bind(users.userByOffice, ({ params }, context) => getByOffice(context, params.id));
  binder.bind(users.userProfile, (_input, context) => getProfile(context));
  binder.bind(users.userPreferences, ({ body }, context) => updateMyPreferences(context, body));
}
