import { Client } from 'pg';
import { systemErrorCode } from '#platform/disk.ts';
import { damagedPages } from './damaged-pages.ts';

/** Where the check connects. The URL contains a password: never log it. */
export interface CheckAccess {
  readonly ownerUrl: string;
  /** Connects to the embedded server as its superuser; undefined for another server. */
  readonly superuserUrl?: string | undefined;
}

/** What was read, and what of it is damaged. */
export interface DatabaseFindings {
  readonly tables: number;
  readonly indexes: number;
  /** False if the server has no function for indexes that this login may use. */
  readonly areIndexesChecked: boolean;
  /** Pages compared with their checksums on the disk; undefined if only the server’s own reads compare them. */
  readonly pages: number | undefined;
  /** Damaged tables and indexes in words, such as “table patients”. */
  readonly damaged: string[];
}

export interface CheckOptions {
  readonly signal: AbortSignal;
  /** Called with the number of tables and indexes that were read. */
  readonly onProgress?: (read: number) => void;
}

interface Relation {
  readonly oid: number;
  readonly name: string;
  readonly kind: 'table' | 'index';
  /** The table of an index. */
  readonly table: number | null;
}

/**
 * SQLSTATEs of damage: data and index corruption, failed reads, missing files, and text that is not UTF-8 (PostgreSQL documentation,
 * “PostgreSQL Error Codes”, looked up 2026-11-26).
 */
const DAMAGE = /^(?:XX00[0-2]|58030|58P01|22021)$/;
const LOCK = 'medical-portal-database-check';

/** The extensions, of the embedded server, which are removed again by the rollback. */
const EXTENSIONS = ['amcheck', 'pageinspect'];

/**
 * Reads the whole database: every page of the embedded server’s files with its checksum, every value of every table, and every
 * B-tree index with what it must contain. Changes nothing: its transaction is rolled back. Returns undefined while another process
 * does it. On another server, the server’s own reads find damaged pages if it has checksums, and indexes need its extension `amcheck`.
 */
export async function checkDatabase(
  access: CheckAccess,
  { signal, onProgress }: CheckOptions,
): Promise<DatabaseFindings | undefined> {
  signal.throwIfAborted();
  const client = new Client({ connectionString: urlOf(access), application_name: 'medical-portal-check' });
  // The next query reports a lost connection. Without a listener, the event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  const abandon = () => client.connection.stream.destroy();
  signal.addEventListener('abort', abandon);
  try {
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock(hashtext($1)) as taken',
      [LOCK],
    );
    if (rows[0]?.taken !== true) return undefined;
    // The server notices within a second when the portal has ended.
    await client.query(
      `begin; set local statement_timeout = 0; set local lock_timeout = '10s';
       set local idle_in_transaction_session_timeout = 0; set local client_connection_check_interval = '1s'`,
    );
    return await readEverything(client, access.superuserUrl !== undefined, onProgress);
  } finally {
    signal.removeEventListener('abort', abandon);
    await client.end();
  }
}

/** The superuser’s URL leads to another database of the same server. */
function urlOf({ ownerUrl, superuserUrl }: CheckAccess): string {
  if (superuserUrl === undefined) return ownerUrl;
  const url = new URL(superuserUrl);
  url.pathname = new URL(ownerUrl).pathname;
  return url.href;
}

async function readEverything(
  client: Client,
  isSuperuser: boolean,
  onProgress: CheckOptions['onProgress'],
): Promise<DatabaseFindings> {
  const damaged = new Map<number, string>();
  if (isSuperuser)
    for (const name of EXTENSIONS) await client.query(`create extension if not exists ${name}`);
  const pages = isSuperuser ? await damagedPages(client) : undefined;
  for (const { oid, name } of pages?.damaged ?? []) damaged.set(oid, name);

  const relations = await relationsOf(client);
  const checkIndex = await indexCheck(client);
  const tables = relations.filter(({ kind }) => kind === 'table');
  const indexes = checkIndex === undefined ? [] : relations.filter(({ kind }) => kind === 'index');
  let read = 0;
  for (const relation of [...tables, ...indexes]) {
    const { oid, name, kind, table } = relation;
    const isKnown = damaged.has(oid) || (table !== null && damaged.has(table));
    const query =
      kind === 'table'
        ? `select sum(octet_length(each::text)) from ${name} as each`
        : `select ${checkIndex}(${oid}::regclass, true)`;
    if (!isKnown && !(await isReadable(client, query))) damaged.set(oid, `${kind} ${name}`);
    read += 1;
    onProgress?.(read);
  }
  return {
    tables: tables.length,
    indexes: indexes.length,
    areIndexesChecked: checkIndex !== undefined,
    pages: pages?.count,
    damaged: [...damaged.values()].toSorted(),
  };
}

/** Tables and B-tree indexes, not of the system, which the checks of pages cover. */
async function relationsOf(client: Client): Promise<Relation[]> {
  const { rows } = await client.query<Relation>(
    `select c.oid, c.oid::regclass::text as name, case c.relkind when 'i' then 'index' else 'table' end as kind,
       i.indrelid as table
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     left join pg_index i on i.indexrelid = c.oid
     left join pg_am a on a.oid = c.relam
     where c.relpersistence <> 't' and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
       and (c.relkind in ('r', 'm') or (c.relkind = 'i' and a.amname = 'btree' and i.indisvalid and i.indisready))
     order by c.relkind desc, 2`,
  );
  return rows;
}

/** The function that checks an index, if the server has it for this login. */
async function indexCheck(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(n.nspname) || '.' || p.proname as name
     from pg_extension e join pg_namespace n on n.oid = e.extnamespace
     join pg_proc p on p.pronamespace = n.oid and p.proname = 'bt_index_check' and p.pronargs = 2
     where e.extname = 'amcheck' and has_function_privilege(p.oid, 'execute')`,
  );
  return rows[0]?.name;
}

/** Whether a query finds no damage. Throws all other errors. A table that was removed in the meantime is not damaged. */
async function isReadable(client: Client, query: string): Promise<boolean> {
  await client.query('savepoint reading');
  try {
    await client.query(query);
    await client.query('release savepoint reading');
    return true;
  } catch (error) {
    const state = systemErrorCode(error) ?? '';
    if (!DAMAGE.test(state) && state !== '42P01') throw error;
    await client.query('rollback to savepoint reading');
    return state === '42P01';
  }
}
