import type { CurrentUser } from '@portal/contract/session';
import { roleLabel } from '@portal/domain/roles';

/** The line below the greeting: the roles, followed by the office if the user has one. */
export function positionOf({ roles, officeName }: Pick<CurrentUser, 'roles' | 'officeName'>): string {
  const office = officeName === undefined || officeName === '' ? '' : ` - ${officeName}`;
  return `${roles.map((role) => roleLabel(role)).join(', ')}${office}`;
}
