import type { AnswerOf, BodyOf } from '@portal/contract/endpoint';
import type { ListOutcome } from '@portal/contract/list-import';
import { type userImport, userImportPreview, type UserImportRow } from '@portal/contract/user-imports';
import { userCreateBody, type userCreate } from '@portal/contract/users';
import { parsePastedDate } from '@portal/domain/date';
import { findRole, isProviderRole } from '@portal/domain/roles';
import { foldLetters } from '@portal/domain/text';
import type { Db } from '#db/database.ts';
import { AppError } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { inTransaction } from '#request/transaction.ts';
import { operation } from '#http/operation.ts';
import { listActiveTitles } from '../assignable-repo.ts';
import { isSuperAdmin, lockCallerForShare } from '../authority.ts';
import { EMAIL_TAKEN, NPI_TAKEN, type TemporaryPassword } from '../create-account.ts';
import { checkNewUser, createUser } from '../create-user.ts';
import { findByName, listOfficeNames, lockUserImports } from './import-repo.ts';
import { listAssignableRoles } from '../role-repo.ts';
import { isEmailTaken, isNpiTaken } from '../user-repo.ts';

type NewUser = BodyOf<typeof userCreate>;
interface Caller {
  readonly roles: readonly string[];
}
/** `user` is null if the row is skipped. */
interface CheckedRow extends ListOutcome {
  readonly user: NewUser | null;
}

/** Checks each row of a list of new users with the rules of adding one, without changing anything. */
export const previewUserImport = operation(userImportPreview, async ({ deps, user }, { body: rows }) => ({
  rows: outcomesOf(await checkRows(deps.db, user, rows)),
}));

/**
 * Creates the users of a list in one transaction, each like one that is added by hand. Rows that cannot be created are skipped and
 * reported. Throws VALIDATION if there is no other row.
 */
export async function importUsers(
  context: SignedInContext,
  rows: readonly UserImportRow[],
  passwords: readonly TemporaryPassword[],
): Promise<AnswerOf<typeof userImport>> {
  return inTransaction(context, async (tx) => {
    await lockUserImports(tx.db);
    const caller = await lockCallerForShare(context, tx.db);
    const checked = await checkRows(tx.db, caller, rows);
    const users = [];
    const temporaryPasswords = [];
    for (const { index, user } of checked) {
      const password = passwords[index];
      if (user === null || password === undefined) continue;
      const created = await createUser(context, user, password);
      const { id, firstName, lastName, username, email } = created.user;
      users.push({ index, id, firstName, lastName, username, email });
      temporaryPasswords.push(password.password);
    }
    if (users.length === 0)
      throw new AppError('VALIDATION', { message: 'No row of the list can be imported' });
    return { rows: outcomesOf(checked), users, temporaryPasswords };
  });
}

const outcomesOf = (checked: readonly CheckedRow[]): ListOutcome[] =>
  checked.map(({ index, messages, notes }) => ({ index, messages, notes }));

type Choices = Awaited<ReturnType<typeof readChoices>>;

async function readChoices(db: Db, caller: Caller) {
  // Also roles that the caller may not give, so that the refusal says why.
  const roles = await listAssignableRoles(db, { includeSuperAdmin: true });
  const titles = await listActiveTitles(db);
  const offices = await listOfficeNames(db, { includeRestricted: isSuperAdmin(caller) });
  return { roles, titles, offices };
}

async function checkRows(db: Db, caller: Caller, rows: readonly UserImportRow[]): Promise<CheckedRow[]> {
  const choices = await readChoices(db, caller);
  const seen = new Set<string>();
  const checked: CheckedRow[] = [];
  for (const [index, row] of rows.entries()) {
    const { body, notes, messages } = readRow(row, choices);
    const parsed = userCreateBody.safeParse(body);
    // Unknown roles are named already.
    const isNamed = isGiven(row.roles);
    for (const { path, message } of parsed.error?.issues ?? [])
      if (path[0] !== 'roleIds' || !isNamed) messages.push(message);
    if (parsed.success && messages.length === 0)
      messages.push(...(await problemsOf(db, caller, parsed.data, seen)));
    checked.push({
      index,
      messages,
      notes,
      user: messages.length === 0 ? (parsed.data ?? null) : null,
    });
  }
  return checked;
}

/** The values of a row, with names replaced by IDs, and what is wrong with the names. */
function readRow(row: UserImportRow, { roles, titles, offices }: Choices) {
  const messages: string[] = [];
  const notes: string[] = [];
  const named = (row.roles ?? '').split(/[;|/]/).flatMap((text) => text.trim() || []);
  const found = named.map((text) => roles.find(({ name }) => name === findRole(text)));
  for (const [index, role] of found.entries())
    if (role === undefined) messages.push(`Role “${named[index]}” does not exist`);
  const isProvider = found.some((role) => role !== undefined && isProviderRole(role.name));
  const office = offices.find(({ name }) => isSame(name, row.office));
  if (isGiven(row.office) && office === undefined) messages.push(`Office “${row.office}” does not exist`);
  const title = titles.find(({ code }) => isSame(code, row.title));
  if (isProvider && isGiven(row.title) && title === undefined)
    messages.push(`Title “${row.title}” does not exist`);
  for (const [label, value] of [
    ['Title', row.title],
    ['NPI', row.npi],
  ] as const)
    if (!isProvider && isGiven(value)) notes.push(`${label} left out: only providers have one`);
  const body = {
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    roleIds: [...new Set(found.flatMap((role) => role?.id ?? []))],
    title: isProvider ? (title?.code ?? null) : null,
    npi: isProvider ? row.npi : null,
    officeId: office?.id ?? null,
    employeeId: row.employeeId,
    hireDate: parsePastedDate(row.hireDate ?? '') ?? row.hireDate,
  };
  return { body, notes, messages };
}

const comparable = (text: string) => foldLetters(text).replaceAll(/[^\p{L}\p{N}]+/gu, '');
const isGiven = (text: string | undefined) => (text ?? '').trim() !== '';
/** Whether two names are the same apart from case, spaces and signs. */
const isSame = (name: string, text: string | undefined) =>
  isGiven(text) && comparable(name) === comparable(text ?? '');

/** Why a user with valid values cannot be created: the rules of adding one, and people who are there already. */
async function problemsOf(db: Db, caller: Caller, user: NewUser, seen: Set<string>): Promise<string[]> {
  try {
    await checkNewUser(db, caller, user);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [error.message];
  }
  const problems: string[] = [];
  const existing = await findByName(db, user.firstName, user.lastName);
  if (existing !== undefined)
    problems.push(
      `${user.firstName} ${user.lastName} is a user already (${existing.user_name}${existing.is_active ? '' : ', inactive'}). Add a second person of this name by hand`,
    );
  if (user.email !== null && (await isEmailTaken(db, user.email))) problems.push(EMAIL_TAKEN);
  if (user.npi !== null && (await isNpiTaken(db, user.npi))) problems.push(NPI_TAKEN);
  const keys = [
    ['name', comparable(`${user.firstName} ${user.lastName}`)],
    ['email address', user.email?.toLowerCase() ?? null],
    ['NPI', user.npi],
  ] as const;
  for (const [label, value] of keys)
    if (value !== null && seen.has(`${label} ${value}`)) problems.push(`An earlier row has this ${label}`);
  if (problems.length === 0)
    for (const [label, value] of keys) if (value !== null) seen.add(`${label} ${value}`);
  return problems;
}
