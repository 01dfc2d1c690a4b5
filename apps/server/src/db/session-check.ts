import type { ClientBase } from 'pg';
import { z } from 'zod';
import { WrongSessionError } from './database-errors.ts';
import { isBehindPooler } from './pooler.ts';

/** What a connection asks for when it opens. */
export interface WantedSession {
  /** Called if a pooler is in between. Throws if that one does not suit. */
  readonly tryPooler: () => Promise<void>;
  /** The role to act as; undefined for the one of the login. */
  readonly role: string | undefined;
  /** The role must not be able to remove audit entries, as the owner of the tables can. */
  readonly isRestricted: boolean;
  /** Time limits in milliseconds, by the name of the setting. */
  readonly limits: Readonly<Record<string, number>>;
}

const found = z.object({
  pid: z.int(),
  user: z.string(),
  may_delete: z.boolean(),
  limits: z.record(z.string(), z.number()),
});

/**
 * Sets the formats of dates and durations that the driver reads, whatever the role or the database has, and checks that a connection got what it asked for. PgBouncer with `ignore_startup_parameters` opens it without the role and the limits,
 * so the portal would run as the owner of the tables. Throws WrongSessionError.
 */
export async function checkSession(
  client: ClientBase,
  { tryPooler, role, isRestricted, limits }: WantedSession,
): Promise<void> {
  const { rows } = await client.query(
    `select set_config('datestyle', 'ISO, MDY', false), set_config('intervalstyle', 'postgres', false), current_user as user,
      pg_backend_pid() as pid, coalesce((select has_table_privilege(oid, 'delete') from pg_class where oid = to_regclass('public.audit_log')), false) as may_delete,
      (select json_object_agg(name, extract(epoch from current_setting(name)::interval) * 1000) from unnest($1::text[]) as name) as limits`,
    [Object.keys(limits)],
  );
  const session = found.parse(rows[0]);
  if (isBehindPooler(client, session.pid)) await tryPooler();
  const wrong = [
    ...(role !== undefined && session.user !== role
      ? [`it acts as “${session.user}” instead of “${role}”`]
      : []),
    ...(isRestricted && session.may_delete ? [`“${session.user}” may remove entries of the audit log`] : []),
    ...Object.entries(limits).flatMap(([name, ms]) =>
      session.limits[name] === ms ? [] : [`its ${name} is ${session.limits[name] ?? 0} ms instead of ${ms}`],
    ),
  ];
  if (wrong.length > 0)
    throw new WrongSessionError(
      `The database connection is not the one that the portal asked for: ${wrong.join('; ')}. A connection pooler in between may drop startup parameters (PgBouncer: ignore_startup_parameters). With LISTEN_DATABASE_URL, “npm run portal -- migrate” gives the login its limits; busy connections that the pooler has already keep theirs (PgBouncer: RECONNECT). See “Connection poolers” in docs/operations/databases.md.`,
    );
}
