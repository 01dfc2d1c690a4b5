import type { createPool } from '@portal/server/db/database';

/** Time of the last permission change. */
const LAST_CHANGE = '2026-11-20 20:00Z';

/**
 * Roles and overrides of the colleagues and years of permission audit: one change per five patients. Run after the
 * timecards, which add the colleagues. The pool is the owner’s.
 */
export async function fillPermissions(pool: ReturnType<typeof createPool>, patients: number): Promise<void> {
  await pool.query(
    `insert into user_roles (user_id, role_id)
     select u.id, r.id from users u join roles r on r.display_order = 2 + substr(u.user_name, 10)::int % 5
     where u.user_name like 'colleague%'`,
  );
  await pool.query(
    `insert into user_permission_overrides (user_id, permission_id, is_granted, reason, expires_at, created_by)
     select u.id, p.id, place % 2 = 0, 'Covers for a colleague', case when place % 3 = 0 then now() + interval '90 days' end, bench.id
     from users u, users bench, (select id, row_number() over (order by name) as place from permissions) p
     where u.user_name like 'colleague%' and bench.user_name = 'bench' and substr(u.user_name, 10)::int % 3 = 0
       and place % 9 = substr(u.user_name, 10)::int % 9`,
  );
  await pool.query(
    `with people as (select id, row_number() over (order by user_name) - 1 as place, count(*) over () as total from users),
       catalog as (select id, row_number() over (order by name) - 1 as place, count(*) over () as total from permissions),
       ranks as (select id, row_number() over (order by display_order) - 1 as place, count(*) over () as total from roles)
     insert into permission_audit (changed_at, entity_type, entity_id, permission_id, change_type, changed_by, affected_user_count,
       old_value, new_value, reason)
     select timestamptz '${LAST_CHANGE}' - n * interval '10 minutes',
       case when n % 20 = 0 then 'Role' else 'User' end,
       case when n % 20 = 0 then r.id else u.id end, p.id,
       case when n % 20 = 0 then 'RoleTemplateUpdate' else 'UserOverrideAdded' end,
       by.id, case when n % 20 = 0 then 40 else 1 end,
       case when n % 20 = 0 then 'Not Granted' else 'Inherited' end, 'Granted', 'Covers for a colleague'
     from generate_series(1, ${Math.max(1, Math.round(patients / 5))}) n
     join people u on u.place = n % u.total
     join people by on by.place = n % 7 % by.total
     join catalog p on p.place = n % p.total
     join ranks r on r.place = n / 20 % r.total
     order by n desc`,
  );
  await pool.query('vacuum (analyze) user_roles, user_permission_overrides, permission_audit');
}
