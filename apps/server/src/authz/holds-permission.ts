import type { PermissionName } from '@portal/domain/permissions';
import { sql, type RawBuilder } from 'kysely';

/**
 * SQL for whether the user with table alias `user` has a permission at `now`, by the same rule as the session lookup: an active
 * override, else the union of the roles' grants. SuperAdmin has every permission. Does not check whether the user is active.
 */
export const holdsPermission = (permission: PermissionName, now: Date, user = 'u'): RawBuilder<boolean> => {
  const id = sql.ref(`${user}.id`);
  return sql<boolean>`coalesce(
  (select o.is_granted from user_permission_overrides o join permissions p on p.id = o.permission_id
    where o.user_id = ${id} and p.name = ${permission} and (o.expires_at is null or o.expires_at > ${now})),
  exists (
    select from user_roles ur join roles r on r.id = ur.role_id
    where ur.user_id = ${id} and (r.name = 'SuperAdmin' or exists (
      select from role_permissions rp join permissions p on p.id = rp.permission_id
      where rp.role_id = r.id and p.name = ${permission}))))`;
};
