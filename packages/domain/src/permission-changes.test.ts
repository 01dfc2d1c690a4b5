import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  grantedPermissions,
  overrideValue,
  planOverrides,
  planRoleChange,
  replacementChanges,
  permissionDifference,
  roleValue,
  withRole,
  withSteps,
  type Holder,
} from './permission-changes.ts';
import { PERMISSION_NAMES, type PermissionName } from './permissions.ts';
import { ROLE_NAMES } from './roles.ts';

const NOW = new Date('2026-03-10T12:00:00Z');
const BEFORE = '2026-03-10T11:59:59.999Z';
const AFTER = '2026-03-10T12:00:00.001Z';

const anyPermission = fc.constantFrom(...PERMISSION_NAMES);
const anyOverride = fc.record({
  permission: anyPermission,
  isGranted: fc.boolean(),
  expiresAt: fc.constantFrom(null, BEFORE, NOW.toISOString(), AFTER),
});
const anyOverrides = fc.uniqueArray(anyOverride, { selector: ({ permission }) => permission, maxLength: 6 });
/** Users of one practice: a role grants the same permissions to all of its members. */
const anyPractice = fc
  .record({
    grants: fc.tuple(...ROLE_NAMES.map(() => fc.subarray([...PERMISSION_NAMES]))),
    people: fc.array(
      fc.record({ roles: fc.subarray([...ROLE_NAMES]), overrides: anyOverrides, isActive: fc.boolean() }),
      { maxLength: 5 },
    ),
  })
  .map(({ grants, people }) => ({
    grants: new Map(ROLE_NAMES.map((role, index) => [role, grants[index] ?? []])),
    people: people.map(({ roles, overrides, isActive }, index): Holder => ({
      userId: `user ${index}`,
      isActive,
      overrides,
      roles: roles.map((role) => ({ role, permissions: grants[ROLE_NAMES.indexOf(role)] ?? [] })),
    })),
  }));
const anyWanted = fc
  .array(fc.tuple(anyPermission, fc.boolean()), { maxLength: 8 })
  .map((pairs) => new Map(pairs));
const anyWishes = fc.uniqueArray(
  fc.record({
    permission: anyPermission,
    isGranted: fc.constantFrom(true, false, null),
    expiresAt: fc.constantFrom(null, AFTER),
  }),
  { selector: ({ permission }) => permission, maxLength: 6 },
);
const editable = fc.constantFrom(...ROLE_NAMES.filter((role) => role !== 'SuperAdmin'));

const aHolder = (change: Partial<Holder> = {}): Holder => ({
  userId: 'u',
  isActive: true,
  roles: [{ role: 'Staff', permissions: ['Patient.View'] }],
  overrides: [],
  ...change,
});

const plan = (
  applyToExistingUsers: boolean,
  members: readonly Holder[],
  wanted: readonly (readonly [PermissionName, boolean])[] = [
    ['Patient.View', false],
    ['Order.View', true],
  ],
) =>
  planRoleChange({
    role: 'Staff',
    granted: ['Patient.View'],
    wanted: new Map(wanted),
    applyToExistingUsers,
    members,
    now: NOW,
  });

describe('changing a role', () => {
  it('is inherited by its members', () => {
    expect(plan(true, [aHolder()])).toEqual({
      steps: [
        { permission: 'Patient.View', isGranted: false, gainingUsers: 0, losingUsers: 1 },
        { permission: 'Order.View', isGranted: true, gainingUsers: 1, losingUsers: 0 },
      ],
      losses: [{ userId: 'u', lost: ['Patient.View'] }],
      kept: [],
      affectedUserCount: 1,
    });
  });

  it('can skip existing users: members, including inactive ones, keep their permissions as overrides', () => {
    const inactive = aHolder({ userId: 'inactive', isActive: false });
    const { kept, affectedUserCount, steps } = plan(false, [aHolder(), inactive]);
    expect(affectedUserCount).toBe(0);
    expect(steps).toHaveLength(2);
    expect(kept).toEqual(
      ['u', 'inactive'].flatMap((userId) => [
        { userId, permission: 'Order.View', isGranted: false },
        { userId, permission: 'Patient.View', isGranted: true },
      ]),
    );
  });

  it('does not affect a member with another role, an override or SuperAdmin', () => {
    const members = [
      aHolder({
        roles: [
          { role: 'Staff', permissions: ['Patient.View'] },
          { role: 'Admin', permissions: ['Patient.View', 'Order.View'] },
        ],
      }),
      aHolder({ roles: [{ role: 'SuperAdmin', permissions: [] }, ...aHolder().roles] }),
      aHolder({
        overrides: [
          { permission: 'Patient.View', isGranted: true, expiresAt: AFTER },
          { permission: 'Order.View', isGranted: false, expiresAt: null },
        ],
      }),
    ];
    expect(plan(true, members).affectedUserCount).toBe(0);
    expect(plan(false, members).kept).toEqual([]);
  });

  it('skips permissions that already have the wanted value', () => {
    expect(plan(true, [aHolder()], [['Patient.View', true]])).toEqual({
      steps: [],
      losses: [],
      kept: [],
      affectedUserCount: 0,
    });
  });

  it('is predicted exactly by the dry run, member by member', () => {
    fc.assert(
      fc.property(anyPractice, editable, anyWanted, fc.boolean(), (practice, role, wanted, applies) => {
        const granted = practice.grants.get(role) ?? [];
        const members = practice.people.filter(({ roles }) => roles.some((each) => each.role === role));
        const planned = planRoleChange({
          role,
          granted,
          wanted,
          applyToExistingUsers: applies,
          members,
          now: NOW,
        });
        // Saving writes the steps to the role and the overrides to the members.
        const changed = new Map(planned.steps.map(({ permission, isGranted }) => [permission, isGranted]));
        const permissions = PERMISSION_NAMES.filter((name) => changed.get(name) ?? granted.includes(name));
        const saved = members.map((member) => {
          const overrides = planned.kept
            .filter(({ userId }) => userId === member.userId)
            .map(({ permission, isGranted }) => ({ permission, isGranted, expiresAt: null }));
          const others = member.overrides.filter(({ permission }) =>
            overrides.every((each) => each.permission !== permission),
          );
          return {
            ...withRole(member, { role, permissions }),
            overrides: [...others, ...overrides],
          };
        });
        const actual = members.map((member, index) => ({
          member,
          ...permissionDifference(member, saved[index] ?? member, NOW),
        }));
        const affected = actual.filter(({ gained, lost }) => gained.length + lost.length > 0);
        expect(applies ? [] : affected).toEqual([]);
        expect(planned.affectedUserCount).toBe(affected.filter(({ member }) => member.isActive).length);
        for (const step of planned.steps) {
          const active = affected.filter(({ member }) => member.isActive);
          expect(step.gainingUsers).toBe(
            active.filter(({ gained }) => gained.includes(step.permission)).length,
          );
          expect(step.losingUsers).toBe(active.filter(({ lost }) => lost.includes(step.permission)).length);
        }
        for (const name of PERMISSION_NAMES)
          expect(permissions.includes(name)).toBe(wanted.get(name) ?? granted.includes(name));
      }),
    );
  });
});

describe('overrides: grant, revoke or inherit', () => {
  it('lists added, updated and removed ones, and what the user gains and loses', () => {
    const holder = aHolder({
      overrides: [
        { permission: 'Order.View', isGranted: true, expiresAt: null },
        { permission: 'Message.View', isGranted: true, expiresAt: null },
      ],
    });
    const { steps, gained, lost } = planOverrides(
      holder,
      [
        { permission: 'Document.View', isGranted: true, expiresAt: AFTER },
        { permission: 'Order.View', isGranted: false, expiresAt: null },
        { permission: 'Message.View', isGranted: null, expiresAt: null },
        { permission: 'Patient.Edit', isGranted: null, expiresAt: null },
      ],
      NOW,
    );
    expect(steps.map(({ permission, changeType }) => [permission, changeType])).toEqual([
      ['Document.View', 'UserOverrideAdded'],
      ['Order.View', 'UserOverrideUpdated'],
      ['Message.View', 'UserOverrideRemoved'],
    ]);
    expect({ gained, lost }).toEqual({ gained: ['Document.View'], lost: ['Order.View', 'Message.View'] });
  });

  it('skips an identical override, but not one with a different expiration', () => {
    const holder = aHolder({ overrides: [{ permission: 'Order.View', isGranted: true, expiresAt: AFTER }] });
    const again = { permission: 'Order.View', isGranted: true, expiresAt: new Date(AFTER) } as const;
    expect(planOverrides(holder, [again], NOW).steps).toEqual([]);
    expect(planOverrides(holder, [{ ...again, expiresAt: null }], NOW).steps).toHaveLength(1);
  });

  it('treats an expired override as none', () => {
    const holder = aHolder({ overrides: [{ permission: 'Order.View', isGranted: true, expiresAt: NOW }] });
    const wish = { permission: 'Order.View', isGranted: true, expiresAt: null } as const;
    expect(planOverrides(holder, [wish], NOW)).toMatchObject({
      steps: [{ before: null, changeType: 'UserOverrideAdded' }],
      gained: ['Order.View'],
    });
    expect(planOverrides(holder, [{ ...wish, isGranted: null }], NOW).steps).toEqual([]);
  });

  it('is predicted exactly by the dry run', () => {
    fc.assert(
      fc.property(anyPractice, anyWishes, ({ people }, wishes) => {
        for (const holder of people) {
          const { steps, gained, lost } = planOverrides(holder, wishes, NOW);
          const after = grantedPermissions(withSteps(holder, steps), NOW);
          const predicted = grantedPermissions(holder, NOW);
          for (const name of gained) expect(predicted.has(name)).toBe(false);
          for (const name of lost) expect(predicted.delete(name)).toBe(true);
          for (const name of gained) predicted.add(name);
          expect(after).toEqual(predicted);
          const decided = wishes.filter(({ isGranted }) => isGranted !== null);
          for (const { permission, isGranted } of decided) expect(after.has(permission)).toBe(isGranted);
        }
      }),
    );
  });

  it('replaces overrides with exactly the wanted ones; none means a reset', () => {
    fc.assert(
      fc.property(anyPractice, anyOverrides, ({ people }, wanted) => {
        for (const holder of people) {
          const { steps } = planOverrides(holder, replacementChanges(holder, wanted, NOW), NOW);
          const after = withSteps(holder, steps);
          expect(grantedPermissions(after, NOW)).toEqual(
            grantedPermissions({ ...holder, overrides: wanted }, NOW),
          );
          const bare = planOverrides(holder, replacementChanges(holder, [], NOW), NOW);
          expect(grantedPermissions(withSteps(holder, bare.steps), NOW)).toEqual(
            grantedPermissions({ ...holder, overrides: [] }, NOW),
          );
        }
      }),
    );
  });

  it('labels values for the audit log', () => {
    expect([true, false, null].map((value) => overrideValue(value))).toEqual([
      'Granted',
      'Revoked',
      'Inherited',
    ]);
    expect([true, false].map((value) => roleValue(value))).toEqual(['Granted', 'Not Granted']);
  });
});
