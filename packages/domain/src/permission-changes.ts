import { instantMs, type Instant } from './date.ts';
import {
  isOverrideActive,
  PERMISSION_NAMES,
  resolveEffective,
  type PermissionName,
  type PermissionOverride,
  type RoleGrants,
} from './permissions.ts';
import type { RoleName } from './roles.ts';

/** A user with everything that determines their permissions. */
export interface Holder {
  readonly userId: string;
  readonly isActive: boolean;
  readonly roles: readonly RoleGrants[];
  readonly overrides: readonly PermissionOverride[];
}

/** Permissions a user gains and loses, in catalog order. */
export interface PermissionChanges {
  readonly gained: readonly PermissionName[];
  readonly lost: readonly PermissionName[];
}

/** The permissions a user has at `now`. */
export function grantedPermissions({ roles, overrides }: Holder, now: Instant): Set<PermissionName> {
  const isSuperAdmin = roles.some(({ role }) => role === 'SuperAdmin');
  const effective = resolveEffective({ roles, overrides, now, isSuperAdmin });
  return new Set(effective.filter(({ isGranted }) => isGranted).map(({ permission }) => permission));
}

/** The permissions a user gains and loses between two states. */
export function permissionDifference(before: Holder, after: Holder, now: Instant): PermissionChanges {
  const [had, has] = [grantedPermissions(before, now), grantedPermissions(after, now)];
  return {
    gained: PERMISSION_NAMES.filter((name) => has.has(name) && !had.has(name)),
    lost: PERMISSION_NAMES.filter((name) => had.has(name) && !has.has(name)),
  };
}

/** One changed permission of a role, and how many active members gain or lose it. */
export interface RoleStep {
  readonly permission: PermissionName;
  readonly isGranted: boolean;
  readonly gainingUsers: number;
  readonly losingUsers: number;
}

/** Permissions that a user loses. */
export interface Loss {
  readonly userId: string;
  readonly lost: readonly PermissionName[];
}

export interface RolePlan {
  readonly steps: readonly RoleStep[];
  /** Active members who lose permissions. */
  readonly losses: readonly Loss[];
  /** Overrides that preserve members' permissions when the change does not apply to existing users. */
  readonly kept: readonly {
    readonly userId: string;
    readonly permission: PermissionName;
    readonly isGranted: boolean;
  }[];
  /** Active members who gain or lose a permission. */
  readonly affectedUserCount: number;
}

/**
 * Plans a role change. Members inherit it if it applies to existing users; otherwise members who would gain or lose a permission
 * get overrides that preserve it. Permissions that already have the wanted value are skipped.
 */
export function planRoleChange(input: {
  readonly role: RoleName;
  readonly granted: readonly PermissionName[];
  readonly wanted: ReadonlyMap<PermissionName, boolean>;
  readonly applyToExistingUsers: boolean;
  readonly members: readonly Holder[];
  readonly now: Instant;
}): RolePlan {
  const { role, wanted, members, now, applyToExistingUsers } = input;
  const before = new Set(input.granted);
  const changed = PERMISSION_NAMES.filter(
    (name) => wanted.has(name) && wanted.get(name) !== before.has(name),
  );
  const grants = PERMISSION_NAMES.filter((name) => wanted.get(name) ?? before.has(name));
  const differences = members.map((member) => ({
    member,
    ...permissionDifference(member, withRole(member, { role, permissions: grants }), now),
  }));
  const effective = applyToExistingUsers ? differences.filter(({ member }) => member.isActive) : [];
  return {
    steps: changed.map((permission) => ({
      permission,
      isGranted: wanted.get(permission) === true,
      gainingUsers: effective.filter(({ gained }) => gained.includes(permission)).length,
      losingUsers: effective.filter(({ lost }) => lost.includes(permission)).length,
    })),
    losses: effective.flatMap(({ member: { userId }, lost }) =>
      lost.length === 0 ? [] : [{ userId, lost }],
    ),
    kept: applyToExistingUsers
      ? []
      : differences.flatMap(({ member: { userId }, gained, lost }) => [
          ...gained.map((permission) => ({ userId, permission, isGranted: false })),
          ...lost.map((permission) => ({ userId, permission, isGranted: true })),
        ]),
    affectedUserCount: effective.filter(({ gained, lost }) => gained.length + lost.length > 0).length,
  };
}

/** The holder with the changed grants of one role. */
export const withRole = (holder: Holder, changed: RoleGrants): Holder => ({
  ...holder,
  roles: holder.roles.map((grants) => (grants.role === changed.role ? changed : grants)),
});

/** The wanted override of a permission; a null `isGranted` means inherit from the roles. */
export interface OverrideChange {
  readonly permission: PermissionName;
  readonly isGranted: boolean | null;
  readonly expiresAt: Instant | null;
}

export type OverrideChangeType = 'UserOverrideAdded' | 'UserOverrideUpdated' | 'UserOverrideRemoved';

export interface OverrideStep {
  readonly permission: PermissionName;
  readonly before: PermissionOverride | null;
  readonly after: PermissionOverride | null;
  readonly changeType: OverrideChangeType;
}

export interface OverridePlan extends PermissionChanges {
  readonly steps: readonly OverrideStep[];
}

/** Plans override changes for one user. Overrides that already exist are skipped; an expired override counts as none. */
export function planOverrides(holder: Holder, wishes: readonly OverrideChange[], now: Instant): OverridePlan {
  const active = holder.overrides.filter((override) => isOverrideActive(override, now));
  const steps = wishes.flatMap(({ permission, isGranted, expiresAt }): OverrideStep[] => {
    const before = active.find((override) => override.permission === permission) ?? null;
    const after = isGranted === null ? null : { permission, isGranted, expiresAt };
    return isSameOverride(before, after)
      ? []
      : [{ permission, before, after, changeType: changeTypeOf(before, after) }];
  });
  return { steps, ...permissionDifference(holder, withSteps(holder, steps), now) };
}

/** The changes that make a user's overrides exactly the wanted ones; all others are removed. */
export function replacementChanges(
  holder: Holder,
  wanted: readonly PermissionOverride[],
  now: Instant,
): OverrideChange[] {
  return PERMISSION_NAMES.flatMap((permission): OverrideChange[] => {
    const override = wanted.find((each) => each.permission === permission && isOverrideActive(each, now));
    if (override !== undefined) return [override];
    const has = holder.overrides.some((each) => each.permission === permission);
    return has ? [{ permission, isGranted: null, expiresAt: null }] : [];
  });
}

/** The holder after the steps are applied. */
export function withSteps(holder: Holder, steps: readonly OverrideStep[]): Holder {
  const changed = new Set(steps.map(({ permission }) => permission));
  return {
    ...holder,
    overrides: [
      ...holder.overrides.filter(({ permission }) => !changed.has(permission)),
      ...steps.flatMap(({ after }) => (after === null ? [] : [after])),
    ],
  };
}

function isSameOverride(a: PermissionOverride | null, b: PermissionOverride | null): boolean {
  if (a === null || b === null) return a === b;
  return a.isGranted === b.isGranted && endMs(a) === endMs(b);
}

const endMs = ({ expiresAt }: PermissionOverride): number | null =>
  expiresAt === null ? null : instantMs(expiresAt);

function changeTypeOf(
  before: PermissionOverride | null,
  after: PermissionOverride | null,
): OverrideChangeType {
  if (before === null) return 'UserOverrideAdded';
  return after === null ? 'UserOverrideRemoved' : 'UserOverrideUpdated';
}

/** Formats an override for the permission audit. */
export function overrideValue(isGranted: boolean | null): 'Granted' | 'Revoked' | 'Inherited' {
  if (isGranted === null) return 'Inherited';
  return isGranted ? 'Granted' : 'Revoked';
}

/** Formats a role's grant for the permission audit. */
export const roleValue = (isGranted: boolean): 'Granted' | 'Not Granted' =>
  isGranted ? 'Granted' : 'Not Granted';
