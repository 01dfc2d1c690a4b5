import type { Db } from '#db/database.ts';
import { fieldError } from '#platform/app-error.ts';
import { isActiveProvider } from './role-repo.ts';

/** Throws VALIDATION on the field unless the user is active and has a provider role. */
export async function requireProvider(db: Db, id: string, field: string): Promise<void> {
  if (!(await isActiveProvider(db, id))) throw fieldError(field, 'Choose an active provider');
}
