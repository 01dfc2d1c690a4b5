import type { User } from '@portal/contract/users';
import { useAccess, useCurrentUser } from '#lib/session/use-session.ts';

/** What the signed-in administrator may do with a user; the page only reflects what the server decides. */
export interface UserRules {
  /** Why nothing of the user can be changed; null when it can. */
  readonly refusal: (user: User) => string | null;
  readonly isSelf: (user: Pick<User, 'id'>) => boolean;
  readonly canDeactivate: (user: User) => boolean;
  /** One's own password is changed in the profile, where the current one is asked for. */
  readonly canReset: (user: User) => boolean;
  /** As a password, one's own is changed in the profile. */
  readonly canTurnSecondFactorOff: (user: User) => boolean;
  readonly canEditEmail: boolean;
}

/** The rules for the signed-in user. */
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
    canTurnSecondFactorOff: (user) => isSuperAdmin && !isSelf(user),
    canEditEmail: isSuperAdmin,
  };
}
