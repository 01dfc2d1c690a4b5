import { sql } from 'kysely';
import { headMac, sameMac, type ChainHead } from '#audit/chain.ts';
import { OperatorError } from '#platform/operator-error.ts';
import type { Keys, LoadKeys } from '#security/keys.ts';
import type { Db } from '#db/database.ts';

/** What the database stores about its master key. */
type KnownKey =
  | { readonly kind: 'none' }
  | { readonly kind: 'fingerprint'; readonly fingerprint: Buffer }
  | { readonly kind: 'heads'; readonly heads: readonly (ChainHead & { readonly headMac: Buffer })[] };

/**
 * Loads the keys and checks that they belong to this database. Only a database that never had a key gets a new one.
 * Throws `OperatorError` when the key is missing or wrong. Writes nothing to the database.
 */
export async function openKeys(owner: Db, load: LoadKeys): Promise<Keys> {
  const known = await readKnownKey(owner);
  const keys = await load({ mayCreate: known.kind === 'none' });
  if (!fits(known, keys))
    throw new OperatorError(
      'The master key does not belong to this database. Restore keys/master.key from the backup, or correct MASTER_KEY, and start again. Nothing was changed.',
    );
  return keys;
}

/** Saves the fingerprint of a database’s first key. */
export async function saveKeyFingerprint(owner: Db, keys: Keys, now: Date): Promise<void> {
  await owner
    .insertInto('master_key_fingerprint')
    .values({ fingerprint: keys.fingerprint, noted_at: now })
    .onConflict((conflict) => conflict.column('is_only').doNothing())
    .execute();
}

async function readKnownKey(owner: Db): Promise<KnownKey> {
  if (await hasTable(owner, 'master_key_fingerprint')) {
    const row = await owner.selectFrom('master_key_fingerprint').select('fingerprint').executeTakeFirst();
    if (row !== undefined) return { kind: 'fingerprint', fingerprint: row.fingerprint };
  }
  // Databases of earlier versions have no fingerprint, but their audit chain heads were signed with the key.
  if (!(await isSetUp(owner))) return { kind: 'none' };
  const rows = await owner
    .selectFrom('audit_chains')
    .select(['chain', 'seq', 'mac', 'head_mac as headMac'])
    .execute();
  if (rows.length === 0 && !(await hasEntries(owner))) return { kind: 'none' };
  return { kind: 'heads', heads: rows.map((row) => ({ ...row, seq: Number(row.seq) })) };
}

function fits(known: KnownKey, keys: Keys): boolean {
  if (known.kind === 'none') return true;
  if (known.kind === 'fingerprint') return sameMac(known.fingerprint, keys.fingerprint);
  // One matching head is enough: the others may have been tampered with, which the audit check reports.
  return known.heads.some((head) => sameMac(headMac(keys.audit, head), head.headMac));
}

async function hasTable(owner: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{
    found: boolean;
  }>`select to_regclass(${`public.${name}`}) is not null as found`.execute(owner);
  return rows[0]?.found === true;
}

/** Whether the portal’s tables exist. */
async function isSetUp(owner: Db): Promise<boolean> {
  if (!(await hasTable(owner, 'schema_migrations'))) return false;
  const { rows } = await sql`select from schema_migrations where name = '0001_foundation'`.execute(owner);
  return rows.length > 0;
}

async function hasEntries(owner: Db): Promise<boolean> {
  return (await owner.selectFrom('audit_log').select('chain').limit(1).executeTakeFirst()) !== undefined;
}
