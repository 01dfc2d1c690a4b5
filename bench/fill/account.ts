import type { Db } from '@portal/server/db/database';
import { hashPassword } from '@portal/server/security/password-hash';

/** The account used for measuring: a SuperAdmin, who can call everything. */
export const BENCH_ACCOUNT = { userName: 'bench', password: 'Bench-Harbor-Lantern-42' } as const;

/** Adds the account used for measuring. */
export async function fillAccount(db: Db): Promise<void> {
  const user = await db
    .insertInto('users')
    .values({
      user_name: BENCH_ACCOUNT.userName,
      email: 'bench@practice.example',
      first_name: 'Bench',
      last_name: 'Mark',
      title: null,
      hire_date: null,
      office_id: null,
      password_hash: await hashPassword(BENCH_ACCOUNT.password),
      totp_secret: null,
      totp_last_step: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const role = await db
    .selectFrom('roles')
    .select('id')
    .where('name', '=', 'SuperAdmin')
    .executeTakeFirstOrThrow();
  await db.insertInto('user_roles').values({ user_id: user.id, role_id: role.id }).execute();
}
