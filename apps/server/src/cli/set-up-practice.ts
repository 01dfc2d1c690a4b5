import { randomUUID } from 'node:crypto';
import { PERMISSIONS } from '@portal/domain/permissions';
import { SEARCH_WORDS } from '@portal/starter/search-words';
import { STARTER_CODES, starterFile } from '@portal/starter/starter';
import { STARTER_TITLES } from '@portal/starter/titles';
import { fingerprintText } from '#security/key-words.ts';
import { publicOrigin, withPractice } from '#platform/config.ts';
import type { Db } from '#db/database.ts';
import { assertKnownZone, saveSheetFingerprint, storePractice } from '#db/practice.ts';
import type { ProcessDeps } from '#jobs/process-deps.ts';
import type { RequestContext, SignedInContext } from '#request/context.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { changeSearchWords, importCodes } from '#features/billing-codes/index.ts';
import { createOffice } from '#features/offices/index.ts';
import { addKnownLimits } from '#features/payer-limits/index.ts';
import { importTemplates } from '#features/templates/index.ts';
import { createTitle } from '#features/titles/index.ts';
import { createAccount, newTemporaryPassword } from '#features/users/index.ts';
import { CommandError } from './command-error.ts';
import type { Answers } from './init-answers.ts';
import { writeRecoverySheet } from './recovery-sheet.ts';

const REASON = 'init command';
const PRINT_LATER =
  'Print a page with the master key and keep it in a safe: npm run portal -- recovery-sheet FILE.pdf';

/** Throws `CommandError` when a SuperAdmin exists. With `lock`, until the transaction ends, no other `init` can create one. */
export async function refuseSecondSetUp(db: Db, { lock = false } = {}): Promise<string> {
  const role = await db
    .selectFrom('roles')
    .select('id')
    .where('name', '=', 'SuperAdmin')
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
  const existing = await db
    .selectFrom('user_roles')
    .select('user_id')
    .where('role_id', '=', role.id)
    .limit(1)
    .executeTakeFirst();
  if (existing !== undefined)
    throw new CommandError('A SuperAdmin already exists. Ask them to add users in the portal.');
  return role.id;
}

/** Sets up a practice in one transaction: all of it, or nothing. */
export async function setUpPractice(deps: ProcessDeps, answers: Answers) {
  const stored = { name: answers.practice, timeZone: answers.timeZone };
  const context = commandContext({ ...deps, config: withPractice(deps.config, stored) });
  const password = await newTemporaryPassword(context.now);
  return inTransaction(context, async (tx) => {
    const roleId = await refuseSecondSetUp(tx.db, { lock: true });
    await assertKnownZone(tx.db, stored.timeZone);
    await storePractice(tx.db, stored);
    tx.audit({ action: 'Created', entityType: 'System', entityId: null, reason: REASON, newValues: stored });
    const { firstName, lastName } = answers;
    const account = await createAccount(
      tx.db,
      {
        firstName,
        lastName,
        email: answers.email ?? null,
        title: null,
        npi: null,
        supervisorId: null,
        employeeId: '',
        hireDate: null,
        officeId: null,
        roleIds: [roleId],
      },
      password,
      context.deps.config.practice.emailDomain,
      context.now,
    );
    const signedIn = signedInAs(context, account);
    const office = await createOffice(signedIn, {
      name: answers.office,
      address: answers.address,
      city: answers.city,
      state: answers.state,
      zipCode: answers.zipCode,
      phone: answers.phone,
      fax: null,
      npi: null,
      superAdminOnly: false,
      isSurgeryCenter: false,
    });
    await tx.db.updateTable('users').set({ office_id: office.id }).where('id', '=', account.id).execute();
    tx.audit({
      action: 'Created',
      entityType: 'User',
      entityId: account.id,
      reason: REASON,
      newValues: { userName: account.userName, roles: ['SuperAdmin'], officeId: office.id },
    });
    const loaded = answers.starter ? await loadStarterContent(signedIn, tx) : null;
    const sheet = answers.recoverySheet;
    // Last, because a failure undoes all but the file.
    const note = sheet === undefined ? PRINT_LATER : await printSheet(context, tx, sheet);
    return { account, loaded, note };
  });
}

async function printSheet(context: RequestContext, tx: Tx, file: string): Promise<string> {
  const { config } = context.deps;
  const { note, fingerprint } = await writeRecoverySheet(config, file, config);
  await saveSheetFingerprint(tx.db, fingerprint);
  tx.audit({
    action: 'Printed',
    entityType: 'System',
    entityId: null,
    reason: REASON,
    newValues: { masterKey: fingerprintText(fingerprint) },
  });
  return note;
}

/** Loads the starter content with the operations that save what users enter. */
async function loadStarterContent(context: SignedInContext, tx: Tx) {
  const codes = await importCodes(context, STARTER_CODES);
  if (codes.failed > 0) throw new Error(`Starter billing codes are invalid: ${codes.message}`);
  await changeSearchWords(context, { words: SEARCH_WORDS });
  const { last } = await tx.db
    .selectFrom('titles')
    .select((eb) => eb.fn.coalesce(eb.fn.max('display_order'), eb.val(0)).as('last'))
    .executeTakeFirstOrThrow();
  for (const [index, title] of STARTER_TITLES.entries())
    await createTitle(context, { ...title, displayOrder: last + index + 1, isActive: true });
  await addKnownLimits(context);
  const { templates } = await importTemplates(context, starterFile());
  return { templates: templates.length, codes: codes.inserted, titles: STARTER_TITLES.length };
}

/** The context of a command, which nobody has signed in for. */
function commandContext(deps: ProcessDeps): RequestContext<null> {
  return {
    deps,
    requestId: randomUUID(),
    ip: '127.0.0.1',
    publicOrigin: publicOrigin(deps.config),
    userAgent: REASON,
    now: deps.clock.now(),
    log: deps.log,
    signal: new AbortController().signal,
    user: null,
    ifMatch: undefined,
    audited: { count: 0 },
  };
}

/** The same context for operations that record who has made a change. */
const signedInAs = (
  context: RequestContext,
  { id, userName }: { readonly id: string; readonly userName: string },
): SignedInContext => ({
  ...context,
  user: {
    id,
    sessionId: '',
    apiKey: null,
    rightsUntil: null,
    username: userName,
    officeId: null,
    roles: ['SuperAdmin'],
    permissions: new Set(PERMISSIONS.map(({ name }) => name)),
    mustChangePassword: false,
    twoFactorDueAt: null,
    mustSetUpTwoFactor: false,
    idleExpiresAt: context.now,
    expiresAt: context.now,
  },
});
