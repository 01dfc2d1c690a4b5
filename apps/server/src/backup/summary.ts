import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Database } from '#db/schema.ts';
import { BackupError } from './backup-error.ts';
import type { Summary } from './manifest.ts';

const COUNTED = [
  'users',
  'offices',
  'patients',
  'dictations',
  'medical_orders',
  'phone_messages',
  'documents',
  'timecards',
  'templates',
  'audit_log',
] as const satisfies readonly (keyof Database)[];

/** Tables whose rows are never removed, so a restored database has at least as many. */
const NEVER_REMOVED = ['users', 'patients', 'phone_messages', 'documents', 'timecards', 'audit_log'] as const;

/** Row counts and audit chain heads, all of the same moment. Earlier versions have fewer tables. */
export async function readContents(owner: Db): Promise<Pick<Summary, 'rows' | 'auditHeads'>> {
  const { rows: tables } = await sql<{ name: string }>`
    select name from unnest(${[...COUNTED]}::text[]) as name where to_regclass('public.' || name) is not null`.execute(
    owner,
  );
  const counts = tables.map(({ name }) => sql`${sql.lit(name)}, (select count(*) from ${sql.table(name)})`);
  const { rows } = await sql<{ counts: Record<string, number>; heads: Summary['auditHeads'] }>`
    select json_build_object(${sql.join(counts)}) as counts,
      (select coalesce(json_agg(json_build_object('chain', chain, 'seq', seq, 'mac', encode(mac, 'hex')) order by chain), '[]')
       from audit_chains) as heads`.execute(owner);
  return { rows: rows[0]?.counts ?? {}, auditHeads: rows[0]?.heads ?? [] };
}

/**
 * Checks that a restored database has everything that it had when the backup was made. Writes continued until the end
 * of the backup, so it can have more. Throws `BackupError`.
 */
export async function assertContains(owner: Db, summary: Summary): Promise<Record<string, number>> {
  const { rows: found } = await readContents(owner);
  for (const table of NEVER_REMOVED)
    if ((found[table] ?? 0) < (summary.rows[table] ?? 0))
      throw new BackupError(
        `The restored table ${table} has ${found[table]} rows instead of ${summary.rows[table]}. Use another backup.`,
      );
  const { rows } = await sql<{ chain: number }>`
    select h.chain from json_to_recordset(${JSON.stringify(summary.auditHeads)}) as h(chain smallint, seq bigint, mac text)
    left join audit_log l on l.chain = h.chain and l.seq = h.seq and l.mac = decode(h.mac, 'hex')
    where h.seq > 0 and l.chain is null`.execute(owner);
  if (rows.length > 0)
    throw new BackupError(
      `The restored audit log lacks the last entries of ${rows.length} chains. Use another backup.`,
    );
  return found;
}
