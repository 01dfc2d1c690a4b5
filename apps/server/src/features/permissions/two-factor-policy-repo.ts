import { sql, type RawBuilder } from 'kysely';
import { hasTwoFactor, twoFactorDueAt, twoFactorRequiredSince } from '#authz/required-two-factor.ts';
import { roleNames } from '#authz/role-names.ts';
import type { Db } from '#db/database.ts';
import { matchesUser } from './permission-user-repo.ts';

/** A role, since when its members must use 2FA, and how many active members there are, with and without 2FA. */
export interface RoleRequirement {
  readonly id: string;
  readonly name: string;
  readonly two_factor_required_since: Date | null;
  readonly user_count: number;
  readonly lacking_count: number;
}

const members = (condition: RawBuilder<unknown>) => sql<number>`(select count(*)::int from user_roles ur
  join users u on u.id = ur.user_id and u.is_active where ur.role_id = r.id ${condition})`;

/** Lists the requirements of all roles, most powerful first. */
export function listRequirements(db: Db): Promise<RoleRequirement[]> {
  return db
    .selectFrom('roles as r')
    .select(['r.id', 'r.name', 'r.two_factor_required_since'])
    .select([members(sql``).as('user_count'), members(sql`and not ${hasTwoFactor}`).as('lacking_count')])
    .orderBy('r.display_order')
    .execute();
}

/** Gets the days of grace and the version. */
export function getPolicy(db: Db): Promise<{ grace_days: number; version: number }> {
  return db.selectFrom('two_factor_policy').select(['grace_days', 'version']).executeTakeFirstOrThrow();
}

/** Locks the policy until the transaction ends. */
export async function lockPolicy(db: Db): Promise<void> {
  await db.selectFrom('two_factor_policy').select('version').forUpdate().execute();
}

/** Sets the days of grace and the roles that require 2FA. Roles that required it before keep their time. */
export async function updatePolicy(
  db: Db,
  { graceDays, requiredRoleIds, now }: { graceDays: number; requiredRoleIds: readonly string[]; now: Date },
): Promise<void> {
  await db
    .updateTable('two_factor_policy')
    .set((eb) => ({ grace_days: graceDays, version: eb('version', '+', 1) }))
    .execute();
  await db
    .updateTable('roles')
    .set({ two_factor_required_since: null })
    .where('two_factor_required_since', 'is not', null)
    .$if(requiredRoleIds.length > 0, (query) => query.where('id', 'not in', requiredRoleIds))
    .execute();
  if (requiredRoleIds.length > 0)
    await db
      .updateTable('roles')
      .set({ two_factor_required_since: now })
      .where('two_factor_required_since', 'is', null)
      .where('id', 'in', requiredRoleIds)
      .execute();
}

const lacking = (db: Db, search: string) =>
  db
    .selectFrom('users as u')
    .where('u.is_active', '=', true)
    .where(sql<boolean>`${twoFactorDueAt} is not null`)
    .where(matchesUser(search));

/** Counts the active users who must use 2FA and do not. `search`: every word must occur in the name, email or roles. */
export async function countLacking(db: Db, search: string): Promise<number> {
  const row = await lacking(db, search)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Lists a page of the active users who must use 2FA and do not, the earliest deadline first. */
export function listLacking(
  db: Db,
  search: string,
  page: { readonly pageSize: number; readonly offset: number },
) {
  return lacking(db, search)
    .select(['u.id', 'u.user_name', 'u.first_name', 'u.last_name', 'u.title'])
    .select([
      roleNames.as('roles'),
      twoFactorRequiredSince.$notNull().as('required_since'),
      twoFactorDueAt.$notNull().as('due_at'),
    ])
    .orderBy('due_at')
    .orderBy(sql`lower(u.last_name)`)
    .orderBy(sql`lower(u.first_name)`)
    .orderBy('u.id')
    .limit(page.pageSize)
    .offset(page.offset)
    .execute();
}
