import type { User } from '@portal/contract/users';
import { useAccess, useCurrentUser } from '#lib/session/use-session.ts';

/** What the signed-in administrator may do with a user. For display only: the server decides. */
export interface UserRules {
  /** Why the user cannot be changed; null if they can be. */
  readonly refusal: (user: User) => string | null;
  readonly isSelf: (user: Pick<User, 'id'>) => boolean;
  readonly canDeactivate: (user: User) => boolean;
  /** False for yourself: the profile changes your own password and asks for the current one. */
  readonly canReset: (user: User) => boolean;
  /** False for yourself: the profile turns off your own 2FA. */
  readonly canTurnTwoFactorOff: (user: User) => boolean;
}

/** Returns the rules for the signed-in administrator. */
export function useUserRules(): UserRules {
  const { hasRole } = useAccess();
  const { id: ownId } = useCurrentUser();
  const isSuperAdmin = hasRole('SuperAdmin');
  const isSelf = ({ id }: Pick<User, 'id'>) => id === ownId;
  const refusal = ({ roles }: User) =>
    roles.includes('SuperAdmin') && !isSuperAdmin ? 'Only a SuperAdmin can change a SuperAdmin.' : null;
  return {
    refusal,
    isSelf,
    canDeactivate: (user) => user.isActive && !isSelf(user) && refusal(user) === null,
    canReset: (user) => !isSelf(user) && refusal(user) === null,
    canTurnTwoFactorOff: (user) => isSuperAdmin && !isSelf(user),
  };
}
