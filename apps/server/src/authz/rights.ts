import { sql } from 'kysely';
import { twoFactorDueAt } from './required-two-factor.ts';

/** What a user may do, as read from the database. */
export interface RightsRow {
  readonly user_id: string;
  readonly user_name: string;
  readonly office_id: string | null;
  readonly must_change_password: boolean;
  /** Signs in without the password, so is not asked for a new one. */
  readonly is_single_sign_on: boolean;
  readonly two_factor_due_at: Date | null;
  readonly roles: string[];
  readonly permissions: string[];
  readonly ip_allowed: boolean;
  readonly rights_version: string;
  /** When these rights end without a change in the database: an override, an address or a grace period expires. */
  readonly next_expiry: Date | null;
}

/** SQL: the columns of `RightsRow`, but for `is_single_sign_on`, for user `u`, `v` (`rights_version`) and the joins below. `only` limits the permissions `p`. */
export const rightsColumns = (ip: string, now: Date, only = sql`true`) => sql`
  u.id as user_id, u.user_name, u.office_id, u.must_change_password,
  v.version as rights_version, two_factor.due_at as two_factor_due_at,
  coalesce(r.names, '{}') as roles,
  array(
    select p.name from permissions p
    left join user_permission_overrides o
      on o.user_id = u.id and o.permission_id = p.id and (o.expires_at is null or o.expires_at > ${now})
    where ${only} and coalesce(o.is_granted, 'SuperAdmin' = any (coalesce(r.names, '{}')) or exists (
      select from user_roles ur join role_permissions rp on rp.role_id = ur.role_id
      where ur.user_id = u.id and rp.permission_id = p.id))
  ) as permissions,
  ('SuperAdmin' = any (coalesce(r.names, '{}')) or not exists (
    select from office_ip_whitelist w where w.office_id = u.office_id and (w.expires_at is null or w.expires_at > ${now})
  ) or exists (
    select from office_ip_whitelist w where w.office_id = u.office_id and (w.expires_at is null or w.expires_at > ${now})
      and ${ip}::inet <<= w.ip_address
  )) as ip_allowed,
  least(
    (select min(o.expires_at) from user_permission_overrides o where o.user_id = u.id and o.expires_at > ${now}),
    (select min(w.expires_at) from office_ip_whitelist w where w.office_id = u.office_id and w.expires_at > ${now}),
    case when two_factor.due_at > ${now} then two_factor.due_at end
  ) as next_expiry`;

/** SQL: the joins for `rightsColumns`. */
export const rightsJoins = sql`
  cross join rights_version v
  cross join lateral (select ${twoFactorDueAt} as due_at) two_factor
  left join lateral (
    select array_agg(ro.name order by ro.display_order) as names
    from user_roles ur join roles ro on ro.id = ur.role_id where ur.user_id = u.id
  ) r on true`;

/** The part of a caller that follows from the rights of the user. */
export const identityOf = (row: RightsRow, now: Date) => ({
  id: row.user_id,
  username: row.user_name,
  officeId: row.office_id,
  permissions: new Set(row.permissions),
  mustChangePassword: row.must_change_password && !row.is_single_sign_on,
  twoFactorDueAt: row.two_factor_due_at,
  mustSetUpTwoFactor: row.two_factor_due_at !== null && row.two_factor_due_at <= now,
});
