import { existsSync } from 'node:fs';
import { chmod, copyFile, open, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { query } from '#db/embedded/test/folders.ts';
import { openExistingDatabase } from '#db/open-database.ts';
import { systemStatus } from '#features/system/index.ts';
import { readConfig } from '#platform/config.ts';
import { openDocumentDesk, type DocumentDesk } from '#test/document-desk.ts';
import { settingsOf } from '#test/process.ts';
import { Child, run, runHere } from './test/child.ts';
import { makePortalFolder } from './test/portal-folder.ts';

/** Each test runs several processes, and each process starts the database. */
const PATIENT = { timeout: 120_000 };

/** A time zone in which no nightly check begins now. */
const zoneWithDaylight = (): string => (new Date().getUTCHours() < 6 ? 'Asia/Tokyo' : 'UTC');

describe('doctor on a data folder', PATIENT, () => {
  let folder: string;
  let DATA_DIR: string;
  beforeAll(async () => {
    folder = await makePortalFolder();
    DATA_DIR = join(folder, 'data');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('creates nothing when there is no data', async () => {
    const { code, out, err } = await run(['doctor'], { DATA_DIR });
    expect(out).toContain(`FAILED  data folder: ${DATA_DIR} does not exist. Check DATA_DIR`);
    expect(out).toContain(`FAILED  database: There is no database in ${DATA_DIR}.`);
    expect([code, err, existsSync(DATA_DIR)]).toEqual([1, '', false]);
    expect(await run(['verify-audit'], { DATA_DIR })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^There is no database in .*\n$/),
    });
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  it('works next to a running portal, like verify-audit, and lists all locations', async () => {
    const serving = new Child(['serve'], { DATA_DIR, PRACTICE_TIME_ZONE: zoneWithDaylight() });
    const origin = await serving.origin();
    const { code, out } = await run(['doctor', '--files', '--database'], { DATA_DIR });
    expect([code, out.match(/^FAILED.*$/gm)]).toEqual([0, null]);
    expect(out).toMatch(
      /^ok {6}database pages: all \d+ tables and \d+ indexes were read and are intact, and all \d{4,} pages of the files match their checksums$/m,
    );
    expect(out).toMatch(/^(?:ok|NOTICE) +database: PostgreSQL 18\.\d+ is responding/m);
    for (const place of [
      'database/cluster',
      'database/credentials.json',
      'database/server.log',
      'files',
      'keys/master.key',
    ])
      expect(out).toMatch(new RegExp(`^  \\S.* ${join(DATA_DIR, place)}$`, 'm'));
    expect(await run(['verify-audit'], { DATA_DIR })).toMatchObject({
      code: 0,
      out: expect.stringContaining('The audit log is intact'),
    });
    expect((await fetch(`${origin}/api/ready`)).status).toBe(200);
    expect(await readdir(join(DATA_DIR, 'files'))).toEqual([]);
    serving.signal('SIGTERM');
    expect(await serving.ended()).toMatchObject({ code: 0, err: '' });
  });

  it('never creates a key: when the key is missing, nothing starts, is created or changes', async () => {
    const key = join(DATA_DIR, 'keys/master.key');
    await rename(key, join(folder, 'moved.key'));
    const message = `The master key ${key} is missing. Restore it from the backup, or set MASTER_KEY.`;
    const { code, out } = await runHere(['doctor'], { DATA_DIR });
    expect(out).toContain(`FAILED  keys: ${message}`);
    expect(code).toBe(1);
    for (const command of ['serve', 'migrate', 'verify-audit']) {
      const ended = await run([command], { DATA_DIR });
      expect(ended).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^[^\n]+\n$/) });
      expect(ended.err).toContain(message);
    }
    expect(existsSync(key)).toBe(false);

    const MASTER_KEY = Buffer.alloc(32, 9).toString('base64');
    const wrong = 'The master key does not belong to this database.';
    expect((await runHere(['doctor'], { DATA_DIR, MASTER_KEY })).out).toContain(`FAILED  keys: ${wrong}`);
    expect((await run(['serve'], { DATA_DIR, MASTER_KEY })).err).toContain(wrong);

    await rename(join(folder, 'moved.key'), key);
    expect((await runHere(['verify-audit'], { DATA_DIR })).code).toBe(0);
  });

  it('finds a damaged page of the database with --database, and remembers it', async () => {
    const access = await openExistingDatabase(readConfig({ DATA_DIR }));
    const [row] = await query(access.ownerUrl, `select pg_relation_filepath('permissions') as path`);
    await access.close();
    const file = join(DATA_DIR, 'database/cluster', String(Object(row).path));
    await copyFile(file, join(folder, 'page.kept'));
    const page = await open(file, 'r+');
    await page.write(Buffer.alloc(8, 0xab), 0, 8, 8000);
    await page.close();

    expect((await runHere(['doctor'], { DATA_DIR })).out).toMatch(
      /^ok {6}database pages: the check of 2\S+ found no damage/m,
    );
    const found = await runHere(['doctor', '--database'], { DATA_DIR });
    expect(found).toMatchObject({
      code: 1,
      out: expect.stringContaining('FAILED  database pages: damaged: table permissions. Stop the portal'),
    });
    expect((await runHere(['doctor'], { DATA_DIR })).out).toMatch(
      /^FAILED {2}system status: Degraded\. The last check of the database found damage: table permissions\./m,
    );

    await writeFile(file, await readFile(join(folder, 'page.kept')));
    expect(await runHere(['doctor', '--database'], { DATA_DIR })).toMatchObject({ code: 0 });
  });

  it('warns while the portal checks the database', async () => {
    const access = await openExistingDatabase(readConfig({ DATA_DIR }));
    const client = new Client({ connectionString: access.ownerUrl });
    await client.connect();
    await client.query(`select pg_advisory_lock(hashtext('medical-portal-database-check'))`);
    const { code, out } = await runHere(['doctor', '--database'], { DATA_DIR });
    await client.end();
    await access.close();
    expect(out).toContain('WARNING database pages: the portal is checking it at this moment.');
    expect(code).toBe(0);
  });

  it('reports that other accounts can read the key', async () => {
    const key = join(DATA_DIR, 'keys/master.key');
    await chmod(key, 0o644);
    const { code, out } = await runHere(['doctor'], { DATA_DIR });
    await chmod(key, 0o600);
    expect(out).toContain(`Run: chmod 600 ${key}`);
    expect(code).toBe(1);
  });
});

describe('documents whose files are missing', PATIENT, () => {
  let desk: DocumentDesk;
  let ids: string[];
  let settings: Record<string, string>;
  beforeAll(async () => {
    desk = await openDocumentDesk();
    ids = [];
    for (let index = 0; index < 4; index += 1)
      ids.push((await desk.upload(new File([`text ${index} `.repeat(20_000)], `${index}.txt`))).id);
    settings = settingsOf(desk.portal);
  });
  afterAll(() => desk.portal.close());
  const files = () => join(settings['DATA_DIR'] ?? '', 'files');
  const pathOf = (id: string) => join(files(), id.slice(-2), id);
  const status = async () => (await systemStatus(desk.portal.deps)).status;

  it('doctor --files lists each one; it and the system status recover with the files', async () => {
    expect(await runHere(['doctor', '--files'], settings)).toMatchObject({
      code: 0,
      out: expect.stringContaining('ok      documents: all 4 files match what was stored'),
    });
    const [missing = '', damaged = ''] = ids;
    for (const id of [missing, damaged]) await copyFile(pathOf(id), `${pathOf(id)}.kept`);
    await rm(pathOf(missing));
    await truncate(pathOf(damaged), 70_000);
    const { code, out } = await runHere(['doctor', '--files'], settings);
    expect(out).toMatch(/^FAILED {2}documents: 2 of 4 files are missing or damaged: /m);
    expect(out).toContain(`${missing} (missing)`);
    expect(out).toContain(`${damaged} (damaged)`);
    expect(code).toBe(1);
    expect(await status()).toBe('Degraded');

    for (const id of [missing, damaged]) await rename(`${pathOf(id)}.kept`, pathOf(id));
    expect((await runHere(['doctor', '--files'], settings)).code).toBe(0);
    expect(await status()).toBe('Healthy');
  });

  it('the file of a permanently deleted document is not reported', async () => {
    const { id } = await desk.upload();
    await desk.portal.owner.query(
      `update documents set purged_at = now(), file_key = null, content_hash = null where id = $1`,
      [id],
    );
    await rm(pathOf(id));
    expect((await runHere(['doctor', '--files'], settings)).code).toBe(0);
    expect(await status()).toBe('Healthy');
  });

  it('a restore without the files is not reported as healthy by the status or by doctor', async () => {
    const away = `${files()}.away`;
    await rename(files(), away);
    onTestFinished(async () => {
      await rm(files(), { recursive: true, force: true });
      await rename(away, files());
    });
    const ended = await runHere(['doctor'], settings);
    expect(ended.out).toContain(
      `FAILED  file store: ${files()} is missing, along with the files of all documents.`,
    );
    expect([ended.code, existsSync(files())]).toEqual([1, false]);
    expect(await status()).toBe('Degraded');
    expect(desk.portal.logged()).toContain('document files are missing from the store');
    // The folder exists again but is empty.
    expect((await runHere(['doctor'], settings)).out).toContain(
      'FAILED  documents: document files are missing',
    );
  });
});
