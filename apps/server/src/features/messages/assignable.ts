import type { AssignablePerson } from '@portal/contract/messages';
import type { Db } from '#db/database.ts';
import { fieldError } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { findAssignable, listAssignable } from './assignable-repo.ts';

/** Lists active users who may view phone messages, sorted by name. */
export async function getAssignable({ deps, now }: SignedInContext): Promise<AssignablePerson[]> {
  return (await listAssignable(deps.db, now)).map((row) => ({
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    title: row.title,
  }));
}

/** Throws VALIDATION on `field` if the user is unknown, inactive or may not view phone messages. */
export async function requireAssignable(db: Db, userId: string, now: Date, field: string): Promise<void> {
  const user = await findAssignable(db, userId, now);
  if (user === undefined) throw fieldError(field, 'This user does not exist');
  if (!user.is_active) throw fieldError(field, 'This user is no longer active. Choose someone else.');
  if (!user.may_view)
    throw fieldError(field, 'This user does not have access to phone messages. Choose someone else.');
}
