import {
  user as userSchema,
  userCreateBody,
  userUpdateBody,
  type Role,
  type Title,
  type User,
} from '@portal/contract/users';
import { personName, personNameWithTitle } from '@portal/domain/person-name';
import { isProviderRole } from '@portal/domain/roles';
import { z } from 'zod';
import type { SelectOption } from '#ui/form/FormSelect.tsx';

/** The fields and the payload of both forms; a new user has no status yet and may have no email address. */
export const userFields = userUpdateBody
  .extend({ email: userCreateBody.shape.email })
  .partial({ isActive: true });
export type UserInput = z.input<typeof userFields>;
export type UserPayload = z.output<typeof userFields>;

type Physician = Pick<User, 'id' | 'firstName' | 'lastName' | 'title'>;

/** Options of the selects. */
export interface UserChoices {
  readonly roles: readonly Role[];
  readonly titles: readonly Title[];
  readonly offices: readonly { readonly id: string; readonly name: string }[];
  /** Active physicians. */
  readonly physicians: readonly Physician[];
}

/** Whether one of the selected roles requires a title. */
export const needsTitle = (roles: readonly Role[], roleIds: readonly string[]): boolean =>
  roles.some(({ id, name }) => roleIds.includes(id) && isProviderRole(name));

/**
 * The contract's schema plus two rules: providers need a title, and saved users an email address. They are not refinements,
 * because Zod would run that only once all other fields are valid, and we want to show all messages at once.
 */
export const userFormSchema = (roles: readonly Role[]) =>
  z.custom<UserInput>().transform((values, context): UserPayload => {
    const parsed = userFields.safeParse(values);
    for (const { path, message } of parsed.error?.issues ?? [])
      context.addIssue({ code: 'custom', path, message });
    if ((values.title ?? '').trim() === '' && needsTitle(roles, values.roleIds))
      context.addIssue({ code: 'custom', path: ['title'], message: 'Title is required for provider roles' });
    if (values.version !== undefined && (values.email ?? '').trim() === '')
      context.addIssue({ code: 'custom', path: ['email'], message: 'Email is required' });
    return parsed.data ?? z.NEVER;
  });

/** Clears the title, the NPI and the supervisor if no selected role is a provider's. */
export const withoutStrayTitle = (values: UserPayload, roles: readonly Role[]): UserPayload =>
  needsTitle(roles, values.roleIds) ? values : { ...values, title: null, npi: null, supervisorId: null };

/** Form values for a new user; the default role is Staff, or else the first one. */
export function newUserInput(roles: readonly Role[]): UserInput {
  const role = roles.find(({ name }) => name === 'Staff') ?? roles[0];
  return {
    email: '',
    firstName: '',
    lastName: '',
    title: '',
    npi: '',
    supervisorId: null,
    roleIds: role === undefined ? [] : [role.id],
    officeId: null,
    employeeId: '',
    hireDate: '',
  };
}

/** Form values of a saved user, most powerful role first, including the version that detects stale saves. */
export function userInput(user: User, roles: readonly Role[]): UserInput {
  return {
    email: user.email,
    emailConfirmed: user.emailConfirmed,
    firstName: user.firstName,
    lastName: user.lastName,
    title: user.title ?? '',
    npi: user.npi ?? '',
    supervisorId: user.supervisorId,
    isActive: user.isActive,
    roleIds: roles.filter(({ name }) => user.roles.includes(name)).map(({ id }) => id),
    officeId: user.officeId,
    employeeId: user.employeeId,
    hireDate: user.hireDate ?? '',
    version: user.version,
  };
}

/** Form values of the current record in a STALE response; null if it cannot be parsed. */
export function currentInput(current: unknown, roles: readonly Role[]): UserInput | null {
  const parsed = userSchema.safeParse(current);
  return parsed.success ? userInput(parsed.data, roles) : null;
}

export const USER_LABELS = {
  firstName: 'First Name',
  lastName: 'Last Name',
  roleIds: 'Role',
  title: 'Title',
  npi: 'NPI',
  supervisorId: 'Supervising Physician',
  isActive: 'Status',
  email: 'Email',
  officeId: 'Office Location',
  employeeId: 'Employee ID',
  hireDate: 'Hire Date',
} as const satisfies Partial<Record<keyof UserInput, string>>;

const findName = (list: readonly { readonly id: string; readonly name: string }[], id: unknown) =>
  list.find((entry) => entry.id === id)?.name;

/** Returns a function that shows names instead of IDs when it displays another user's changes. */
export function wordsFor(choices: UserChoices) {
  return (name: string, value: unknown): string | undefined => {
    if (name === 'roleIds' && Array.isArray(value))
      return value.map((id) => findName(choices.roles, id) ?? 'Unknown role').join(', ');
    if (name === 'officeId' && value !== null) return findName(choices.offices, value) ?? 'Another office';
    if (name === 'supervisorId' && value !== null) {
      const physician = choices.physicians.find(({ id }) => id === value);
      return physician === undefined ? 'Another physician' : personNameWithTitle(physician);
    }
    if (name === 'isActive') return value === false ? 'Inactive' : 'Active';
    return undefined;
  };
}

/** Options such as "MD - Doctor of Medicine"; includes an inactive title that the user still has. */
export function titleOptions(titles: readonly Title[], held: string | null): SelectOption[] {
  const options = titles.map(({ code, description }) => ({ value: code, label: `${code} - ${description}` }));
  const isOffered = held === null || titles.some(({ code }) => code === held);
  return isOffered ? options : [...options, { value: held, label: held }];
}

/** Active physicians other than the user, plus the user's current supervisor, who may have left. */
export function supervisorOptions(
  physicians: UserChoices['physicians'],
  user: Pick<User, 'id' | 'supervisor'> | undefined,
): SelectOption[] {
  const held = user?.supervisor ?? null;
  const options = physicians
    .filter(({ id }) => id !== user?.id)
    .map((physician) => ({ value: physician.id, label: personNameWithTitle(physician) }));
  const isOffered = held === null || physicians.some(({ id }) => id === held.id);
  return isOffered
    ? options
    : [...options, { value: held.id, label: `${personName(held)} (not an active physician)` }];
}

/** Active offices, plus the user's current office even if it is inactive. */
export function officeOptions(offices: UserChoices['offices'], held: User['office']): SelectOption[] {
  const isOffered = held === null || offices.some(({ id }) => id === held.id);
  return [...offices, ...(isOffered ? [] : [held])].map(({ id, name }) => ({ value: id, label: name }));
}
