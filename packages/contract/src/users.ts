import { z } from 'zod';
import { reassignTo } from './waiting-work.ts';
import { changeOf } from './core/change.ts';
import { roles, rolesOr, signedIn } from './core/endpoint.ts';
import {
  id,
  optionalDateOnly,
  optionalNpi,
  optionalText,
  printed,
  queryFlag,
  reason,
  requiredText,
  version,
} from './core/fields.ts';
import { userRef } from './core/refs.ts';
import { listQuery, listTotals, search } from './core/list.ts';
import { preferences } from './preferences.ts';
import { acts, changes, creates, reads, removes } from './core/verbs.ts';

/** Sort keys of the user list. */
export const USER_SORT_KEYS = ['username', 'name', 'email', 'roles', 'lastLogin', 'status'] as const;
export type UserSortKey = (typeof USER_SORT_KEYS)[number];

/** A user as Admins see them. Dates are `YYYY-MM-DD`, instants ISO 8601. */
export const user = z.object({
  id,
  userName: z.string(),
  username: z.string(),
  email: z.string(),
  /** A person entered or confirmed the address. Single sign-on links only such addresses to users. */
  emailConfirmed: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  /** The code of the provider title, e.g. `MD`. */
  title: z.string().nullable(),
  /** The National Provider Identifier of a provider. */
  npi: z.string().nullable(),
  /** The physician who co-signs all notes of a provider; may have left since. */
  supervisorId: id.nullable(),
  supervisor: userRef.nullable(),
  employeeId: z.string(),
  isActive: z.boolean(),
  lastLoginDate: z.string().nullable(),
  hireDate: z.string().nullable(),
  officeId: z.string().nullable(),
  office: z.object({ id, name: z.string() }).nullable(),
  roles: z.array(z.string()),
  mustChangePassword: z.boolean(),
  secondFactorEnabled: z.boolean(),
  /** Start of the open timecard; null when not clocked in. */
  clockedInSince: z.string().nullable(),
  /** Sign-in is delayed after failed attempts; an Admin can clear it. */
  isSlowedDown: z.boolean(),
  createdAt: z.string(),
  version: z.int(),
});
export type User = z.output<typeof user>;
/**
 * The updated user, with the timecard that was closed if the user was deactivated while clocked in, and how many of their API keys were
 * suspended.
 */
export const changedUser = user.extend({
  closedTimecard: z.object({ clockInTime: z.string(), clockOutTime: z.string() }).nullable(),
  suspendedKeys: z.int(),
});
export type ChangedUser = z.output<typeof changedUser>;

/** The user fields that coworkers may see. */
export const publicUser = user.pick({
  id: true,
  userName: true,
  username: true,
  firstName: true,
  lastName: true,
  title: true,
  office: true,
  roles: true,
});

/** A role that can be assigned. */
export const role = z.object({ id, name: z.string(), description: z.string() });
export type Role = z.output<typeof role>;

/** A provider title. */
export const title = z.object({ id, code: z.string(), description: z.string() });
export type Title = z.output<typeof title>;

const roleIds = z
  .array(id, { error: 'Role is required' })
  .min(1, 'Role is required')
  .max(6, 'A user can have at most 6 roles');
const titleCode = optionalText('Title', 20);
const officeId = id.nullish().transform((value) => value ?? null);
const supervisorId = id.nullish().transform((value) => value ?? null);

const emailAddress = z
  .string({ error: 'Enter a valid email address' })
  .trim()
  .pipe(z.email({ error: 'Enter a valid email address' }).max(254, 'Email can have at most 254 characters'));

const fields = {
  firstName: printed(requiredText('First name', 100)),
  lastName: printed(requiredText('Last name', 100)),
  title: titleCode,
  npi: optionalNpi,
  supervisorId,
  employeeId: optionalText('Employee ID', 50),
  roleIds,
  officeId,
  hireDate: optionalDateOnly('Hire date'),
};
/** Body of a create. The server generates the username, the temporary password and, if it is omitted, the email address. */
export const userCreateBody = z.strictObject({
  email: z
    .union([z.literal(''), emailAddress], { error: 'Enter a valid email address' })
    .nullish()
    .transform((text) => (text ? text : null)),
  ...fields,
});

/** Body of an update. */
export const userUpdateBody = z.strictObject({
  ...changeOf(fields),
  email: emailAddress,
  /** True confirms an address that the portal generated; an address that is changed is confirmed anyway. */
  emailConfirmed: z.boolean({ error: 'Confirmed must be true or false' }).optional(),
  isActive: z.boolean({ error: 'Status is required' }),
  /** Used when the user is deactivated or loses a role. */
  reassignTo,
  version,
});

const tag = 'Users';
const admin = { tag, guard: roles('Admin'), healthData: false } as const;

const userListEntry = (path: '/user/list' | '/user') =>
  reads(path, admin, {
    summary: 'List users, sorted and paged; only active users by default',
    query: z.strictObject({ ...listQuery(USER_SORT_KEYS), search, includeInactive: queryFlag }),
    response: z.object({ users: z.array(user), ...listTotals }),
    audit: null,
  });
export const userList = userListEntry('/user/list');
/** Older path of the same call. */
export const userListOlder = userListEntry('/user');

export const userGet = reads('/user/:id', admin, {
  summary: 'Get a user; Admins get the full record, everyone else the public fields',
  guard: rolesOr('Dictation.View', 'Admin'),
  response: z.union([user, publicUser]),
  audit: null,
  background: true,
});
export const userCreate = creates('/user', admin, {
  summary: 'Create a user, by default with a generated email address; returns the temporary password once',
  body: userCreateBody,
  /** Without the password if the request is repeated. */
  response: z.object({ temporaryPassword: z.string().nullable(), user }),
  shownOnce: ['temporaryPassword'],
  errors: ['CONFLICT'],
});
export const userUpdate = changes('/user/:id', admin, {
  summary: 'Update a user; deactivating signs them out everywhere and closes their open timecard',
  body: userUpdateBody,
  response: changedUser,
  errors: ['STALE', 'CONFLICT'],
});
export const userDeactivate = removes('/user/:id', admin, {
  summary:
    'Deactivate a user; signs them out everywhere, suspends their API keys and closes their open timecard',
  query: z.strictObject({ reassignTo: id.optional() }),
  response: changedUser,
  errors: ['CONFLICT'],
});
export const userResetPassword = acts('/user/:id/reset-password', admin, {
  summary:
    'Set a new temporary password, returned once; signs the user out everywhere and suspends their API keys',
  response: z.object({ temporaryPassword: z.string(), suspendedKeys: z.int() }),
  audit: 'Updated',
  errors: ['CONFLICT'],
});
export const userUnlock = acts('/user/:id/unlock', admin, {
  summary: 'Clear the sign-in delay after failed attempts',
  response: user,
  audit: 'Updated',
});
export const userTwoFactorOff = acts('/user/:id/second-factor-off', admin, {
  guard: roles('SuperAdmin'),
  summary:
    'Turn off 2FA for a user who lost access to it; signs them out everywhere and requires a new password',
  body: z.strictObject({ reason }),
  response: user,
  audit: 'Updated',
  errors: ['CONFLICT'],
});
export const userRoles = reads('/user/roles', admin, {
  summary: 'List the roles that the caller may assign',
  response: z.array(role),
  audit: null,
});
export const titleActive = reads('/admin/title/active', {
  summary: 'List active provider titles in display order',
  tag,
  guard: signedIn,
  response: z.array(title),
  healthData: false,
  audit: null,
  allowedForKeys: true,
});

const person = z.object({
  id,
  userName: z.string(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  title: z.string().nullable(),
  roles: z.array(z.string()),
});
export const userProviders = reads('/user/providers', {
  summary: 'List active providers, for pickers',
  tag,
  guard: signedIn,
  response: z.array(person),
  healthData: false,
  audit: null,
  allowedForKeys: true,
});
export const userByRole = reads('/user/by-role/:id', admin, {
  summary: 'List active users with a role',
  response: z.array(user),
  audit: null,
});
export const userByOffice = reads('/user/by-office/:id', admin, {
  summary: 'List active users in an office',
  response: z.array(user),
  audit: null,
});

/** One permission of the user, with whether it is granted and why. */
export const explainedPermission = z.object({
  name: z.string(),
  description: z.string(),
  category: z.string(),
  isGranted: z.boolean(),
  source: z.enum(['Role', 'UserOverride']),
  sourceDetails: z.string(),
  expiresAt: z.string().nullable(),
});
export const userProfile = reads('/user/profile', {
  summary:
    'Get the signed-in user’s profile: identity, office, roles, effective permissions and their sources',
  tag,
  guard: signedIn,
  response: z.object({
    user,
    preferences,
    permissions: z.array(explainedPermission),
    recoveryCodesLeft: z.int(),
    /** The user cannot turn off 2FA. */
    twoFactorRequired: z.boolean(),
  }),
  healthData: false,
  audit: null,
});
export const userPreferences = changes('/user/preferences', {
  summary: 'Update the signed-in user’s preferences',
  tag,
  guard: signedIn,
  // All optional: a tab that is open for hours must not undo what another one has saved.
  body: z.strictObject(changeOf(preferences.shape)).partial(),
  response: preferences,
  healthData: false,
});
