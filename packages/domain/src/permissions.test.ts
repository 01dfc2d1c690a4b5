import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  DEFAULT_GRANTS,
  isOverrideActive,
  isPermissionName,
  PERMISSION_NAMES,
  PERMISSIONS,
  resolveEffective,
  type PermissionName,
  type PermissionOverride,
  type RoleGrants,
} from './permissions.ts';
import { ROLE_NAMES } from './roles.ts';

const NOW = new Date('2026-03-10T12:00:00Z');
const BEFORE = '2026-03-10T11:59:59.999Z';
const AFTER = '2026-03-10T12:00:00.001Z';

function resolve(
  permission: PermissionName,
  roles: readonly RoleGrants[],
  overrides: readonly PermissionOverride[] = [],
  isSuperAdmin = false,
) {
  return resolveEffective({ roles, overrides, now: NOW, isSuperAdmin }).find(
    (effective) => effective.permission === permission,
  );
}

function granted(input: { roles: RoleGrants[]; overrides: PermissionOverride[] }): boolean[] {
  return resolveEffective({ ...input, now: NOW, isSuperAdmin: false }).map(({ isGranted }) => isGranted);
}

const anyPermission = fc.constantFrom(...PERMISSION_NAMES);
const anyRoles = fc.array(
  fc.record({ role: fc.constantFrom(...ROLE_NAMES), permissions: fc.subarray([...PERMISSION_NAMES]) }),
  { maxLength: 4 },
);
const anyOverrides = fc.array(
  fc.record({
    permission: anyPermission,
    isGranted: fc.boolean(),
    expiresAt: fc.constantFrom(null, BEFORE, NOW.toISOString(), AFTER),
  }),
  { maxLength: 6 },
);

describe('permission catalog', () => {
  it('has 27 permissions', () => {
    const documented =
      'Patient.View Patient.Create Patient.Edit Order.View Order.Create Message.View Message.Create ' +
      'Document.View Document.Upload Dictation.View Dictation.Create Dictation.ManageTemplates Timecard.View ' +
      'Timecard.ViewReports Timecard.ManageSchedules Admin.ManageOffices Admin.ViewAuditLogs';
    const decided =
      'Patient.Deactivate Patient.ViewSsn Order.Edit Order.Cancel Message.Edit Message.Assign Message.Delete ' +
      'Document.Delete Dictation.Edit Timecard.ManageTimecards';
    expect(PERMISSION_NAMES.toSorted()).toEqual(`${documented} ${decided}`.split(' ').toSorted());
    expect(new Set(PERMISSION_NAMES).size).toBe(27);
  });

  it('gives each permission a category and its own description', () => {
    expect(new Set(PERMISSIONS.map(({ category }) => category)).size).toBe(7);
    expect(new Set(PERMISSIONS.map(({ description }) => description)).size).toBe(PERMISSIONS.length);
  });

  it('matches names exactly', () => {
    expect(isPermissionName('Patient.View')).toBe(true);
    expect(['patient.view', 'Patient', '', 'Patient.*'].some((text) => isPermissionName(text))).toBe(false);
  });
});

describe('default grants', () => {
  const patients = ['Patient.View', 'Patient.Create', 'Patient.Edit', 'Patient.ViewSsn'];
  const messages = ['Message.View', 'Message.Create', 'Message.Edit', 'Message.Assign'];
  const documents = ['Document.View', 'Document.Upload'];
  const orders = ['Order.View', 'Order.Create', 'Order.Edit'];
  const dictations = ['Dictation.View', 'Dictation.Create', 'Dictation.Edit'];
  const assistant = [...patients, ...orders, ...messages, ...documents, ...dictations, 'Timecard.View'];
  const provider = [...assistant, 'Order.Cancel'];
  const staff = [...patients, 'Order.View', ...messages, ...documents, 'Timecard.View'];

  it.each([
    ['SuperAdmin', PERMISSION_NAMES],
    ['Admin', PERMISSION_NAMES],
    ['ProviderPhysician', provider],
    ['ProviderMidLevel', provider],
    ['MedicalAssistant', assistant],
    ['Staff', staff],
  ] as const)('%s has its default permissions', (role, expected) => {
    expect(DEFAULT_GRANTS[role].toSorted()).toEqual([...expected].toSorted());
  });

  it('gives Patient.ViewSsn to every role with Patient.Edit', () => {
    const differing = ROLE_NAMES.filter(
      (role) =>
        DEFAULT_GRANTS[role].includes('Patient.Edit') !== DEFAULT_GRANTS[role].includes('Patient.ViewSsn'),
    );
    expect(differing).toEqual([]);
  });
});

describe('effective permissions', () => {
  const staff: RoleGrants = { role: 'Staff', permissions: ['Patient.View'] };
  const admin: RoleGrants = { role: 'Admin', permissions: ['Patient.View', 'Order.View'] };

  it('are the union of the roles without overrides, naming the roles', () => {
    expect(resolve('Patient.View', [staff, admin])).toEqual({
      permission: 'Patient.View',
      isGranted: true,
      source: 'Role',
      sourceDetails: 'Granted by Staff, Admin',
      expiresAt: null,
    });
    expect(resolve('Order.View', [staff, admin])?.sourceDetails).toBe('Granted by Admin');
    expect(resolve('Message.View', [staff, admin])).toMatchObject({
      isGranted: false,
      source: 'Role',
      sourceDetails: 'Not granted by any role',
    });
  });

  it('list every permission once, in catalog order', () => {
    const all = resolveEffective({ roles: [staff], overrides: [], now: NOW, isSuperAdmin: false });
    expect(all.map(({ permission }) => permission)).toEqual(PERMISSION_NAMES);
  });

  it('use an active override instead of the roles, for grants and revokes', () => {
    const grant: PermissionOverride = { permission: 'Order.View', isGranted: true, expiresAt: AFTER };
    const revoke: PermissionOverride = { permission: 'Patient.View', isGranted: false, expiresAt: null };
    expect(resolve('Order.View', [staff], [grant, revoke])).toEqual({
      permission: 'Order.View',
      isGranted: true,
      source: 'UserOverride',
      sourceDetails: 'Granted to this user',
      expiresAt: AFTER,
    });
    expect(resolve('Patient.View', [staff], [grant, revoke])).toMatchObject({
      isGranted: false,
      source: 'UserOverride',
      sourceDetails: 'Revoked for this user',
    });
  });

  it('give SuperAdmin every permission, regardless of stored grants', () => {
    const all = resolveEffective({
      roles: [{ role: 'SuperAdmin', permissions: [] }],
      overrides: [],
      now: NOW,
      isSuperAdmin: true,
    });
    expect(all.filter(({ isGranted }) => !isGranted)).toEqual([]);
    expect(new Set(all.map(({ sourceDetails }) => sourceDetails))).toEqual(
      new Set(['Granted by SuperAdmin']),
    );
  });

  it('apply a revoke to a SuperAdmin too, for that permission only', () => {
    const revoke: PermissionOverride = { permission: 'Patient.ViewSsn', isGranted: false, expiresAt: null };
    const all = resolveEffective({ roles: [], overrides: [revoke], now: NOW, isSuperAdmin: true });
    expect(all.filter(({ isGranted }) => !isGranted).map(({ permission }) => permission)).toEqual([
      'Patient.ViewSsn',
    ]);
  });

  it('treat an expiration equal to now as expired, one millisecond later as active', () => {
    expect(isOverrideActive({ expiresAt: NOW }, NOW)).toBe(false);
    expect(isOverrideActive({ expiresAt: BEFORE }, NOW)).toBe(false);
    expect(isOverrideActive({ expiresAt: AFTER }, NOW)).toBe(true);
    expect(isOverrideActive({ expiresAt: null }, NOW)).toBe(true);
    expect(() => isOverrideActive({ expiresAt: 'soon' }, NOW)).toThrow(RangeError);
  });
});

describe('permission invariants', () => {
  it('always prefers an active revoke', () => {
    fc.assert(
      fc.property(
        anyRoles,
        anyOverrides,
        anyPermission,
        fc.boolean(),
        (roles, overrides, permission, isSuper) => {
          const revoke: PermissionOverride = { permission, isGranted: false, expiresAt: AFTER };
          expect(resolve(permission, roles, [...overrides, revoke], isSuper)?.isGranted).toBe(false);
        },
      ),
    );
  });

  it('never removes a permission when a role is added', () => {
    fc.assert(
      fc.property(anyRoles, anyRoles, anyOverrides, fc.boolean(), (roles, more, overrides, isSuperAdmin) => {
        const before = resolveEffective({ roles, overrides, now: NOW, isSuperAdmin });
        const after = resolveEffective({ roles: [...roles, ...more], overrides, now: NOW, isSuperAdmin });
        const lost = before.filter((effective, index) => effective.isGranted && !after[index]?.isGranted);
        expect(lost).toEqual([]);
      }),
    );
  });

  it('ignores expired overrides', () => {
    fc.assert(
      fc.property(anyRoles, anyOverrides, fc.boolean(), (roles, overrides, isSuperAdmin) => {
        const expired = overrides.map((override) => ({ ...override, expiresAt: NOW }));
        const active = overrides.filter((override) => override.expiresAt === AFTER);
        const input = { roles, now: NOW, isSuperAdmin };
        expect(resolveEffective({ ...input, overrides: [...expired, ...active] })).toEqual(
          resolveEffective({ ...input, overrides: active }),
        );
      }),
    );
  });

  it('does not depend on the order of roles and overrides', () => {
    fc.assert(
      fc.property(anyRoles, anyOverrides, (roles, overrides) => {
        expect(granted({ roles: roles.toReversed(), overrides: overrides.toReversed() })).toEqual(
          granted({ roles, overrides }),
        );
      }),
    );
  });
});
