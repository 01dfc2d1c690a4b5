import { user as userSchema, userUpdateBody } from '@portal/contract/users';
import type { Role, Title, User } from '@portal/contract/users';
import { isProviderRole } from '@portal/domain/roles';
import { z } from 'zod';
import type { SelectOption } from '#ui/form/FormSelect.tsx';

/** What both forms send; a new user has no e-mail address and status yet. */
const payload = userUpdateBody.partial({ email: true, isActive: true });
export type UserInput = z.input<typeof payload>;
export type UserPayload = z.output<typeof payload>;

/** What the selects offer. */
export interface UserChoices {
  readonly roles: readonly Role[];
  readonly titles: readonly Title[];
  readonly offices: readonly { readonly id: string; readonly name: string }[];
}

/** Whether one of the chosen roles needs a title. */
export const needsTitle = (roles: readonly Role[], roleIds: readonly string[]): boolean =>
  roles.some(({ id, name }) => roleIds.includes(id) && isProviderRole(name));

/**
 * The contract's rules and the one that needs the roles' names: "None" fails for providers. Not a
 * refinement, which would only be asked once everything else is right: all messages are told at once.
 */
export const userFormSchema = (roles: readonly Role[]) =>
  z.custom<UserInput>().transform((values, context): UserPayload => {
    const parsed = payload.safeParse(values);
    for (const { path, message } of parsed.error?.issues ?? [])
      context.addIssue({ code: 'custom', path, message });
    if ((values.title ?? '').trim() === '' && needsTitle(roles, values.roleIds))
      context.addIssue({ code: 'custom', path: ['title'], message: 'Title is required for provider roles' });
    return parsed.data ?? z.NEVER;
  });

/** The title goes with the provider role. */
export const withoutStrayTitle = (values: UserPayload, roles: readonly Role[]): UserPayload =>
  needsTitle(roles, values.roleIds) ? values : { ...values, title: null };

/** A new user's form: role Staff, or else the first one. */
export function newUserInput(roles: readonly Role[]): UserInput {
  const role = roles.find(({ name }) => name === 'Staff') ?? roles[0];
  return {
    firstName: '',
    lastName: '',
    title: '',
    roleIds: role === undefined ? [] : [role.id],
    officeId: null,
    employeeId: '',
    hireDate: '',
  };
}

/** The form's values of a saved user, the most powerful role first; the version makes a stale save known. */
export function userInput(user: User, roles: readonly Role[]): UserInput {
  return {
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    title: user.title ?? '',
    isActive: user.isActive,
    roleIds: roles.filter(({ name }) => user.roles.includes(name)).map(({ id }) => id),
    officeId: user.officeId,
    employeeId: user.employeeId,
    hireDate: user.hireDate ?? '',
    version: user.version,
  };
}

/** The form's values of the record that came with a stale save; null when it cannot be read. */
export function currentInput(current: unknown, roles: readonly Role[]): UserInput | null {
  const parsed = userSchema.safeParse(current);
  return parsed.success ? userInput(parsed.data, roles) : null;
}

export const USER_LABELS = {
  firstName: 'First Name',
  lastName: 'Last Name',
  roleIds: 'Role',
  title: 'Title',
  isActive: 'Status',
  email: 'Email',
  officeId: 'Office Location',
  employeeId: 'Employee ID',
  hireDate: 'Hire Date',
} as const satisfies Partial<Record<keyof UserInput, string>>;

const nameOf = (list: readonly { readonly id: string; readonly name: string }[], id: unknown) =>
  list.find((entry) => entry.id === id)?.name;

/** Names instead of ids, where someone else's changes are shown. */
export function wordsFor(choices: UserChoices) {
  return (name: string, value: unknown): string | undefined => {
    if (name === 'roleIds' && Array.isArray(value))
      return value.map((id) => nameOf(choices.roles, id) ?? 'Unknown role').join(', ');
    if (name === 'officeId' && value !== null) return nameOf(choices.offices, value) ?? 'Another office';
    if (name === 'isActive') return value === false ? 'Inactive' : 'Active';
    return undefined;
  };
}

/** "MD - Doctor of Medicine"; a retired title the user still has stays on offer. */
export function titleOptions(titles: readonly Title[], held: string | null): SelectOption[] {
  const options = titles.map(({ code, description }) => ({ value: code, label: `${code} - ${description}` }));
  const isOffered = held === null || titles.some(({ code }) => code === held);
  return isOffered ? options : [...options, { value: held, label: held }];
}

/** Active offices, and the user's own even when it is inactive now. */
export function officeOptions(offices: UserChoices['offices'], held: User['office']): SelectOption[] {
  const isOffered = held === null || offices.some(({ id }) => id === held.id);
  return [...offices, ...(isOffered ? [] : [held])].map(({ id, name }) => ({ value: id, label: name }));
}
