import { randomInt } from 'node:crypto';
import type { BodyInputOf } from '@portal/contract/endpoint';
import { officeCreate, type Office } from '@portal/contract/offices';
import { patientCreate, type Patient } from '@portal/contract/patients';
import { changePassword } from '@portal/contract/session';
import { userCreate, userRoles, type User } from '@portal/contract/users';
import type { RoleName } from '@portal/domain/roles';
import type { Api } from './api.ts';
import type { Account } from './signed-in.ts';

/** Password of the users that tests create. It has no relation to them, so the portal accepts it. */
export const OWN_PASSWORD = 'quiet harbor lantern 47';

/** A unique last name: a capital letter and lowercase letters. */
export function uniqueName(start = 'Q'): string {
  const letters = Array.from({ length: 9 }, () => String.fromCharCode(97 + randomInt(26)));
  return start + letters.join('');
}

interface NewUser {
  readonly role?: RoleName;
  /** A second role. */
  readonly also?: RoleName;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly title?: string;
  readonly officeId?: string;
}

export interface CreatedUser {
  readonly user: User;
  readonly temporaryPassword: string;
}

/** Creates a user with a temporary password, like an administrator. */
export async function newUser(
  api: Api,
  { role = 'Staff', also, firstName = 'Robin', lastName = uniqueName(), title, officeId }: NewUser = {},
): Promise<CreatedUser> {
  const token = await api.superToken();
  const roles = await api.succeed(userRoles, {}, token);
  const roleIds = roles.filter(({ name }) => name === role || name === also).map(({ id }) => id);
  const body = { firstName, lastName, title, officeId, roleIds };
  const { user, temporaryPassword } = await api.succeed(userCreate, { body }, token);
  if (temporaryPassword === null) throw new Error('The user was created before');
  return { user, temporaryPassword };
}

/** Creates a user with a permanent password who can sign in. */
export async function readyUser(api: Api, wanted: NewUser = {}): Promise<Account & { readonly user: User }> {
  const { user, temporaryPassword } = await newUser(api, wanted);
  const { token } = await api.signIn(user.userName, temporaryPassword);
  const body = { currentPassword: temporaryPassword, newPassword: OWN_PASSWORD };
  await api.succeed(changePassword, { body }, token);
  return { user, userName: user.userName, password: OWN_PASSWORD };
}

/** Creates a patient with the required fields. Every field can be overridden. */
export async function newPatient(
  api: Api,
  change: Partial<BodyInputOf<typeof patientCreate>> = {},
): Promise<Patient> {
  const body = { firstName: 'Ada', lastName: uniqueName(), dateOfBirth: '1980-02-29', ...change };
  return api.succeed(patientCreate, { body }, await api.superToken());
}

/** Creates an office with the required fields. Every field can be overridden. */
export async function newOffice(
  api: Api,
  change: Partial<BodyInputOf<typeof officeCreate>> = {},
): Promise<Office> {
  const body = {
    name: `Office ${uniqueName()}`,
    address: '12 Dock Street',
    city: 'Annapolis',
    state: 'MD',
    zipCode: '21401',
    phone: '4105550199',
    ...change,
  };
  return api.succeed(officeCreate, { body }, await api.superToken());
}
