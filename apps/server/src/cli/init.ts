import { parseArgs } from 'node:util';
import { appendEntries } from '#audit/append.ts';
import { auditEntryId } from '#audit/entry-id.ts';
import type { Config } from '#platform/config.ts';
import { transact } from '#db/open-transaction.ts';
import { createLogger } from '#platform/log.ts';
import { createAccount, newTemporaryPassword } from '#features/users/index.ts';
import { openServices } from '#services.ts';
import { CommandError } from './command-error.ts';
import { writeRecoverySheet } from './recovery-sheet.ts';

/**
 * Creates the first SuperAdmin and prints the temporary password once. Writes a recovery sheet if asked. Throws `CommandError` when a SuperAdmin
 * exists.
 */
export async function init(config: Config, args: readonly string[]): Promise<number> {
  const { firstName, lastName, sheet } = readOptions(args);
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
      // A failure undoes the account.
      const note = sheet === undefined ? PRINT_LATER : await writeRecoverySheet(config, sheet);
      return { ...created, note };
    });
    console.log(`User name:          ${account.userName}`);
    console.log(`Temporary password: ${account.temporaryPassword}`);
    console.log(
      'The password is shown only once. It expires in 72 hours and must be changed at the first sign-in.',
    );
    console.log(account.note);
    return 0;
  } finally {
    await services.close();
  }
}

const PRINT_LATER =
  'Print a page with the master key and keep it in a safe: npm run portal -- recovery-sheet FILE.pdf';
const USAGE = 'Usage: npm run portal -- init --first-name NAME --last-name NAME [--recovery-sheet FILE.pdf]';

function readOptions(args: readonly string[]) {
  const { 'first-name': first, 'last-name': last, 'recovery-sheet': sheet } = parse(args);
  const [firstName, lastName] = [first?.trim() ?? '', last?.trim() ?? ''];
  if (firstName === '' || lastName === '' || sheet === '') throw new CommandError(USAGE);
  return { firstName, lastName, sheet };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        'first-name': { type: 'string' },
        'last-name': { type: 'string' },
        'recovery-sheet': { type: 'string' },
      },
    }).values;
  } catch {
    throw new CommandError(USAGE);
  }
}
