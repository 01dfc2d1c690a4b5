import type { Db } from '#db/database.ts';
import { verifyPassword } from '#security/password-hash.ts';
import { DEMO_ACCOUNTS, DEMO_COLLEAGUES, DEMO_PASSWORD } from './accounts.ts';

/** Whether a user can sign in with a public password because the demo practice was loaded. */
export async function hasPublicPasswords(db: Db): Promise<boolean> {
  const hashes = await db
    .selectFrom('users')
    .select('password_hash')
    .distinct()
    .where(
      'user_name',
      'in',
      [...DEMO_ACCOUNTS, ...DEMO_COLLEAGUES].map(({ userName }) => userName),
    )
    .where('is_active', '=', true)
    .execute();
  for (const { password_hash: stored } of hashes)
    if (await verifyPassword(stored, DEMO_PASSWORD)) return true;
  return false;
}
