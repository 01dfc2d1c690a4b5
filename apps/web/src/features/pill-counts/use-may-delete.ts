import type { PillCount } from '@portal/contract/pill-counts';
import { useAccess, useCurrentUser } from '#lib/session/use-session.ts';

/** Returns a check whether the user may delete a count: authors and Admins may. */
export function useCanDeletePillCount(): (count: Pick<PillCount, 'provider'>) => boolean {
  const { id } = useCurrentUser();
  const isAdmin = useAccess().hasRole('Admin');
  return ({ provider }) => isAdmin || provider.id === id;
}
