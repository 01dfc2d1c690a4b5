import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDb, createPool } from '@portal/server/db/database';
import { startEmbeddedPostgres } from '@portal/server/db/embedded/start';
import { migrate } from '@portal/server/db/migration/migrate';
import { deriveKeys, type Keys } from '@portal/server/security/keys';
import { fillAccount } from '../fill/account.ts';
import { fillAuditLog } from '../fill/audit-log.ts';
import { fillBillingCodes } from '../fill/billing-codes.ts';
import { fillCharges } from '../fill/charges.ts';
import { fillCodeFiles } from '../fill/code-files.ts';
import { fillDictationGroups } from '../fill/dictation-groups.ts';
import { fillDictations } from '../fill/dictations.ts';
import { fillDocuments } from '../fill/documents.ts';
import { fillMessages } from '../fill/messages.ts';
import { fillOrders } from '../fill/orders.ts';
import { fillPatients } from '../fill/patients.ts';
import { fillPermissions } from '../fill/permissions.ts';
import { fillPillCounts } from '../fill/pill-counts.ts';
import { fillTimecards } from '../fill/timecards.ts';

/** Benchmark data is generated, so the key can be public. */
const BENCH_MASTER_KEY = Buffer.alloc(32, 11);

/** A running database with a practice of a certain size. */
export interface Practice {
  readonly patients: number;
  readonly masterKey: Buffer;
  readonly ownerUrl: string;
  readonly appUrl: string;
  /** The portal’s data folder for this run. */
  readonly dataDir: string;
  /** Process id of the database server. */
  readonly databasePid: number;
}

/**
 * Opens the practice of this size in the folder. Fills it unless it was already filled. The database is durable and has its default
 * settings. `onOpen` receives a function that closes it.
 */
export async function openPractice(
  folder: string,
  patients: number,
  onOpen: (close: () => Promise<void>) => void,
): Promise<Practice> {
  const dataDir = join(folder, `patients-${patients}`);
  const marker = join(dataDir, 'filled');
  const isFilled = await readFile(marker, 'utf8').then(
    () => true,
    () => false,
  );
  // Restart an interrupted fill.
  if (!isFilled) await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir, { recursive: true });
  // As root, the database server runs as another account, which must be able to pass through.
  await chmod(dataDir, 0o711);
  const server = await startEmbeddedPostgres({ dataDir, outsideFolder: join(folder, 'outside') });
  onOpen(() => server.stop());
  const keys = deriveKeys(BENCH_MASTER_KEY);
  // This also updates a practice that an older version filled, as a start would.
  await migrate({
    ownerUrl: server.ownerUrl,
    appRole: new URL(server.appUrl).username,
    actAsAppRole: false,
    loadKeys: async () => keys,
    now: new Date(),
  });
  if (!isFilled) {
    const started = performance.now();
    await fillTables(server.ownerUrl, keys, patients);
    console.log(`filled ${patients} patients in ${((performance.now() - started) / 1000).toFixed(1)} s`);
    await writeFile(marker, new Date().toISOString());
  }
  return {
    patients,
    masterKey: BENCH_MASTER_KEY,
    ownerUrl: server.ownerUrl,
    appUrl: server.appUrl,
    dataDir,
    databasePid: Number.parseInt(await readFile(join(server.clusterDir, 'postmaster.pid'), 'utf8'), 10),
  };
}

/** Fills a migrated database. The URL is its owner’s. */
export async function fillTables(url: string, keys: Keys, patients: number): Promise<void> {
  const pool = createPool({ url, size: 2, onError: () => undefined, unhurried: true });
  try {
    await fillAccount(createDb(pool));
    await fillPatients(pool, keys, patients);
    await fillOrders(pool, patients);
    await fillDocuments(pool, patients);
    await fillDictations(pool, patients);
    await fillCharges(pool);
    await fillDictationGroups(pool);
    await fillBillingCodes(pool, patients);
    await fillCodeFiles(pool, patients);
    await fillMessages(pool, patients);
    await fillPillCounts(pool);
    await fillTimecards(pool, patients);
    await fillPermissions(pool, patients);
    await fillAuditLog(pool, keys, patients);
    // The fills commit without waiting for the disk. Vacuum marks rows as visible to all only after a commit that waits.
    await pool.query('analyze');
    await pool.query('vacuum');
  } finally {
    await pool.end();
  }
}
