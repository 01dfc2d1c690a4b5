/** The six roles, most powerful first; pickers and chips use the same order. */
export const ROLE_NAMES = [
  'SuperAdmin',
  'Admin',
  'ProviderPhysician',
  'ProviderMidLevel',
  'MedicalAssistant',
  'Staff',
] as const;

export type RoleName = (typeof ROLE_NAMES)[number];

/** Names of the roles on screen. */
const ROLE_LABELS: Readonly<Record<RoleName, string>> = {
  SuperAdmin: 'SuperAdmin',
  Admin: 'Admin',
  ProviderPhysician: 'Physician',
  ProviderMidLevel: 'Mid-Level Provider',
  MedicalAssistant: 'Medical Assistant',
  Staff: 'Staff',
};

/** The name of a role on screen; an unknown role keeps its name. */
export const roleLabel = (role: string): string => (isRoleName(role) ? ROLE_LABELS[role] : role);

const squash = (text: string) => text.replaceAll(/[^a-z]/gi, '').toLowerCase();
/** The role with this name, as the portal stores or shows it, in any case; undefined for anything else. */
export const findRole = (text: string): RoleName | undefined =>
  ROLE_NAMES.find((role) => [role, ROLE_LABELS[role]].some((name) => squash(name) === squash(text)));

/** Role descriptions, shown next to the names in the user form. */
export const ROLE_DESCRIPTIONS: Readonly<Record<RoleName, string>> = {
  SuperAdmin: 'Full control, including permissions and restricted offices',
  Admin: 'Manages users, offices, templates, billing codes and audit logs',
  ProviderPhysician: 'Physician who sees patients, writes and signs dictations',
  ProviderMidLevel: 'Nurse practitioner or physician assistant who writes and signs dictations',
  MedicalAssistant: 'Supports providers with patients, orders, messages and dictations',
  Staff: 'Front desk and general office work',
};

/** Theme palette names of Material UI. */
export type RoleChipColor = 'error' | 'warning' | 'primary' | 'secondary' | 'info';

/** Chip color per role. */
export const ROLE_CHIP_COLORS: Readonly<Record<RoleName, RoleChipColor>> = {
  SuperAdmin: 'error',
  Admin: 'warning',
  ProviderPhysician: 'primary',
  ProviderMidLevel: 'primary',
  MedicalAssistant: 'secondary',
  Staff: 'info',
};

/** Provider roles: they require a title, and only they can sign dictations. */
export const PROVIDER_ROLES = [
  'ProviderPhysician',
  'ProviderMidLevel',
] as const satisfies readonly RoleName[];

/** Whether the text is one of the six role names; case-sensitive. */
export function isRoleName(text: string): text is RoleName {
  return ROLE_NAMES.some((role) => role === text);
}

/** Whether the role is ProviderPhysician or ProviderMidLevel. */
export function isProviderRole(role: string): boolean {
  return PROVIDER_ROLES.some((provider) => provider === role);
}

/**
 * Whether the user has any of the required roles. SuperAdmin passes every role check.
 * With no required roles, only SuperAdmin passes, so that a missing list denies access.
 */
export function passesRoleCheck(userRoles: readonly string[], required: readonly RoleName[]): boolean {
  return userRoles.includes('SuperAdmin') || required.some((role) => userRoles.includes(role));
}

/** Whether the user may sign dictations: providers only. SuperAdmin alone does not qualify. */
export function maySign(userRoles: readonly string[]): boolean {
  return userRoles.some((role) => isProviderRole(role));
}
