import { sql, type Selectable } from 'kysely';
import { roleNames } from '#authz/role-names.ts';
import type { Db } from '#db/database.ts';
import { containsWords } from '#db/folded-text.ts';
import type { UsersTable } from '#db/schema.ts';

/** The users to change: by ID, or the members of a role. */
export type UserSelection = { readonly userIds: readonly string[] } | { readonly membersOf: string };

type UserFields<Name extends keyof Selectable<UsersTable>> = Pick<Selectable<UsersTable>, 'id' | Name>;

/** Locks the caller and the selected users until the transaction ends, in order of ID to avoid deadlocks. */
export function lockUserRows(
  db: Db,
  callerId: string,
  who: UserSelection,
): Promise<UserFields<'user_name' | 'is_active'>[]> {
  return db
    .selectFrom('users as u')
    .select(['u.id', 'u.user_name', 'u.is_active'])
    .where((eb) =>
      eb.or([
        eb('u.id', '=', callerId),
        'userIds' in who
          ? eb('u.id', 'in', [callerId, ...who.userIds])
          : eb(
              'u.id',
              'in',
              eb.selectFrom('user_roles').select('user_id').where('role_id', '=', who.membersOf),
            ),
      ]),
    )
    .orderBy('u.id')
    .forNoKeyUpdate()
    .execute();
}

export type UserRow = UserFields<'user_name' | 'first_name' | 'last_name' | 'is_active'> & {
  readonly roles: string[];
};

/** Finds users by ID, with their roles. */
export function findUsers(db: Db, ids: readonly string[]): Promise<UserRow[]> {
  return db
    .selectFrom('users as u')
    .select(['u.id', 'u.user_name', 'u.first_name', 'u.last_name', 'u.is_active', roleNames.as('roles')])
    .where('u.id', 'in', ids)
    .execute();
}

/** Which users to list. */
export interface UserFilter {
  /** Every word must occur in the username, names, email address or role names; '' for no search. */
  readonly search: string;
  readonly includeInactive: boolean;
}

/** Condition on users `u`: every word must occur in the username, names, email address or role names. */
export const matchesUser = (search: string) =>
  containsWords(
    sql`concat_ws(' ', u.user_name, u.first_name, u.last_name, u.email, array_to_string(${roleNames}, ' '))`,
    search,
  );

const matchingUsers = (db: Db, { search, includeInactive }: UserFilter) =>
  db
    .selectFrom('users as u')
    .$if(!includeInactive, (some) => some.where('u.is_active', '=', true))
    .where(matchesUser(search));

export async function countUsers(db: Db, filter: UserFilter): Promise<number> {
  const row = await matchingUsers(db, filter)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export type ListedUserRow = UserRow & UserFields<'title' | 'email'> & { readonly override_count: number };

/** Lists a page of the matching users by last name, with their number of overrides that have not expired. */
export function listUsers(
  db: Db,
  filter: UserFilter,
  page: { readonly pageSize: number; readonly offset: number; readonly now: Date },
): Promise<ListedUserRow[]> {
  return matchingUsers(db, filter)
    .select(['u.id', 'u.user_name', 'u.first_name', 'u.last_name', 'u.title', 'u.email', 'u.is_active'])
    .select([
      roleNames.as('roles'),
      sql<number>`(select count(*)::int from user_permission_overrides o
        where o.user_id = u.id and (o.expires_at is null or o.expires_at > ${page.now}))`.as(
        'override_count',
      ),
    ])
    .orderBy(sql`lower(u.last_name)`)
    .orderBy(sql`lower(u.first_name)`)
    .orderBy('u.id')
    .limit(page.pageSize)
    .offset(page.offset)
    .execute();
}
