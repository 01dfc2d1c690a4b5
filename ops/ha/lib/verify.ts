import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { documentDownload } from '@portal/contract/documents';
import { Pool } from 'pg';
import type { Client } from './client.ts';
import type { LiveFeed } from './live.ts';
import type { Kept, Load } from './load.ts';
import type { PortalProcess } from './portals.ts';
import type { Practice } from './practice.ts';

/** What is wrong with what was acknowledged. All lists are empty after a drill that passed. */
export interface Findings {
  readonly lost: string[];
  readonly duplicate: string[];
  readonly unheard: string[];
  readonly serverErrors: string[];
}

/** Compares the database with everything that was acknowledged, by unique markers. */
export async function verify(
  { ownerUrl }: Practice,
  load: Load,
  client: Client,
  feeds: readonly LiveFeed[],
  portals: readonly PortalProcess[],
): Promise<Findings> {
  const findings = await verifyDatabase(ownerUrl, load);
  await checkFiles(findings, load, client);
  for (const [index, { heard }] of feeds.entries())
    for (const { id } of load.patients)
      if (!heard.has(id)) findings.unheard.push(`patient ${id} at portal ${index + 1}`);
  for (const { name, logFile } of portals) {
    const lines = (await readFile(logFile, 'utf8')).split('\n');
    for (const line of lines)
      if (/"level":[56]0/.test(line) && !line.includes('"code":"UNAVAILABLE"'))
        findings.serverErrors.push(`${name}: ${line.slice(0, 2_000)}`);
  }
  return findings;
}

/** Compares only the database. */
export async function verifyDatabase(ownerUrl: string, load: Load): Promise<Findings> {
  const findings: Findings = { lost: [], duplicate: [], unheard: [], serverErrors: [] };
  const pool = new Pool({ connectionString: ownerUrl, max: 2 });
  try {
    await checkMarkers(
      pool,
      findings,
      'patient',
      load.patients,
      'select id, last_name as marker from patients',
    );
    await checkMarkers(
      pool,
      findings,
      'message',
      load.messages,
      'select id, caller_name as marker from phone_messages',
    );
    await checkMarkers(
      pool,
      findings,
      'document',
      load.documents,
      `select id, regexp_replace(file_name, '[.]txt$', '') as marker from documents`,
    );
    await checkMarkers(
      pool,
      findings,
      'dictation',
      load.dictations,
      `select id, form_data->>'note' as marker from dictations where status = 'Signed'`,
    );
    await checkEdits(pool, findings, load);
    await checkEntries(pool, findings, load);
  } finally {
    await pool.end();
  }
  return findings;
}

async function checkMarkers(
  pool: Pool,
  { lost, duplicate }: Findings,
  what: string,
  kept: readonly Kept[],
  query: string,
): Promise<void> {
  const { rows } = await pool.query<Kept>(
    `select id, marker from (${query}) as found where marker like 'Drill%'`,
  );
  const ids = new Map<string, string[]>();
  for (const { id, marker } of rows) ids.set(marker, [...(ids.get(marker) ?? []), id]);
  // Also among those that nobody was told about.
  for (const [marker, found] of ids)
    if (found.length > 1) duplicate.push(`${what} ${marker}: ${found.length} times`);
  for (const { id, marker } of kept)
    if (ids.get(marker)?.includes(id) !== true) lost.push(`${what} ${id} (${marker})`);
}

async function checkEdits(pool: Pool, { lost }: Findings, load: Load): Promise<void> {
  const { rows } = await pool.query<{ id: string; version: number; address: string | null }>(
    `select id, version, address from patients where last_name like 'Drill%'`,
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  for (const { id, version, address } of load.patients) {
    const row = stored.get(id);
    if (row !== undefined && (row.version !== version || (row.address ?? '') !== address))
      lost.push(`edit of patient ${id}: version ${row.version} instead of ${version}`);
  }
}

/** Each record has one entry of its creation, each dictation one of its signature, each patient one per edit. */
async function checkEntries(pool: Pool, { lost, duplicate }: Findings, load: Load): Promise<void> {
  const { rows } = await pool.query<{ id: string; action: string; count: number }>(
    `select entity_id as id, action, count(*)::int as count from audit_log
     where action in ('Created', 'Signed', 'Updated') group by 1, 2`,
  );
  const counts = new Map(rows.map(({ id, action, count }) => [`${action} ${id}`, count]));
  const expect = (action: string, id: string, expected: number) => {
    const count = counts.get(`${action} ${id}`) ?? 0;
    if (count < expected) lost.push(`audit entry: ${action} ${id}`);
    if (count > expected) duplicate.push(`audit entry: ${action} ${id}, ${count} times`);
  };
  for (const { id } of [...load.patients, ...load.messages, ...load.documents, ...load.dictations])
    expect('Created', id, 1);
  for (const { id } of load.dictations) expect('Signed', id, 1);
  for (const { id, version } of load.patients) expect('Updated', id, version - 1);
}

async function checkFiles({ lost }: Findings, load: Load, client: Client): Promise<void> {
  for (const { id, sha256 } of load.documents) {
    const { reply } = await client.insist(documentDownload, { id });
    const hash = createHash('sha256');
    if (reply.ok) hash.update(Buffer.from(await reply.body.blob.arrayBuffer()));
    if (!reply.ok || hash.digest('hex') !== sha256) lost.push(`content of document ${id}`);
  }
}

/** Whether a portal is connected to the standby that HAProxy chooses now; undefined if not. */
export async function usesStandby({ readUrl }: Practice): Promise<true | undefined> {
  const pool = new Pool({ connectionString: readUrl, max: 1 });
  try {
    const { rows } = await pool.query(
      `select from pg_stat_activity where application_name = 'medical-portal' and pg_is_in_recovery()`,
    );
    return rows.length > 0 ? true : undefined;
  } finally {
    await pool.end();
  }
}
