import { instantMs, type Instant } from './date.ts';
import { roleLabel, type RoleName } from './roles.ts';

/**
 * Every permission, in the order the administration screens show them.
 * The category groups them on the role detail screen.
 */
export const PERMISSIONS = [
  { name: 'Patient.View', category: 'Patients', description: 'View the patient list and patient records' },
  { name: 'Patient.Create', category: 'Patients', description: 'Add patients' },
  { name: 'Patient.Edit', category: 'Patients', description: 'Edit patient records' },
  { name: 'Patient.Deactivate', category: 'Patients', description: 'Deactivate and reactivate patients' },
  { name: 'Patient.ViewSsn', category: 'Patients', description: 'View full social security numbers' },
  { name: 'Order.View', category: 'Orders', description: 'View medical orders' },
  { name: 'Order.Create', category: 'Orders', description: 'Create medical orders' },
  { name: 'Order.Edit', category: 'Orders', description: 'Edit medical orders and change their status' },
  { name: 'Order.Cancel', category: 'Orders', description: 'Cancel medical orders' },
  { name: 'Message.View', category: 'Messages', description: 'View phone messages' },
  { name: 'Message.Create', category: 'Messages', description: 'Take phone messages' },
  { name: 'Message.Edit', category: 'Messages', description: 'Edit and complete phone messages' },
  { name: 'Message.Assign', category: 'Messages', description: 'Assign phone messages to a colleague' },
  { name: 'Message.Delete', category: 'Messages', description: 'Delete phone messages' },
  { name: 'Document.View', category: 'Documents', description: 'View, download and print documents' },
  { name: 'Document.Upload', category: 'Documents', description: 'Upload documents' },
  { name: 'Document.Delete', category: 'Documents', description: 'Delete documents' },
  { name: 'Dictation.View', category: 'Dictations', description: 'View and print dictations' },
  { name: 'Dictation.Create', category: 'Dictations', description: 'Create dictations' },
  { name: 'Dictation.Edit', category: 'Dictations', description: 'Edit unsigned dictations' },
  {
    name: 'Dictation.ManageTemplates',
    category: 'Dictations',
    description: 'Manage templates, template categories, code rules and location headers',
  },
  {
    name: 'Timecard.View',
    category: 'Timecards',
    description: 'Clock in and out and view your own timecards',
  },
  { name: 'Timecard.ViewReports', category: 'Timecards', description: "View everyone's timecard reports" },
  {
    name: 'Timecard.ManageSchedules',
    category: 'Timecards',
    description: "Manage everyone's work schedules",
  },
  { name: 'Timecard.ManageTimecards', category: 'Timecards', description: "Correct everyone's timecards" },
  {
    name: 'Admin.ManageOffices',
    category: 'Administration',
    description: 'Manage offices and IP whitelists',
  },
  { name: 'Admin.ViewAuditLogs', category: 'Administration', description: 'View and export the audit log' },
] as const;

export type PermissionName = (typeof PERMISSIONS)[number]['name'];

/** All permission names, in the same order. */
export const PERMISSION_NAMES: readonly PermissionName[] = PERMISSIONS.map(({ name }) => name);

/** Whether the text is a permission name; case-sensitive. */
export function isPermissionName(text: string): text is PermissionName {
  return PERMISSION_NAMES.some((name) => name === text);
}

// Patient.ViewSsn goes to every role with Patient.Edit.
const PATIENTS = ['Patient.View', 'Patient.Create', 'Patient.Edit', 'Patient.ViewSsn'] as const;
const ORDERS = ['Order.View', 'Order.Create', 'Order.Edit'] as const;
const MESSAGES = ['Message.View', 'Message.Create', 'Message.Edit', 'Message.Assign'] as const;
const DOCUMENTS = ['Document.View', 'Document.Upload'] as const;
const DICTATIONS = ['Dictation.View', 'Dictation.Create', 'Dictation.Edit'] as const;
const ASSISTANT = [
  ...PATIENTS,
  ...ORDERS,
  ...MESSAGES,
  ...DOCUMENTS,
  ...DICTATIONS,
  'Timecard.View',
] as const;
const PROVIDER = [...ASSISTANT, 'Order.Cancel'] as const;

/** Permissions of each role in a new installation. */
export const DEFAULT_GRANTS: Readonly<Record<RoleName, readonly PermissionName[]>> = {
  SuperAdmin: PERMISSION_NAMES,
  Admin: PERMISSION_NAMES,
  ProviderPhysician: PROVIDER,
  ProviderMidLevel: PROVIDER,
  MedicalAssistant: ASSISTANT,
  Staff: [...PATIENTS, 'Order.View', ...MESSAGES, ...DOCUMENTS, 'Timecard.View'],
};

/** Where an effective permission comes from. */
export type PermissionSource = 'Role' | 'UserOverride';

/** The permissions that one of the user's roles currently grants. */
export interface RoleGrants {
  readonly role: RoleName;
  readonly permissions: readonly PermissionName[];
}

/** A grant (isGranted) or revoke for one user, valid until expiresAt (exclusive); null never expires. */
export interface PermissionOverride {
  readonly permission: PermissionName;
  readonly isGranted: boolean;
  readonly expiresAt: Instant | null;
}

/** The effective value of one permission for a user. */
export interface EffectivePermission {
  readonly permission: PermissionName;
  readonly isGranted: boolean;
  readonly source: PermissionSource;
  /** A short text for users, for example "Granted by Admin, Staff". */
  readonly sourceDetails: string;
  /** When the override expires; null for role grants and overrides without expiration. */
  readonly expiresAt: Instant | null;
}

/** Whether an override is in effect; one that expires now is expired. Throws RangeError if expiresAt is invalid. */
export function isOverrideActive(override: Pick<PermissionOverride, 'expiresAt'>, now: Instant): boolean {
  return override.expiresAt === null || instantMs(override.expiresAt) > instantMs(now);
}

/**
 * The effective value of every permission, in catalog order: the active user override, else the union of the roles'
 * grants. SuperAdmin has all permissions, but a revoke also applies to a SuperAdmin. If there are two active overrides
 * for one permission, the revoke wins.
 */
export function resolveEffective(input: {
  readonly roles: readonly RoleGrants[];
  readonly overrides: readonly PermissionOverride[];
  readonly now: Instant;
  readonly isSuperAdmin: boolean;
}): EffectivePermission[] {
  const active = input.overrides.filter((override) => isOverrideActive(override, input.now));
  return PERMISSION_NAMES.map((permission) => {
    const mine = active.filter((override) => override.permission === permission);
    const override = mine.find(({ isGranted }) => !isGranted) ?? mine[0];
    return override === undefined
      ? fromRoles(permission, input.roles, input.isSuperAdmin)
      : {
          permission,
          isGranted: override.isGranted,
          source: 'UserOverride',
          sourceDetails: override.isGranted ? 'Granted to this user' : 'Revoked for this user',
          expiresAt: override.expiresAt,
        };
  });
}

function fromRoles(
  permission: PermissionName,
  roles: readonly RoleGrants[],
  isSuperAdmin: boolean,
): EffectivePermission {
  const granting = roles
    .filter(({ permissions }) => permissions.includes(permission))
    .map(({ role }) => role);
  const by = isSuperAdmin ? ['SuperAdmin'] : granting;
  return {
    permission,
    isGranted: by.length > 0,
    source: 'Role',
    sourceDetails:
      by.length > 0
        ? `Granted by ${by.map((role) => roleLabel(role)).join(', ')}`
        : 'Not granted by any role',
    expiresAt: null,
  };
}
