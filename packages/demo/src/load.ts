import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEMO_PASSWORD } from '@portal/domain/demo-accounts';
import { sql, type Transaction } from 'kysely';
import { SETUP_LOCK } from '@portal/server/db/migration/migrate';
import { transact } from '@portal/server/db/open-transaction';
import type { Database } from '@portal/server/db/schema';
import { insertLogo, readLogo, updateLetterhead } from '@portal/server/features/practice/index';
import type { Deps } from '@portal/server/request/context';
import { hashPassword } from '@portal/server/security/password-hash';
import { DEMO_ACCOUNTS, DEMO_COLLEAGUES, type DemoAccount } from './accounts.ts';
import { insertDemoActivities } from './activities.ts';
import { insertDemoAuditLog } from './audit-log.ts';
import { insertDemoBillingCodes } from './billing-codes.ts';
import { insertDemoCharges } from './charges.ts';
import { insertDemoCoSignatures } from './co-signatures.ts';
import { loadDemoCodeFiles } from './code-files.ts';
import { insertDemoDictations } from './dictations/load.ts';
import { insertDemoDocuments } from './documents.ts';
import { insertDemoMessages } from './messages.ts';
import { DEMO_OFFICES } from './offices.ts';
import { insertDemoOrders } from './orders.ts';
import { insertDemoAlerts } from './patient-alerts.ts';
import { insertDemoPatients } from './patients.ts';
import { insertDemoLimits } from './payer-limits.ts';
import { insertDemoPermissions } from './permissions.ts';
import { insertDemoPillCounts } from './pill-counts.ts';
import { insertDemoShortcuts } from './shortcuts.ts';
import { insertDemoTemplates } from './templates.ts';
import { insertDemoTimecards } from './timecards.ts';
import { insertDemoTitles } from './titles.ts';

const BETWEEN_TRIES_MS = 200;

/**
 * Loads the demo practice into an empty database. A database with users is unchanged, except that missing documents
 * and code files are added.
 */
export async function loadDemoPractice(deps: Deps): Promise<void> {
  while (!(await loadUnlessBusy(deps))) await sleep(BETWEEN_TRIES_MS);
  // Separate, because each file is registered and stored before the transaction of its record.
  await insertDemoDocuments(deps);
  await loadDemoCodeFiles(deps);
}

/** False while another process loads it or sets up the database. */
async function loadUnlessBusy(deps: Deps): Promise<boolean> {
  const { db, config, keys, clock } = deps;
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  return transact(db, async (tx) => {
    const lock = await sql<{
      taken: boolean;
    }>`select pg_try_advisory_xact_lock(hashtext(${SETUP_LOCK})) as taken`.execute(tx);
    if (lock.rows[0]?.taken !== true) return false;
    const someone = await tx.selectFrom('users').select('id').limit(1).executeTakeFirst();
    if (someone !== undefined) return true;
    const logo = await readLogo(await readFile(new URL('../assets/logo.png', import.meta.url)));
    const officeIds = await insertOffices(tx);
    const roleIds = new Map(
      (await tx.selectFrom('roles').select(['id', 'name']).execute()).map(({ id, name }) => [name, id]),
    );
    for (const account of [...DEMO_ACCOUNTS, ...DEMO_COLLEAGUES]) {
      await insertUser(tx, account, {
        passwordHash,
        emailDomain: config.practice.emailDomain,
        officeIds,
        roleIds,
      });
    }
    await insertLogo(tx, logo, { by: null, now: clock.now() });
    await updateLetterhead(tx, logo.digest.toString('hex'), { by: null, now: clock.now() });
    await insertDemoPermissions(tx, clock.now());
    await insertDemoTitles(tx);
    await insertDemoBillingCodes(tx, clock.now());
    await insertDemoLimits(tx);
    await insertDemoTemplates(tx, clock.now());
    await insertDemoShortcuts(tx);
    await insertDemoPatients(tx, keys);
    await insertDemoOrders(tx, config.practice.timeZone, clock.now());
    await insertDemoMessages(tx, config.practice.timeZone, clock.now());
    await insertDemoDictations(tx, config.practice, clock.now());
    await insertDemoCoSignatures(tx, config.practice.timeZone, clock.now());
    await insertDemoCharges(tx, config.practice.timeZone, clock.now());
    await insertDemoAlerts(tx, config.practice.timeZone, clock.now());
    await insertDemoPillCounts(tx, config.practice.timeZone, clock.now());
    await insertDemoTimecards(tx, config.practice.timeZone, clock.now());
    await insertDemoActivities(tx);
    // Last, because it locks an audit chain.
    await insertDemoAuditLog(tx, deps);
    return true;
  });
}

async function insertOffices(tx: Transaction<Database>): Promise<string[]> {
  const rows = await tx
    .insertInto('offices')
    .values([...DEMO_OFFICES])
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

interface Surroundings {
  readonly passwordHash: string;
  readonly emailDomain: string;
  readonly officeIds: readonly string[];
  readonly roleIds: ReadonlyMap<string, string>;
}

async function insertUser(
  tx: Transaction<Database>,
  account: DemoAccount,
  { passwordHash, emailDomain, officeIds, roleIds }: Surroundings,
): Promise<void> {
  const roleId = roleIds.get(account.role);
  if (roleId === undefined) throw new Error(`There is no role ${account.role}`);
  const user = await tx
    .insertInto('users')
    .values({
      user_name: account.userName,
      email: `${account.userName}@${emailDomain}`,
      first_name: account.firstName,
      last_name: account.lastName,
      title: account.title,
      employee_id: account.employeeId,
      hire_date: account.hireDate,
      office_id: account.office === null ? null : (officeIds[account.office] ?? null),
      password_hash: passwordHash,
      totp_secret: null,
      totp_last_step: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.insertInto('user_roles').values({ user_id: user.id, role_id: roleId }).execute();
}
