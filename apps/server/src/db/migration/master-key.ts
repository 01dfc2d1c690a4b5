import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { headMac, sameMac, type ChainHead } from '#audit/chain.ts';
import { OperatorError } from '#platform/operator-error.ts';
import { decryptValue, encryptValue } from '#security/cipher.ts';
import { deriveKeys, type Keys, type LoadKeys } from '#security/keys.ts';
import type { Db } from '#db/database.ts';

/** What the database stores about its master key. */
type KnownKey =
  | { readonly kind: 'none' }
  | { readonly kind: 'fingerprint'; readonly fingerprint: Buffer; readonly sealedRoot: Buffer | undefined }
  | { readonly kind: 'heads'; readonly heads: readonly (ChainHead & { readonly headMac: Buffer })[] };

/**
 * Loads the keys, checks that they belong to this database, and returns the keys of its root key, if it has one: the
 * master key then only decrypts that. Only a database that never had a key gets a new one. Throws `OperatorError` when the key is missing or wrong. Writes nothing to the database.
 */
export async function openKeys(owner: Db, load: LoadKeys): Promise<Keys> {
  const known = await readKnownKey(owner);
  const keys = await load({ mayCreate: known.kind === 'none' });
  if (!fits(known, keys))
    throw new OperatorError(
      'The master key does not belong to this database. Restore keys/master.key from the backup, or correct MASTER_KEY, and start again. Nothing was changed.',
    );
  const sealed = known.kind === 'fingerprint' ? known.sealedRoot : undefined;
  return sealed === undefined ? keys : keysOfRoot(keys, openRoot(keys, sealed));
}

const ROOT = 'master_key_fingerprint.sealed_root';
const sealRoot = (keys: Keys, root: Buffer) => encryptValue(keys, ROOT, root.toString('base64'));
const openRoot = (keys: Keys, sealed: Buffer) => Buffer.from(decryptValue(keys, ROOT, sealed), 'base64');
/** The master key still recognizes the database, decrypts copies of it and signs backups. */
const keysOfRoot = ({ fingerprint, backups, signing }: Keys, root: Buffer): Keys => ({
  ...deriveKeys(root),
  fingerprint,
  backups,
  signing,
});

/** Whether a database never had a master key. */
export const isWithoutKey = async (owner: Db): Promise<boolean> =>
  (await readKnownKey(owner)).kind === 'none';

/** Gives a new database a random root key and returns the keys derived from it. */
export async function createRoot(owner: Db, keys: Keys, now: Date): Promise<Keys> {
  const root = randomBytes(32);
  await owner
    .insertInto('master_key_fingerprint')
    .values({ fingerprint: keys.fingerprint, noted_at: now, sealed_root: sealRoot(keys, root) })
    .execute();
  return keysOfRoot(keys, root);
}

/**
 * Makes another key the master key: encrypts the root key with it. Everything else stays as it is, so running processes
 * do not notice. Returns the keys of the database. Throws `OperatorError` when `current` is not its master key.
 */
export async function replaceMasterKey(
  tx: Db,
  { current, next, now }: { current: Buffer; next: Buffer; now: Date },
): Promise<Keys> {
  await sql`select from master_key_fingerprint for update`.execute(tx);
  const keys = deriveKeys(current);
  await openKeys(tx, async () => keys);
  const known = await readKnownKey(tx);
  const sealed = known.kind === 'fingerprint' ? known.sealedRoot : undefined;
  const root = sealed === undefined ? current : openRoot(keys, sealed);
  const nextKeys = deriveKeys(next);
  await tx
    .updateTable('master_key_fingerprint')
    .set({ fingerprint: nextKeys.fingerprint, noted_at: now, sealed_root: sealRoot(nextKeys, root) })
    .executeTakeFirstOrThrow();
  return keysOfRoot(nextKeys, root);
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
    // Databases of earlier versions do not have the column yet.
    const { rows } = await sql<{ fingerprint: Buffer; sealed: string | null }>`
      select fingerprint, to_jsonb(k) ->> 'sealed_root' as sealed from master_key_fingerprint k`.execute(
      owner,
    );
    const [row] = rows;
    if (row !== undefined) {
      const sealedRoot = row.sealed === null ? undefined : Buffer.from(row.sealed.slice(2), 'hex');
      return { kind: 'fingerprint', fingerprint: row.fingerprint, sealedRoot };
    }
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
