import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  findRole,
  isProviderRole,
  isRoleName,
  maySign,
  passesRoleCheck,
  ROLE_CHIP_COLORS,
  ROLE_DESCRIPTIONS,
  ROLE_NAMES,
} from './roles.ts';

const anyRoles = fc.subarray([...ROLE_NAMES]);

it('finds a role by the name that is stored or shown', () => {
  for (const text of ['ProviderPhysician', 'physician', ' Physician '])
    expect(findRole(text)).toBe('ProviderPhysician');
  for (const text of ['Mid-Level Provider', 'provider midlevel'])
    expect(findRole(text)).toBe('ProviderMidLevel');
  expect(findRole('Medical Assistant')).toBe('MedicalAssistant');
  for (const text of ['', 'Nurse', 'Provider']) expect(findRole(text)).toBeUndefined();
});

describe('roles', () => {
  it('are six, each with a description', () => {
    expect(ROLE_NAMES).toEqual([
      'SuperAdmin',
      'Admin',
      'ProviderPhysician',
      'ProviderMidLevel',
      'MedicalAssistant',
      'Staff',
    ]);
    expect(ROLE_NAMES.filter((role) => ROLE_DESCRIPTIONS[role] === '')).toEqual([]);
  });

  it('have fixed chip colors', () => {
    expect(ROLE_CHIP_COLORS).toEqual({
      SuperAdmin: 'error',
      Admin: 'warning',
      ProviderPhysician: 'primary',
      ProviderMidLevel: 'primary',
      MedicalAssistant: 'secondary',
      Staff: 'info',
    });
  });

  it('match by exact spelling', () => {
    expect(ROLE_NAMES.every((role) => isRoleName(role))).toBe(true);
    expect(['superadmin', 'Admin ', '', 'constructor'].some((text) => isRoleName(text))).toBe(false);
  });

  it('count only the two provider roles as providers', () => {
    expect(ROLE_NAMES.filter((role) => isProviderRole(role))).toEqual([
      'ProviderPhysician',
      'ProviderMidLevel',
    ]);
    expect(isProviderRole('Provider')).toBe(false);
  });

  it('pass a check with any one of the required roles', () => {
    expect(passesRoleCheck(['Staff', 'ProviderMidLevel'], ['ProviderPhysician', 'ProviderMidLevel'])).toBe(
      true,
    );
    expect(passesRoleCheck(['Staff'], ['Admin'])).toBe(false);
    expect(passesRoleCheck([], ['Staff'])).toBe(false);
  });

  it('pass every check as SuperAdmin; no other role passes a check without required roles', () => {
    fc.assert(
      fc.property(anyRoles, anyRoles, (mine, required) => {
        const expected = mine.includes('SuperAdmin') || mine.some((role) => required.includes(role));
        expect(passesRoleCheck(mine, required)).toBe(expected);
      }),
    );
    expect(passesRoleCheck(['Admin'], [])).toBe(false);
    expect(passesRoleCheck(['SuperAdmin'], [])).toBe(true);
  });

  it('let only providers sign, not a SuperAdmin', () => {
    expect(ROLE_NAMES.filter((role) => maySign([role]))).toEqual(['ProviderPhysician', 'ProviderMidLevel']);
    expect(maySign(['SuperAdmin', 'ProviderPhysician'])).toBe(true);
    expect(maySign([])).toBe(false);
  });
});
