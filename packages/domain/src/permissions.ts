import { instantMs } from './date.ts';
import type { Instant } from './date.ts';
import type { RoleName } from './roles.ts';

/**
 * Every permission, in the order the administration screens show them.
 * The category groups them in the role detail's accordion.
 */
export const PERMISSIONS = [
  { name: 'Patient.View', category: 'Patients', description: 'See the patient list and patient records' },
  { name: 'Patient.Create', category: 'Patients', description: 'Add patients' },
  { name: 'Patient.Edit', category: 'Patients', description: 'Change patient records' },
  { name: 'Patient.Deactivate', category: 'Patients', description: 'Deactivate and reactivate patients' },
  { name: 'Patient.ViewSsn', category: 'Patients', description: 'See full social security numbers' },
  { name: 'Order.View', category: 'Orders', description: 'See medical orders' },
  { name: 'Order.Create', category: 'Orders', description: 'Create medical orders' },
  { name: 'Order.Edit', category: 'Orders', description: 'Change medical orders and their status' },
  { name: 'Order.Cancel', category: 'Orders', description: 'Cancel medical orders' },
  { name: 'Message.View', category: 'Messages', description: 'See phone messages' },
  { name: 'Message.Create', category: 'Messages', description: 'Take phone messages' },
  { name: 'Message.Edit', category: 'Messages', description: 'Change and complete phone messages' },
  { name: 'Message.Assign', category: 'Messages', description: 'Assign phone messages to a colleague' },
  { name: 'Message.Delete', category: 'Messages', description: 'Delete phone messages' },
  { name: 'Document.View', category: 'Documents', description: 'See, download and print documents' },
  { name: 'Document.Upload', category: 'Documents', description: 'Upload documents' },
  { name: 'Document.Delete', category: 'Documents', description: 'Delete documents' },
  { name: 'Dictation.View', category: 'Dictations', description: 'See and print dictations' },
  { name: 'Dictation.Create', category: 'Dictations', description: 'Write dictations' },
  { name: 'Dictation.Edit', category: 'Dictations', description: 'Change dictations that are not signed' },
  {
    name: 'Dictation.ManageTemplates',
    category: 'Dictations',
    description: 'Manage templates, template categories, code rules and location headers',
  },
  { name: 'Timecard.View', category: 'Timecards', description: 'Clock in and out and see own timecards' },
  { name: 'Timecard.ViewReports', category: 'Timecards', description: "See everyone's timecard reports" },
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
  { name: 'Admin.ViewAuditLogs', category: 'Administration', description: 'See and export the audit log' },
] as const;

export type PermissionName = (typeof PERMISSIONS)[number]['name'];
export type PermissionCategory = (typeof PERMISSIONS)[number]['category'];

/** The names alone, in the same order. */
export const PERMISSION_NAMES: readonly PermissionName[] = PERMISSIONS.map(({ name }) => name);

/** Whether the text names a permission; the spelling is exact. */
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

/** What each role is granted in a new installation. */
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

/** What one of the user's roles grants at this moment. */
export interface RoleGrants {
  readonly role: RoleName;
  readonly permissions: readonly PermissionName[];
}

/** A grant (isGranted) or revoke for one user, valid until expiresAt (exclusive) or without end (null). */
export interface PermissionOverride {
  readonly permission: PermissionName;
  readonly isGranted: boolean;
  readonly expiresAt: Instant | null;
}

export interface EffectivePermission {
  readonly permission: PermissionName;
  readonly isGranted: boolean;
  readonly source: PermissionSource;
  /** A short text for people, for example "Granted by Admin, Staff". */
  readonly sourceDetails: string;
  /** The expiry of the deciding override; null for role grants and overrides without end. */
  readonly expiresAt: Instant | null;
}

/** Whether an override still counts: an expiry equal to now is expired. Throws RangeError on an unreadable expiry. */
export function isOverrideActive(override: Pick<PermissionOverride, 'expiresAt'>, now: Instant): boolean {
  return override.expiresAt === null || instantMs(override.expiresAt) > instantMs(now);
}

/**
 * The effective value of every permission, in catalogue order: the active user override, else the union
 * of the roles' grants. SuperAdmin holds all of them, but a revoke binds a SuperAdmin too. Should two active overrides
 * for one permission ever meet, the revoke wins.
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
    sourceDetails: by.length > 0 ? `Granted by ${by.join(', ')}` : 'Not granted by any role',
    expiresAt: null,
  };
}
