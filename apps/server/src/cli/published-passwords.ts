import { DEMO_PASSWORD, DEMO_USER_NAMES } from '@portal/domain/demo-accounts';
import type { Db } from '#db/database.ts';
import { verifyPassword } from '#security/password-hash.ts';

/** Whether a user can sign in with a public password because the demo practice was loaded. */
export async function hasPublicPasswords(db: Db): Promise<boolean> {
  const hashes = await db
    .selectFrom('users')
    .select('password_hash')
    .distinct()
    .where('user_name', 'in', DEMO_USER_NAMES)
    .where('is_active', '=', true)
    .execute();
  for (const { password_hash: stored } of hashes)
    if (await verifyPassword(stored, DEMO_PASSWORD)) return true;
  return false;
}
