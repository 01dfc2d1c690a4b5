import { randomBytes } from 'node:crypto';
import { generateTemporaryPassword, TEMPORARY_PASSWORD_HOURS } from '@portal/domain/password';
import { baseUserName, userNameCandidate } from '@portal/domain/person-name';
import type { Transaction } from 'kysely';
import type { Database } from '#db/schema.ts';
import { conflict } from '#platform/app-error.ts';
import { hashPassword } from '#security/password-hash.ts';
import { insertUserRoles } from './role-repo.ts';
import { countUserNames, insertUser, isEmailTaken, isNpiTaken } from './user-repo.ts';

export const EMAIL_TAKEN = 'Another user has this email address';
export const NPI_TAKEN = 'Another user has this NPI';

/** After so many taken usernames, the next one is counted: a list can have hundreds of people with the same one. */
const PLAIN_ATTEMPTS = 2;

/** Values of a new user account. */
export interface NewAccount {
  readonly firstName: string;
  readonly lastName: string;
  /** As a person entered it; null generates one at the practice's domain. */
  readonly email: string | null;
  readonly title: string | null;
  readonly npi: string | null;
  readonly supervisorId: string | null;
  readonly employeeId: string;
  readonly hireDate: string | null;
  readonly officeId: string | null;
  readonly roleIds: readonly string[];
}
/** A created account with its temporary password in plain text. */
export interface CreatedAccount {
  readonly id: string;
  readonly userName: string;
  readonly email: string;
  readonly temporaryPassword: string;
}

/** A temporary password in plain text and its columns. */
export interface TemporaryPassword {
  readonly password: string;
  readonly columns: {
    readonly password_hash: string;
    readonly must_change_password: true;
    readonly temporary_password_expires_at: Date;
  };
}

/** Generates a temporary password and its columns. Hashing is slow, so call this before opening a transaction. */
export async function newTemporaryPassword(now: Date): Promise<TemporaryPassword> {
  const password = generateTemporaryPassword(randomBytes);
  const columns = {
    password_hash: await hashPassword(password),
    must_change_password: true,
    temporary_password_expires_at: new Date(now.getTime() + TEMPORARY_PASSWORD_HOURS * 3_600_000),
  } as const;
  return { password, columns };
}

/**
 * Inserts a user with a unique generated username, a temporary password and the entered email address, or else a generated one, which
 * single sign-on does not use until a person has confirmed it. Concurrent calls never get the same username. Throws CONFLICT when the
 * entered address or the NPI is taken.
 */
export async function createAccount(
  tx: Transaction<Database>,
  account: NewAccount,
  { password, columns }: TemporaryPassword,
  emailDomain: string,
  now: Date,
): Promise<CreatedAccount> {
  const base = baseUserName(account.firstName, account.lastName);
  for (let attempt = 1; ; attempt += 1) {
    const userName = userNameCandidate(base, attempt);
    const email = account.email ?? `${userName}@${emailDomain}`;
    const id = await insertUser(tx, {
      user_name: userName,
      email,
      email_confirmed_at: account.email === null ? null : now,
      first_name: account.firstName,
      last_name: account.lastName,
      title: account.title,
      npi: account.npi,
      supervisor_id: account.supervisorId,
      employee_id: account.employeeId,
      hire_date: account.hireDate,
      office_id: account.officeId,
      totp_secret: null,
      totp_last_step: null,
      created_at: now,
      updated_at: now,
      ...columns,
    });
    if (id === undefined) {
      if (account.email !== null && (await isEmailTaken(tx, email))) throw conflict(EMAIL_TAKEN, 'email');
      if (account.npi !== null && (await isNpiTaken(tx, account.npi))) throw conflict(NPI_TAKEN, 'npi');
      if (attempt >= PLAIN_ATTEMPTS) attempt = Math.max(attempt, await countUserNames(tx, base));
      continue;
    }
    await insertUserRoles(tx, id, account.roleIds, now);
    return { id, userName, email, temporaryPassword: password };
  }
}
