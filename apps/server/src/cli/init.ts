import { parseArgs } from 'node:util';
import { appendEntries } from '#audit/append.ts';
import { auditEntryId } from '#audit/entry-id.ts';
import type { Config } from '#platform/config.ts';
import { transact } from '#db/open-transaction.ts';
import { createLogger } from '#platform/log.ts';
import { createAccount, newTemporaryPassword } from '#features/users/index.ts';
import { openServices } from '#services.ts';
import { CommandError } from './command-error.ts';

/**
 * Creates the first SuperAdmin and prints the temporary password once. Throws `CommandError` when a SuperAdmin
 * exists.
 */
export async function init(config: Config, args: readonly string[]): Promise<number> {
  const { firstName, lastName } = readNames(args);
  const services = await openServices(config, { log: createLogger('silent') });
  try {
    const { db, keys, clock } = services.deps;
    const password = await newTemporaryPassword(clock.now());
    const account = await transact(db, async (tx) => {
      // Lock the role’s row so that two concurrent runs cannot both create a SuperAdmin.
      const role = await tx
        .selectFrom('roles')
        .select('id')
        .where('name', '=', 'SuperAdmin')
        .forUpdate()
        .executeTakeFirstOrThrow();
      const existing = await tx
        .selectFrom('user_roles')
        .select('user_id')
        .where('role_id', '=', role.id)
        .limit(1)
        .executeTakeFirst();
      if (existing !== undefined)
        throw new CommandError('A SuperAdmin already exists. Ask them to add users in the portal.');
      const now = clock.now();
      const created = await createAccount(
        tx,
        {
          firstName,
          lastName,
          title: null,
          employeeId: '',
          hireDate: null,
          officeId: null,
          roleIds: [role.id],
        },
        password,
        config.practice.emailDomain,
        now,
      );
      await appendEntries(tx, keys.audit, [
        {
          id: auditEntryId(now),
          at: now,
          userId: null,
          sessionId: null,
          action: 'Created',
          entityType: 'User',
          entityId: created.id,
          patientId: null,
          ipAddress: null,
          reason: 'init command',
          requestId: null,
          oldValues: null,
          newValues: { userName: created.userName, roles: ['SuperAdmin'] },
        },
      ]);
      return created;
    });
    console.log(`User name:          ${account.userName}`);
    console.log(`Temporary password: ${account.temporaryPassword}`);
    console.log(
      'The password is shown only once. It expires in 72 hours and must be changed at the first sign-in.',
    );
    return 0;
  } finally {
    await services.close();
  }
}

function readNames(args: readonly string[]): { firstName: string; lastName: string } {
  const { values } = parse(args);
  const firstName = values['first-name']?.trim() ?? '';
  const lastName = values['last-name']?.trim() ?? '';
  if (firstName === '' || lastName === '')
    throw new CommandError('Usage: npm run portal -- init --first-name NAME --last-name NAME');
  return { firstName, lastName };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { 'first-name': { type: 'string' }, 'last-name': { type: 'string' } },
    });
  } catch {
    throw new CommandError('Usage: npm run portal -- init --first-name NAME --last-name NAME');
  }
}
