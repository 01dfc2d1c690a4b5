import type { PermissionChangeType } from '@portal/contract/permissions';
import type { ChipColor } from '#ui/theme/palette.ts';

const CHANGE_WORDS: Readonly<Record<PermissionChangeType, string>> = {
  RoleTemplateUpdate: 'Role changed',
  UserOverrideAdded: 'Override added',
  UserOverrideUpdated: 'Override changed',
  UserOverrideRemoved: 'Override removed',
  UserOverrideExpired: 'Override expired',
};
export const changeLabel = (type: PermissionChangeType): string => CHANGE_WORDS[type];

/** Green for granted, red for revoked, neutral for inherited. */
export function valueColor(value: string): ChipColor | 'default' {
  if (value === 'Granted') return 'success';
  return value === 'Inherited' ? 'default' : 'error';
}

/** Label of an override; null means none. */
export function overrideLabel(isGranted: boolean | null): string {
  if (isGranted === null) return 'Inherited';
  return isGranted ? 'Granted' : 'Revoked';
}

/** "1 user", "3 users". */
export const usersLabel = (count: number): string => `${count} ${count === 1 ? 'user' : 'users'}`;

/** "1 day", "14 days". */
export const daysLabel = (count: number): string => `${count} ${count === 1 ? 'day' : 'days'}`;
