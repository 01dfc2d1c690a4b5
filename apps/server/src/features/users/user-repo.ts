import type { UserSortKey } from '@portal/contract/users';
import { sql, type Insertable, type RawBuilder, type Updateable } from 'kysely';
import type { Db } from '#db/database.ts';
import type { UsersTable } from '#db/schema.ts';
import { containsWords } from '#db/folded-text.ts';
import { hasTwoFactor, twoFactorDueAt, twoFactorRequiredSince } from '#authz/required-two-factor.ts';
import { roleNames } from '#authz/role-names.ts';
import { clockedInSince } from '#features/timecards/index.ts';

const COLUMNS = [
  'u.id',
  'u.user_name',
  'u.email',
  'u.email_confirmed_at',
  'u.first_name',
  'u.last_name',
  'u.title',
  'u.npi',
  'u.supervisor_id',
  'sv.first_name as supervisor_first_name',
  'sv.last_name as supervisor_last_name',
  'u.employee_id',
  'u.hire_date',
  'u.office_id',
  'u.is_active',
  'u.must_change_password',
  'u.last_login_at',
  'u.created_at',
  'u.version',
  'o.name as office_name',
  'o.super_admin_only as office_restricted',
] as const;

const roleOrder = sql`array(select r.display_order from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id order by r.display_order)`;

const users = (db: Db) =>
  db
    .selectFrom('users as u')
    .leftJoin('offices as o', 'o.id', 'u.office_id')
    .leftJoin('users as sv', 'sv.id', 'u.supervisor_id')
    .select(COLUMNS)
    .select([
      roleNames.as('roles'),
      clockedInSince.as('clocked_in_since'),
      hasTwoFactor.as('has_two_factor'),
    ]);

type UserQuery = ReturnType<typeof users>;
/** A user with office, roles and clock-in state. */
export type UserRow = Awaited<ReturnType<UserQuery['execute']>>[number];

const searched = sql`concat_ws(' ', u.user_name, u.first_name, u.last_name, u.email, u.employee_id, u.title, u.npi)`;

/** Which users to list. */
export interface UserFilter {
  readonly includeInactive: boolean;
  /** Every word must occur in the username, names, email address, employee ID, title or NPI; '' for no search. */
  readonly search: string;
}

const matches = ({ includeInactive, search }: UserFilter) =>
  sql<boolean>`(${containsWords(searched, search)} and (${includeInactive} or u.is_active))`;

/** Returns the number of matching users. */
export async function countUsers(db: Db, filter: UserFilter): Promise<number> {
  const row = await db
    .selectFrom('users as u')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where(matches(filter))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Returns the number of active users. */
export const countActiveUsers = (db: Db): Promise<number> =>
  countUsers(db, { includeInactive: false, search: '' });

/** Roles sort by the most powerful one; Active before Inactive. Users without a role or sign-in come last in both directions. */
const SORT: Readonly<Record<UserSortKey, readonly RawBuilder<unknown>[]>> = {
  username: [sql`lower(u.user_name)`],
  name: [sql`lower(u.last_name)`, sql`lower(u.first_name)`],
  email: [sql`lower(u.email)`],
  roles: [sql`nullif(${roleOrder}, '{}')`],
  lastLogin: [sql`u.last_login_at`],
  status: [sql`not u.is_active`],
};

/** Sorting and position of a page. */
export interface UserPage {
  readonly orderBy: UserSortKey;
  readonly sortDirection: 'asc' | 'desc';
  readonly pageSize: number;
  readonly offset: number;
}

/** Returns a page of users; ties are broken by ID, so pages never overlap. */
export async function listUsers(db: Db, filter: UserFilter, page: UserPage): Promise<UserRow[]> {
  return SORT[page.orderBy]
    .reduce(
      (query, key) => query.orderBy(key, (order) => order[page.sortDirection]().nullsLast()),
      users(db).where(matches(filter)),
    )
    .orderBy('u.id', page.sortDirection)
    .limit(page.pageSize)
    .offset(page.offset)
    .execute();
}

/** Returns a user, or undefined. */
export function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return users(db).where('u.id', '=', id).executeTakeFirst();
}

const byName = (query: UserQuery) =>
  query
    .where('u.is_active', '=', true)
    .orderBy(sql`lower(u.last_name)`)
    .orderBy(sql`lower(u.first_name)`)
    .orderBy('u.id');

/** Returns active users with any of the roles, sorted by last name. */
export function listByRole(db: Db, names: readonly string[]): Promise<UserRow[]> {
  return byName(users(db))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('user_roles as held')
          .innerJoin('roles as r', 'r.id', 'held.role_id')
          .select('r.id')
          .whereRef('held.user_id', '=', 'u.id')
          .where('r.name', 'in', names),
      ),
    )
    .execute();
}

/** Returns active users of an office, sorted by last name. */
export function listByOffice(db: Db, officeId: string): Promise<UserRow[]> {
  return byName(users(db)).where('u.office_id', '=', officeId).execute();
}

/** Finds the user of a session. */
export function findSignedInUser(db: Db, id: string) {
  return db
    .selectFrom('users as u')
    .leftJoin('offices as o', 'o.id', 'u.office_id')
    .select(['u.id', 'u.user_name', 'u.email', 'u.first_name', 'u.last_name', 'u.title', 'u.employee_id'])
    .select(['u.hire_date', 'u.is_active', 'u.office_id', 'u.must_change_password', 'u.preferences'])
    .select(['o.name as office_name', roleNames.as('roles')])
    .select([
      twoFactorDueAt.as('two_factor_due_at'),
      sql<boolean>`${twoFactorRequiredSince} is not null`.as('two_factor_required'),
    ])
    .select(sql<number>`cardinality(u.recovery_code_hashes)`.as('recovery_codes_left'))
    .where('u.id', '=', id)
    .executeTakeFirst();
}

/** Locks users until the transaction ends, in order of ID, so that two administrators who change each other do not deadlock. */
export async function lockUsers(db: Db, ids: readonly string[]): Promise<void> {
  await db.selectFrom('users').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute();
}

/** Locks a user against changes until the transaction ends. */
export async function lockUserForShare(db: Db, id: string): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', id).forShare().execute();
}

/** Inserts a user and returns the ID, or undefined if the username, email address or NPI is taken. */
export async function insertUser(db: Db, columns: Insertable<UsersTable>): Promise<string | undefined> {
  const row = await db
    .insertInto('users')
    .values(columns)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Whether a user has this email address, in any case. */
export async function isEmailTaken(db: Db, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  return row !== undefined;
}

/** The number of usernames that are this one, with or without a number. */
export async function countUserNames(db: Db, base: string): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where(sql`lower(user_name)`, '~', `^${base}[0-9]*$`)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Whether a user has this NPI. */
export async function isNpiTaken(db: Db, npi: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('npi', '=', npi).executeTakeFirst();
  return row !== undefined;
}

/** Turns off 2FA: removes the app, the passkeys and the recovery codes. If it is required, a new grace period begins. */
export async function clearTwoFactor(db: Db, id: string, now: Date): Promise<void> {
  const off = {
    totp_enabled: false,
    totp_secret: null,
    totp_last_step: null,
    recovery_code_hashes: [],
    two_factor_off_at: now,
  };
  await updateCredentials(db, id, off, now);
  await db.deleteFrom('passkeys').where('user_id', '=', id).execute();
  await db.deleteFrom('passkey_challenges').where('user_id', '=', id).execute();
}

/** Updates how a user signs in; the version stays. */
export async function updateCredentials(
  db: Db,
  id: string,
  columns: Updateable<UsersTable>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ ...columns, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** The columns of a user that an update can change. */
export interface UserColumns {
  readonly email: string;
  readonly email_confirmed_at: Date | null;
  readonly first_name: string;
  readonly last_name: string;
  readonly title: string | null;
  readonly npi: string | null;
  readonly supervisor_id: string | null;
  readonly is_active: boolean;
  readonly employee_id: string;
  readonly office_id: string | null;
  readonly hire_date: string | null;
}

/** Updates a user and increments the version. */
export async function updateUser(
  db: Db,
  id: string,
  columns: Partial<UserColumns>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('users')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .execute();
}
