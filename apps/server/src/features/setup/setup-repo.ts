import type { SetupStep } from '@portal/contract/setup';
import { sql } from 'kysely';
import { hasTwoFactor } from '#authz/required-two-factor.ts';
import type { Db } from '#db/database.ts';

/** The steps that show in the database. */
type StoredStep = Exclude<SetupStep, 'backup'>;

/** Reads which steps are done, in one statement. Undefined if the practice was not set up with `init`. */
export async function findDoneSteps(db: Db): Promise<Readonly<Record<StoredStep, boolean>> | undefined> {
  const { rows } = await sql<Record<StoredStep, boolean>>`
    select
      exists (select from offices where is_active) as "offices",
      exists (
        select from users u where u.is_active and not exists (${superAdmins(sql`ur.user_id = u.id`)})
      ) as "users",
      (select count(*) from users u where u.is_active and exists (${superAdmins(sql`ur.user_id = u.id`)})) > 1 as "secondSuperAdmin",
      exists (select from patients) as "patients",
      exists (select from master_key_fingerprint k where k.fingerprint = practice.sheet_fingerprint) as "recoverySheet",
      exists (select from templates where is_active) as "templates",
      exists (select from offices where is_active) and not exists (
        select from offices o left join location_headers h on h.location_id = o.id
        where o.is_active and coalesce(h.header_html || h.footer_html, '') = ''
      ) as "headers",
      exists (select from timecard_schedules) as "schedule",
      not exists (
        select from users u where u.is_active and not ${hasTwoFactor} and exists (${superAdmins(sql`ur.user_id = u.id`)})
      ) as "twoFactor"
    from practice`.execute(db);
  return rows[0];
}

const superAdmins = (condition: ReturnType<typeof sql>) => sql`
  select from user_roles ur join roles r on r.id = ur.role_id where r.name = 'SuperAdmin' and ${condition}`;
