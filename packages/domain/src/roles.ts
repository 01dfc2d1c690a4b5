/** The six roles, most powerful first; also the order in which pickers and chips show them. */
export const ROLE_NAMES = [
  'SuperAdmin',
  'Admin',
  'ProviderPhysician',
  'ProviderMidLevel',
  'MedicalAssistant',
  'Staff',
] as const;

export type RoleName = (typeof ROLE_NAMES)[number];

/** One sentence per role, shown beside its name in the user form. */
export const ROLE_DESCRIPTIONS: Readonly<Record<RoleName, string>> = {
  SuperAdmin: 'Full control, including permissions and restricted offices',
  Admin: 'Manages users, offices, templates, billing codes and audit logs',
  ProviderPhysician: 'Physician who sees patients, writes and signs dictations',
  ProviderMidLevel: 'Nurse practitioner or physician assistant who writes and signs dictations',
  MedicalAssistant: 'Supports providers with patients, orders, messages and dictations',
  Staff: 'Front desk and general office work',
};

/** Theme palette names, as Material UI spells them. */
export type RoleChipColor = 'error' | 'warning' | 'primary' | 'secondary' | 'info';

/** Chip colour per role. */
export const ROLE_CHIP_COLORS: Readonly<Record<RoleName, RoleChipColor>> = {
  SuperAdmin: 'error',
  Admin: 'warning',
  ProviderPhysician: 'primary',
  ProviderMidLevel: 'primary',
  MedicalAssistant: 'secondary',
  Staff: 'info',
};

/** Provider roles: these need a title and are the only ones who sign. */
export const PROVIDER_ROLES = [
  'ProviderPhysician',
  'ProviderMidLevel',
] as const satisfies readonly RoleName[];

/** Whether the text names one of the six roles; the spelling is exact. */
export function isRoleName(text: string): text is RoleName {
  return ROLE_NAMES.some((role) => role === text);
}

/** Whether the role is ProviderPhysician or ProviderMidLevel. */
export function isProviderRole(role: string): boolean {
  return PROVIDER_ROLES.some((provider) => provider === role);
}

/**
 * Role guard: any one of the required roles suffices and SuperAdmin passes every role check.
 * An empty requirement admits nobody but SuperAdmin, so that a forgotten list denies.
 */
export function passesRoleCheck(userRoles: readonly string[], required: readonly RoleName[]): boolean {
  return userRoles.includes('SuperAdmin') || required.some((role) => userRoles.includes(role));
}

/** Who may sign dictations: providers only; SuperAdmin does not pass this one. */
export function maySign(userRoles: readonly string[]): boolean {
  return userRoles.some((role) => isProviderRole(role));
}
