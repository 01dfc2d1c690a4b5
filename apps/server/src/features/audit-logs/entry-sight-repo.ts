import { sql, type RawBuilder } from 'kysely';

/**
 * SQL for `is_restricted` of entry `l`. The office of a deleted whitelist entry is in its values, and a deleted office says itself whether
 * it was restricted; what says neither is restricted.
 */
export const IS_RESTRICTED: RawBuilder<boolean> = sql<boolean>`
  case when l.entity_type in ('Office', 'LocationHeader') and l.entity_id is not null then
    not exists (select from offices o where o.id::text = l.entity_id and not o.super_admin_only)
      and (coalesce(l.new_values ->> 'superAdminOnly', l.old_values ->> 'superAdminOnly', 'true') = 'true'
        or exists (select from offices o where o.id::text = l.entity_id))
  when l.entity_type = 'OfficeIpWhitelist' then
    not exists (select from offices o where not o.super_admin_only and (
      o.id::text = coalesce(l.new_values ->> 'officeId', l.old_values ->> 'officeId')
      or exists (select from office_ip_whitelist w where w.id::text = l.entity_id and w.office_id = o.id)))
  else false end`;
