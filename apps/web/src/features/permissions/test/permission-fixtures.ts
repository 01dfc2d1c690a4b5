import type { BulkPreview, PermissionAuditEntry, PermissionUser } from '@portal/contract/permissions';
import type { RoleChangePreview, RolePermissions, RoleSummary } from '@portal/contract/role-permissions';
import type { PermissionComparison, UserOverride, UserPermissions } from '@portal/contract/user-permissions';
import { createFakeServer, type FakeServer } from '#lib/test/fake-server.ts';
import { aUser } from '#lib/test/people.ts';

/** A valid reason. */
export const REASON = 'Covers the front desk in March';
export const SUPER_ADMIN = aUser({ roles: ['SuperAdmin'] });

const permissionId = (index: number) => `66666666-6666-4666-8666-00000000000${index}`;
const permission = (index: number, name: string, category: string) => ({
  id: permissionId(index),
  name,
  category,
  description: `About ${name}`,
});

/** The permissions of these tests, in server order. */
export const PATIENT_VIEW = permission(1, 'Patient.View', 'Patients');
export const ORDER_VIEW = permission(2, 'Order.View', 'Orders');
export const ORDER_CREATE = permission(3, 'Order.Create', 'Orders');
export const PERMISSIONS = [PATIENT_VIEW, ORDER_VIEW, ORDER_CREATE];

/** A fake server with the practice, in New York, and the permissions. */
export function permissionServer(): FakeServer {
  const server = createFakeServer();
  server.on('GET /permissions', { body: PERMISSIONS });
  return server;
}

/** A row of the role list with optional changes. */
export function aRoleSummary(change: Partial<RoleSummary> = {}): RoleSummary {
  return {
    roleId: '55555555-5555-4555-8555-000000000001',
    roleName: 'Staff',
    description: 'Front desk',
    grantedPermissions: 2,
    totalPermissions: 3,
    userCount: 4,
    lastModified: null,
    isEditable: true,
    ...change,
  };
}

/** A role with these permissions, by default all except Order.Create. */
export function aRole(
  change: Partial<RolePermissions> = {},
  granted: readonly string[] = [PATIENT_VIEW.id, ORDER_VIEW.id],
): RolePermissions {
  const summary = aRoleSummary(change);
  return {
    ...summary,
    permissions: PERMISSIONS.map(({ id, name, category, description }) => ({
      permissionId: id,
      permissionName: name,
      category,
      description,
      roleName: summary.roleName,
      isGranted: granted.includes(id),
    })),
    version: 7,
    ...change,
  };
}

/** The preview of a role change; by default, three users gain Order.Create. */
export function aRolePreview(change: Partial<RoleChangePreview> = {}): RoleChangePreview {
  return {
    changes: [
      {
        permissionId: ORDER_CREATE.id,
        permissionName: ORDER_CREATE.name,
        isGranted: true,
        gainingUsers: 3,
        losingUsers: 0,
      },
    ],
    affectedUserCount: 3,
    keepingUserCount: 0,
    waitingWork: [],
    ...change,
  };
}

/** A user in the lists of permission administration. */
export function aPerson(change: Partial<PermissionUser> = {}): PermissionUser {
  const userName = change.userName ?? 'asmith';
  return {
    id: '22222222-2222-4222-8222-000000000001',
    userName,
    firstName: 'Ann',
    lastName: 'Smith',
    title: null,
    email: `${userName}@practice.example`,
    isActive: true,
    roles: ['Staff'],
    overrideCount: 0,
    ...change,
  };
}

/** Another user, for lists and pickers. */
export const BEN = aPerson({
  id: '22222222-2222-4222-8222-000000000002',
  userName: 'blee',
  firstName: 'Ben',
  lastName: 'Lee',
});

/** Ann's permissions: her roles grant Patient.View and Order.View, but Order.View is revoked. */
export function aUsersPermissions(change: Partial<UserPermissions> = {}): UserPermissions {
  const { id, userName, roles } = aPerson();
  return {
    userId: id,
    userFullName: 'Ann Smith',
    userName,
    isActive: true,
    roles,
    totalPermissions: 3,
    grantedPermissions: 1,
    overriddenPermissions: 1,
    permissions: PERMISSIONS.map(({ id: ownId, name, category, description }) => ({
      permissionId: ownId,
      permissionName: name,
      category,
      description,
      isGranted: ownId === PATIENT_VIEW.id,
      source: ownId === ORDER_VIEW.id ? 'UserOverride' : 'Role',
      sourceDetails: ownId === ORDER_VIEW.id ? 'Revoked for this user' : 'Staff',
      expiresAt: null,
    })),
    ...change,
  };
}

/** Ann's permissions without overrides. */
export function withoutOverrides(): UserPermissions {
  return aUsersPermissions({
    grantedPermissions: 2,
    overriddenPermissions: 0,
    permissions: aUsersPermissions().permissions.map((each) => ({
      ...each,
      isGranted: each.permissionId !== ORDER_CREATE.id,
      source: 'Role',
    })),
  });
}

/** The override of Order.View. */
export function anOverride(change: Partial<UserOverride> = {}): UserOverride {
  return {
    permissionId: ORDER_VIEW.id,
    permissionName: ORDER_VIEW.name,
    category: ORDER_VIEW.category,
    isGranted: false,
    reason: 'Works in billing only',
    expiresAt: null,
    createdAt: '2026-11-20T15:00:00.000Z',
    createdBy: { id: SUPER_ADMIN.id, firstName: 'Jane', lastName: 'Doe' },
    ...change,
  };
}

/** The comparison of roles and overrides that matches `aUsersPermissions`. */
export const COMPARISON: readonly PermissionComparison[] = PERMISSIONS.map(
  ({ id, name, category, description }) => {
    const isOverridden = id === ORDER_VIEW.id;
    return {
      permissionId: id,
      permissionName: name,
      category,
      description,
      roleDefault: id !== ORDER_CREATE.id,
      userOverride: isOverridden ? false : null,
      effectiveValue: id === PATIENT_VIEW.id,
      overrideReason: isOverridden ? 'Works in billing only' : null,
      overrideExpiresAt: null,
    };
  },
);

type BulkLine = BulkPreview['users'][number];

/** The bulk preview of one user; by default, they gain Order.Create. */
export function aBulkLine(person: PermissionUser, change: Partial<BulkLine> = {}): BulkLine {
  const { id: userId, userName, firstName, lastName } = person;
  return {
    userId,
    userName,
    firstName,
    lastName,
    gained: ['Order.Create'],
    lost: [],
    skipReason: null,
    ...change,
  };
}

/** An entry of the permission audit: Jane Doe granted Order.Create to Ann. */
export function anAuditEntry(change: Partial<PermissionAuditEntry> = {}): PermissionAuditEntry {
  return {
    id: '77777777-7777-4777-8777-000000000001',
    changedAt: '2026-11-21T02:30:00.000Z',
    entityType: 'User',
    entityId: aPerson().id,
    entityName: 'Ann Smith',
    permissionId: ORDER_CREATE.id,
    permissionName: ORDER_CREATE.name,
    changeType: 'UserOverrideAdded',
    changedBy: 'Jane Doe',
    changedById: SUPER_ADMIN.id,
    affectedUserCount: 1,
    oldValue: 'Inherited',
    newValue: 'Granted',
    expiresAt: null,
    reason: REASON,
    ...change,
  };
}
