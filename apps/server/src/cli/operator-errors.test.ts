import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { onDatabase, withEmptyDatabase } from '#test/empty-database.ts';
import { portalForTest } from '#test/harness.ts';
import { settingsOf } from '#test/process.ts';
import { DEMO_PASSWORD } from '@portal/domain/demo-accounts';
import { Child, INIT_ANSWERS, run, runHere } from './test/child.ts';
import { makePortalFolder } from './test/portal-folder.ts';

/** Each test runs several processes that start a database or load the demo practice. */
const PATIENT = { timeout: 240_000 };

let folder: string;
beforeAll(async () => {
  folder = await makePortalFolder();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The output of every command that opens the database: on standard error, or among its checks for `doctor`. */
async function refusals(settings: Record<string, string>): Promise<unknown[]> {
  const said = [];
  for (const command of ['serve', 'demo']) said.push(await run([command], settings));
  for (const command of ['migrate', 'verify-audit']) said.push(await runHere([command], settings));
  const { code, out, err } = await runHere(['doctor'], settings);
  return [...said, { code, err, out: /^FAILED {2}database: (.*\n)/m.exec(out)?.[1] }];
}
/** The same sentence from each command, on one line and without a stack. */
const all = (sentence: string) => [
  ...Array.from({ length: 4 }, () => ({ code: 1, out: '', err: `${sentence}\n` })),
  { code: 1, err: '', out: `${sentence}\n` },
];

describe('errors that an operator can fix are explained in one sentence', PATIENT, () => {
  it('a damaged file of the data folder', async () => {
    const DATA_DIR = join(folder, 'data');
    expect((await run(['init', ...INIT_ANSWERS], { DATA_DIR })).code).toBe(0);
    const credentials = join(DATA_DIR, 'database/credentials.json');
    const whole = await readFile(credentials, 'utf8');
    await writeFile(credentials, whole.slice(0, 40));
    expect(await refusals({ DATA_DIR })).toEqual(
      all(`${credentials} is damaged. Restore it from the backup, then start again.`),
    );
    await writeFile(credentials, whole.replace(/"superuser": "./, '"superuser": "-'));
    expect((await run(['serve'], { DATA_DIR })).err).toBe(
      `The passwords in ${credentials} do not match the database in ${join(DATA_DIR, 'database')}. Restore both from the same backup.\n`,
    );
    await writeFile(credentials, whole);

    const location = join(DATA_DIR, 'database/location.json');
    await writeFile(location, '{');
    expect((await run(['serve'], { DATA_DIR })).err).toBe(
      `${location} is damaged. Restore it from the backup, then start again.\n`,
    );
    await rm(location);
    expect((await runHere(['migrate'], { DATA_DIR })).code).toBe(0);
  });

  it('a database of a newer version', async () => {
    const portal = await portalForTest();
    await portal.owner.query(
      `insert into schema_migrations values ('9999_later', '2030-01-01T00:00:00.000Z')`,
    );
    const settings = { ...settingsOf(portal), DATA_DIR: folder };
    expect(await refusals(settings)).toEqual(
      all(
        'A newer version of the portal has set up this database (this version does not know 9999_later). Install that version again, or restore the backup made before the update. Nothing was changed.',
      ),
    );
  });
});

describe('concurrent first starts', PATIENT, () => {
  it('on one empty database, all serve the demo practice, which is loaded once', async () => {
    await withEmptyDatabase(async (name) => {
      const settings = {
        DATA_DIR: join(folder, 'shared'),
        DATABASE_URL: onDatabase(inject('postgres').appUrl, name),
        MIGRATION_DATABASE_URL: onDatabase(inject('postgres').ownerUrl, name),
      };
      const children = [1, 2].map(() => new Child(['demo'], settings));
      for (const child of children) {
        const answer = await fetch(`${await child.origin()}/api/auth/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ username: 'superadmin', password: DEMO_PASSWORD }),
        });
        expect(answer.status).toBe(200);
      }
      for (const child of children) child.signal('SIGTERM');
      for (const child of children) expect(await child.ended()).toMatchObject({ code: 0, err: '' });
    });
  });

  it('in one data folder, one serves and the others report that it is in use', async () => {
    const DATA_DIR = join(folder, 'new');
    const children = [1, 2, 3].map(() => new Child(['serve'], { DATA_DIR }));
    const outcomes = await Promise.all(
      children.map((child) =>
        child.origin().then(
          () => 'serves',
          async () => (await child.ended()).err,
        ),
      ),
    );
    const errors = outcomes.filter((outcome) => outcome !== 'serves');
    expect(errors).toHaveLength(2);
    for (const sentence of errors)
      expect(sentence).toMatch(
        /^The data folder \S+ is in use by another instance \((process \d+|which is just starting)\)\.\n$/,
      );
  });
});
