import { describe, expect, it } from 'vitest';
import {
  currentInput,
  newUserInput,
  officeOptions,
  supervisorOptions,
  titleOptions,
  userFormSchema,
  userInput,
  withoutStrayTitle,
  wordsFor,
} from './user-form.ts';
import { aListedUser } from '#lib/test/people.ts';
import { OFFICE, PHYSICIANS, roleId, ROLES, TITLES } from '../test/user-fixtures.ts';

const schema = userFormSchema(ROLES);

describe('user form', () => {
  it('defaults the role to Staff, or else to the first one', () => {
    expect(newUserInput(ROLES).roleIds).toEqual([roleId('Staff')]);
    expect(newUserInput(ROLES.slice(0, 2)).roleIds).toEqual([roleId('SuperAdmin')]);
    expect(newUserInput([]).roleIds).toEqual([]);
  });

  it('requires names, role and a provider’s title, and reports all at once', () => {
    const input = { ...newUserInput(ROLES), roleIds: [roleId('ProviderPhysician')] };
    const messages = (values: typeof input) =>
      (schema.safeParse(values).error?.issues ?? []).map(({ path, message }) => [path[0], message]);
    expect(messages(input)).toEqual([
      ['firstName', 'First name is required'],
      ['lastName', 'Last name is required'],
      ['title', 'Title is required for provider roles'],
    ]);
    expect(messages({ ...input, roleIds: [] })).toContainEqual(['roleIds', 'Role is required']);
    expect(messages({ ...input, firstName: 'A', lastName: 'B', title: 'MD' })).toEqual([]);
  });

  it('clears the title of a user who is not a provider', () => {
    const filled = { ...newUserInput(ROLES), firstName: 'A', lastName: 'B', title: 'MD' };
    expect(withoutStrayTitle(schema.parse(filled), ROLES).title).toBeNull();
    const provider = { ...filled, roleIds: [roleId('Staff'), roleId('ProviderPhysician')] };
    expect(withoutStrayTitle(schema.parse(provider), ROLES).title).toBe('MD');
  });

  it('has the NPI of providers only, with its check digit', () => {
    const filled = { ...newUserInput(ROLES), firstName: 'A', lastName: 'B', title: 'MD', npi: '1234567893' };
    const provider = { ...filled, roleIds: [roleId('ProviderPhysician')] };
    expect(withoutStrayTitle(schema.parse(provider), ROLES).npi).toBe('1234567893');
    expect(withoutStrayTitle(schema.parse(filled), ROLES).npi).toBeNull();
    const supervised = { ...filled, supervisorId: PHYSICIANS[0]?.id };
    expect(withoutStrayTitle(schema.parse(supervised), ROLES).supervisorId).toBeNull();
    expect(schema.safeParse({ ...provider, npi: '1234567890' }).error?.issues).toMatchObject([
      { path: ['npi'], message: 'NPI must have 10 digits with a correct check digit' },
    ]);
  });

  it('has all roles of a saved user, the most powerful first', () => {
    const user = aListedUser({ roles: ['Staff', 'Admin'] });
    expect(userInput(user, ROLES).roleIds).toEqual([roleId('Admin'), roleId('Staff')]);
    expect(currentInput({ ...user, version: 9 }, ROLES)).toMatchObject({ version: 9 });
    expect(currentInput('gone', ROLES)).toBeNull();
  });

  it('offers titles as "code - description", a deactivated one to users who have it', () => {
    expect(titleOptions(TITLES, null)[0]).toEqual({ value: 'MD', label: 'MD - Doctor of Medicine' });
    expect(titleOptions(TITLES, 'MD')).toHaveLength(2);
    expect(titleOptions(TITLES, 'RN').at(-1)).toEqual({ value: 'RN', label: 'RN' });
  });

  it('offers active physicians but the user as supervisors', () => {
    expect(supervisorOptions(PHYSICIANS, undefined).map(({ label }) => label)).toEqual(['Lisa Moore, MD']);
    expect(supervisorOptions(PHYSICIANS, { id: PHYSICIANS[0]?.id ?? '', supervisor: null })).toEqual([]);
  });

  it('offers active offices and the user’s current one', () => {
    const closed = { id: '77777777-7777-4777-8777-000000000002', name: 'Closed' };
    expect(officeOptions([OFFICE], null).map(({ label }) => label)).toEqual(['Harbor Clinic']);
    expect(officeOptions([OFFICE], closed).map(({ label }) => label)).toEqual(['Harbor Clinic', 'Closed']);
  });

  it('shows names instead of IDs in another user’s changes', () => {
    const words = wordsFor({ roles: ROLES, titles: TITLES, offices: [OFFICE], physicians: PHYSICIANS });
    expect(words('supervisorId', PHYSICIANS[0]?.id)).toBe('Lisa Moore, MD');
    expect(words('supervisorId', roleId('Staff'))).toBe('Another physician');
    expect(words('supervisorId', null)).toBeUndefined();
    expect(words('roleIds', [roleId('Admin'), roleId('Staff')])).toBe('Admin, Staff');
    expect(words('officeId', OFFICE.id)).toBe('Harbor Clinic');
    expect(words('officeId', null)).toBeUndefined();
    expect(words('isActive', false)).toBe('Inactive');
    expect(words('firstName', 'Ann')).toBeUndefined();
  });
});
