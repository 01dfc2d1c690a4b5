import { randomBytes } from 'node:crypto';
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openDocumentDesk } from '#test/document-desk.ts';
import type { Db } from '#db/database.ts';
import { readConfig } from '#platform/config.ts';
import { Child } from './test/child.ts';
import { withDatabase } from './with-database.ts';
import { makePortalFolder } from './test/portal-folder.ts';

/** Set them lower to try the drill quickly. */
const { DRILL_PATIENTS = '100000', DRILL_GIGABYTES = '5' } = process.env;
const PATIENTS = Number(DRILL_PATIENTS);
/** Statements have a time limit. */
const BATCH = 5_000;
const DOCUMENT_BYTES = 20_000_000;
const DOCUMENTS = Math.ceil((Number(DRILL_GIGABYTES) * 1_000_000_000) / DOCUMENT_BYTES);
const LONGEST_RESTORE_MS = 15 * 60_000;
const BACKUP_PASSPHRASE = 'Copper-Lantern-Meadow-7';
/** Far less than the data. Deriving the key of the passphrase needs 256 MB outside the heap. */
const LIMITED_MEMORY = ['--max-old-space-size=150'];

const settings = (DATA_DIR: string) => ({ DATA_DIR, BACKUP_PASSPHRASE });
const command = (args: readonly string[], dataDir: string) =>
  new Child(args, settings(dataDir), LIMITED_MEMORY).ended();

const countsOf = (DATA_DIR: string) =>
  withDatabase(readConfig({ DATA_DIR }), async ({ owner }) => {
    const { rows } = await sql`
      select (select count(*) from patients) as patients, (select count(*) from documents) as documents,
        (select count(*) from audit_log) as audit_log`.execute(owner);
    return rows;
  });

/** Adds copies of a patient with these numbers. */
async function copyPatient(
  tx: Db,
  { id, first, last }: { id: string; first: number; last: number },
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = 'patients'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(
    tx,
  );
  const columns = sql.join(rows.map(({ name }) => sql.ref(name)));
  await sql`
    insert into patients (${columns})
    select ${columns} from (
      select (jsonb_populate_record(p, jsonb_build_object('id', uuidv7(),
        'medical_record_number', lpad((1000000 + n)::text, 8, '0'), 'ssn', null, 'ssn_index', null))).*
      from patients p cross join generate_series(${first}::int, ${last}::int) n where p.id = ${id}
    ) as copies`.execute(tx);
}

it(
  'restores 100,000 patients and 5 GB of documents within 15 minutes',
  { timeout: 60 * 60_000 },
  async ({ annotate }) => {
    const folder = await makePortalFolder();
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const from = join(folder, 'data');
    const env = { DATA_DIR: from, DATABASE_URL: '', MIGRATION_DATABASE_URL: '', MASTER_KEY: '' };
    const desk = await openDocumentDesk({ env, database: { appUrl: '', ownerUrl: '' } });
    try {
      await withDatabase(readConfig({ DATA_DIR: from }), async ({ owner }) => {
        for (let first = 1; first <= PATIENTS; first += BATCH)
          await copyPatient(owner, {
            id: desk.patientId,
            first,
            last: Math.min(PATIENTS, first + BATCH - 1),
          });
      });
      const start = Buffer.from('%PDF-1.4\n');
      for (let count = 0; count < DOCUMENTS; count += 1)
        await desk.upload(new File([start, randomBytes(DOCUMENT_BYTES)], `scan-${count}.pdf`));

      const file = join(folder, 'drill.age');
      const begun = performance.now();
      expect(await command(['backup', file], from)).toMatchObject({ code: 0, err: '' });
      const written = performance.now();
      await annotate(`backup: ${Math.round((written - begun) / 1000)} s`);

      const to = join(folder, 'restored');
      await mkdir(to, { mode: 0o711 });
      await cp(join(from, 'keys'), join(to, 'keys'), { recursive: true });
      expect(await command(['restore', file], to)).toMatchObject({ code: 0, err: '' });
      const restored = performance.now() - written;
      await annotate(`restore: ${Math.round(restored / 1000)} s`);
      expect(restored).toBeLessThan(LONGEST_RESTORE_MS);
      expect(await countsOf(to)).toEqual(await countsOf(from));
      expect(await command(['doctor', '--files'], to)).toMatchObject({ code: 0 });
    } finally {
      await desk.portal.close();
    }
  },
);
