import { TEMPORARY_PASSWORD_HOURS } from '@portal/domain/password';
import { LoginThrottle } from '#authz/login-throttle.ts';
import { transact } from '#db/open-transaction.ts';
import { newTemporaryPassword, resetSuperAdmin } from '#features/users/index.ts';
import { openKeys } from '#db/migration/master-key.ts';
import { pendingMigrations } from '#db/migration/migrate.ts';
import type { Config } from '#platform/config.ts';
import { loadKeys } from '#security/keys.ts';
import { CommandError } from './command-error.ts';
import { confirm, YES_HELP } from './confirm.ts';
import type { Definition } from './definition.ts';
import { recordCommand } from '#audit/record-command.ts';
import { withDatabase } from './with-database.ts';

export const resetAdminCommand: Definition = (command, run) =>
  command
    .argument('<username>', 'the SuperAdmin')
    .option('--yes', YES_HELP)
    .action((userName, { yes }) => run((config) => resetAdmin(config, userName, yes === true)));

/** Lets a locked-out SuperAdmin back in, also while the portal runs, and prints a temporary password once. */
async function resetAdmin(config: Config, userName: string, yes: boolean): Promise<number> {
  const question = `This gives ${userName} a new temporary password, turns off their two-factor authentication and ends their sessions. All SuperAdmins are told, and it is in the audit log. Reset ${userName}?`;
  if (!yes && !(await confirm(question))) return 1;
  return withDatabase(config, async ({ db, owner }) => {
    if ((await pendingMigrations(owner)).length > 0)
      throw new CommandError('The database is not up to date. Run: npm run portal -- migrate');
    const keys = await openKeys(owner, () =>
      loadKeys(config.masterKey, config.dataDir, { mayCreate: false }),
    );
    const now = new Date();
    const { password, columns } = await newTemporaryPassword(now);
    const suspendedKeys = await transact(db, async (tx) => {
      const throttle = new LoginThrottle(keys);
      const { id, suspendedKeys: count } = await resetSuperAdmin(tx, { userName, columns, throttle, now });
      await recordCommand(tx, keys.audit, {
        reason: 'reset-admin command',
        action: 'Updated',
        entityType: 'User',
        entityId: id,
        newValues: { password: 'reset', secondFactor: 'off', sessions: 'ended', suspendedKeys: count },
        now,
      });
      return count;
    });
    console.log(`Temporary password: ${password}`);
    console.log(
      `The password is shown only once. It expires in ${TEMPORARY_PASSWORD_HOURS} hours and must be changed at the first sign-in.`,
    );
    if (suspendedKeys > 0)
      console.log(
        `API keys suspended: ${suspendedKeys}. Sign in and enable those that are needed under API Keys.`,
      );
    if (config.sso !== undefined)
      console.log('If PASSWORD_SIGN_IN names somebody else, change it and restart the portal.');
    return 0;
  });
}
