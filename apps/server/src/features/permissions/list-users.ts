import type { AnswerOf, QueryOf } from '@portal/contract/endpoint';
import type { permissionUserList } from '@portal/contract/permissions';
import { clampPage } from '@portal/domain/list';
import { sql } from 'kysely';
import type { SignedInContext } from '#request/context.ts';
import { folded } from '#db/folded-text.ts';

const roleNames = sql<
  string[]
>`array(select r.name from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id order by r.display_order)`;
const searched = folded(
  sql`concat_ws(' ', u.user_name, u.first_name, u.last_name, u.email, array_to_string(${roleNames}, ' '))`,
);

/** Lists users by last name; searches by name, email, role or username. Active users only by default. */
export async function getPermissionUsers(
  { deps: { db }, now }: SignedInContext,
  query: QueryOf<typeof permissionUserList>,
): Promise<AnswerOf<typeof permissionUserList>> {
  const words = query.search.split(/\s+/u).filter((word) => word !== '');
  const users = db
    .selectFrom('users as u')
    .$if(!query.includeInactive, (some) => some.where('u.is_active', '=', true))
    .$if(words.length > 0, (some) =>
      some.where(
        sql<boolean>`(${sql.join(
          words.map((word) => sql`strpos(${searched}, ${folded(sql`${word}::text`)}) > 0`),
          sql` and `,
        )})`,
      ),
    );
  const { count } = await users
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const totalCount = Number(count);
  const { pageSize, offset } = clampPage({ ...query, totalCount });
  const rows = await users
    .select(['u.id', 'u.user_name', 'u.first_name', 'u.last_name', 'u.title', 'u.email', 'u.is_active'])
    .select([
      roleNames.as('roles'),
      sql<string>`(select count(*) from user_permission_overrides o
        where o.user_id = u.id and (o.expires_at is null or o.expires_at > ${now}))`.as('override_count'),
    ])
    .orderBy(sql`lower(u.last_name)`)
    .orderBy(sql`lower(u.first_name)`)
    .orderBy('u.id')
    .limit(pageSize)
    .offset(offset)
    .execute();
  return {
    totalCount,
    users: rows.map((row) => ({
      id: row.id,
      userName: row.user_name,
      firstName: row.first_name,
      lastName: row.last_name,
      title: row.title,
      email: row.email,
      isActive: row.is_active,
      roles: row.roles,
      overrideCount: Number(row.override_count),
    })),
  };
}
