import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeUser, signIn } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { settingsOf } from '#test/process.ts';
import { DEMO_PASSWORD } from '@portal/domain/demo-accounts';
import { Child, INIT_ANSWERS, run, runHere, type Ended } from './test/child.ts';
import { makePortalFolder } from './test/portal-folder.ts';
import { post } from './test/post.ts';

/** Returns the single line of an operator error, or the whole output when the command printed anything else. */
async function refusal(ended: Promise<Ended>): Promise<string> {
  const { code, out, err } = await ended;
  const line = /^(.+)\n$/.exec(err)?.[1];
  return code === 1 && out === '' && line !== undefined ? line : JSON.stringify({ code, out, err });
}

/** The status of a call without a session under another name, as after the rebinding of a domain. */
async function statusUnder(origin: string, host: string): Promise<number> {
  const request = get(`${origin}/api/office`, { headers: { host } });
  const [response]: IncomingMessage[] = await once(request, 'response');
  response?.resume();
  return response?.statusCode ?? 0;
}

describe('commands with a data folder', () => {
  let folder: string;
  let DATA_DIR: string;
  beforeAll(async () => {
    folder = await makePortalFolder();
    DATA_DIR = join(folder, 'data');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const databaseRuns = () => existsSync(join(DATA_DIR, 'database/cluster/postmaster.pid'));
  let temporaryPassword = '';
  const NEW_PASSWORD = 'Autumn-Ferry-Copper-9';

  it('migrate does not create a database, so a mistyped folder stays empty', async () => {
    expect(await refusal(run(['migrate'], { DATA_DIR }))).toBe(
      `There is no database in ${DATA_DIR}. Check DATA_DIR and DATABASE_URL; the portal creates one when it first starts.`,
    );
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  it('a port that is in use is reported before anything is created', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const PORT = String(typeof address === 'object' ? address?.port : '');
    for (const command of ['serve', 'demo'])
      expect(await refusal(run([command], { DATA_DIR, PORT }))).toBe(
        `Port ${PORT} is already in use. Stop the other program or set PORT to a free one.`,
      );
    expect(existsSync(DATA_DIR)).toBe(false);
    other.close();
  });

  it('init names every missing and invalid flag at once, and sets up nothing', async () => {
    expect(await refusal(run(['init', '--practice', 'Harbor', '--office-state', 'XX'], { DATA_DIR }))).toBe(
      'init cannot run: missing are --time-zone, --office, --office-address, --office-city, --office-zip, --office-phone, --first-name, --last-name; --office-state: State must be a two-letter US state code. In a terminal, it asks for what is missing; --starter loads the starter content.',
    );
  });

  it('init sets up a practice with starter content and prints the temporary password once', async () => {
    const first = await run(['init', ...INIT_ANSWERS, '--starter'], { DATA_DIR });
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toMatch(
      /^Starter content: +17 templates, \d{3} billing codes, 2 titles\nUser name: +abyron\n/,
    );
    temporaryPassword = /Temporary password: (\S{16})\n/.exec(first.out)?.[1] ?? '';
    expect(first.out.split(temporaryPassword)).toHaveLength(2);
    expect(await refusal(run(['init', ...INIT_ANSWERS], { DATA_DIR }))).toMatch(
      /A SuperAdmin already exists/,
    );
    expect(await run(['migrate'], { DATA_DIR })).toMatchObject({
      code: 0,
      out: 'The database is up to date.\n',
    });
  });

  it('serve answers requests, shuts down cleanly on SIGTERM and keeps its data', async ({ annotate }) => {
    const started = performance.now();
    const child = new Child(['serve'], { DATA_DIR });
    const origin = await child.origin();
    expect((await fetch(`${origin}/api/health`)).status).toBe(200);
    await annotate(`serve: ${Math.round(performance.now() - started)} ms from start to the first answer`);
    const signedIn = await post(origin, '/auth/login', { username: 'abyron', password: temporaryPassword });
    expect(signedIn).toMatchObject({ status: 200, body: { user: { mustChangePassword: true } } });
    const change = { currentPassword: temporaryPassword, newPassword: NEW_PASSWORD };
    expect((await post(origin, '/auth/change-password', change, signedIn.body.token)).status).toBe(204);

    expect(await refusal(run(['serve'], { DATA_DIR }))).toMatch(
      /is in use by another instance \(process \d+\)\.$/m,
    );
    expect(await refusal(run(['init', ...INIT_ANSWERS], { DATA_DIR }))).toMatch(/is in use/);

    expect(databaseRuns()).toBe(true);
    child.signal('SIGTERM');
    expect(await child.ended()).toMatchObject({ code: 0, err: '' });
    expect(databaseRuns()).toBe(false);
  });

  it('a second start finds the data, and SIGINT also shuts it down', async () => {
    const child = new Child(['serve'], { DATA_DIR });
    const signedIn = await post(await child.origin(), '/auth/login', {
      username: 'abyron',
      password: NEW_PASSWORD,
    });
    expect(signedIn).toMatchObject({ status: 200, body: { user: { mustChangePassword: false } } });
    child.signal('SIGINT');
    expect(await child.ended()).toMatchObject({ code: 0, err: '' });
    expect(databaseRuns()).toBe(false);
  });

  it('a signal during startup stops the portal and its database', async () => {
    const child = new Child(['serve'], { DATA_DIR });
    await vi.waitFor(() => expect(databaseRuns()).toBe(true), { timeout: 60_000, interval: 1 });
    child.signal('SIGHUP');
    expect(await child.ended()).toMatchObject({ code: 0, out: '', err: '' });
    expect(databaseRuns()).toBe(false);
  });

  it('doctor reports every check as ok', async () => {
    const { code, out } = await run(['doctor'], { DATA_DIR });
    expect(
      out
        // The embedded server lacks fixes until its package has them.
        .replace('NOTICE  database', 'ok      database')
        .split('\n\n')[0]
        ?.split('\n')
        .map((line) => line.split(':')[0]),
    ).toEqual([
      'ok      data folder',
      'ok      database',
      'ok      keys',
      'ok      migrations',
      'ok      practice',
      'ok      clock',
      'ok      audit log',
      'ok      file store',
      'ok      disk space',
      'ok      nightly backup',
      'ok      database pages',
      'ok      signed dictations',
      'ok      documents',
      'ok      system status',
    ]);
    expect(code).toBe(0);
  });

  it('verify-audit reports that the log is intact', async () => {
    expect(await run(['verify-audit'], { DATA_DIR })).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^The audit log is intact: \d+ entries in 32 chains\.\n$/),
    });
  });

  it('a broken key file is reported, not replaced', async () => {
    const path = join(DATA_DIR, 'keys/master.key');
    const key = await readFile(path);
    await writeFile(path, 'short');
    const { code, err } = await run(['serve'], { DATA_DIR });
    expect([code, err]).toEqual([1, `${path} does not hold a 32-byte key. Restore it from the backup.\n`]);
    expect(await readFile(path, 'utf8')).toBe('short');
    await writeFile(path, key);
  });

  it('a folder that is not writable is reported', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    expect((await run(['doctor'], { DATA_DIR: file })).out).toContain(
      `FAILED  data folder: ${file} is not a folder. Correct DATA_DIR.`,
    );
    expect(await refusal(run(['serve'], { DATA_DIR: join(file, 'data') }))).toMatch(
      /^The data folder \S+ is not writable by this account\.$/m,
    );
  });
});

describe('commands with an existing database', () => {
  let portal: TestPortal;
  let settings: Record<string, string>;
  let folder: string;
  beforeAll(async () => {
    portal = await openTestPortal();
    folder = await makePortalFolder();
    settings = { ...settingsOf(portal), DATA_DIR: join(folder, 'data') };
  });
  afterAll(async () => {
    await portal.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('a port that is in use is reported', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const PORT = String(typeof address === 'object' ? address?.port : '');
    expect(await refusal(run(['serve'], { ...settings, PORT }))).toMatch(
      new RegExp(
        `^Port ${PORT} is already in use\\. Stop the other program or set PORT to a free one\\.$`,
        'm',
      ),
    );
    other.close();
  });

  it('an invalid setting is reported', async () => {
    expect(await refusal(run(['serve'], { ...settings, PORT: 'eighty' }))).toMatch(/PORT must be a number/);
  });

  it('verify-audit requires an up-to-date database', async () => {
    const { rows } = await portal.owner.query('delete from schema_migrations returning name, timestamp');
    const message = await refusal(runHere(['verify-audit'], settings));
    for (const { name, timestamp } of rows)
      await portal.owner.query('insert into schema_migrations values ($1, $2)', [name, timestamp]);
    expect(message).toBe('The database is not up to date. Run: npm run portal -- migrate');
  });

  it('verify-audit names the first bad entry', async () => {
    const { userName } = await makeUser(portal);
    await signIn(portal, userName);
    const { rows } = await portal.owner.query<{ chain: number }>('select chain from audit_log where seq = 1');
    const chain = rows[0]?.chain;
    await portal.owner.query(`update audit_log set reason = 'x' where chain = ${chain} and seq = 1`);
    const { code, out } = await runHere(['verify-audit'], settings);
    await portal.owner.query(`update audit_log set reason = null where chain = ${chain} and seq = 1`);
    expect(out.replace(` chain ${chain},`, '')).toMatch(
      /^The audit log was tampered with\. First bad entry: entry 1 \(id [0-9a-f-]{36}\), of \S+: it was changed\.\n$/,
    );
    expect(code).toBe(1);
  });

  it('doctor reports what is wrong', async () => {
    await portal.owner.query('grant delete on audit_log_default to portal_app');
    const { code, out } = await runHere(['doctor'], { ...settings, DATA_DIR: folder });
    await portal.owner.query('revoke delete on audit_log_default from portal_app');
    expect(out).toContain('FAILED  audit log: the application’s database role can change audit entries.');
    expect(code).toBe(1);
  });

  it('demo only listens on a loopback address', async () => {
    const HOST = '0.0.0.0';
    expect(await refusal(run(['demo'], { ...settings, HOST }))).toMatch(/only listens on a loopback address/);
    for (const host of ['::', '192.168.1.5', 'portal.example', '::ffff:127.0.0.1'])
      expect((await runHere(['demo'], { ...settings, HOST: host })).err).toMatch(
        /only listens on a loopback address/,
      );
  });

  it('demo loads the demo practice once; serve refuses a database with public passwords', async () => {
    const fresh = await openTestPortal();
    const own = { ...settingsOf(fresh), DATA_DIR: join(folder, 'data') };
    try {
      for (let start = 0; start < 2; start += 1) {
        const child = new Child(['demo'], own);
        const origin = await child.origin();
        const answer = await post(origin, '/auth/login', { username: 'superadmin', password: DEMO_PASSWORD });
        expect(answer.status).toBe(200);
        expect(await statusUnder(origin, 'rebound.example')).toBe(400);
        expect(await statusUnder(origin, 'localhost')).toBe(401);
        child.signal('SIGINT');
        expect((await child.ended()).code).toBe(0);
      }
      const users = await fresh.owner.query(
        'select count(distinct user_name)::int as distinct, count(*)::int as all from users',
      );
      expect(users.rows).toEqual([{ distinct: 12, all: 12 }]);
      expect(await refusal(run(['serve'], own))).toMatch(/demo practice, whose passwords are public/);
    } finally {
      await fresh.close();
    }
  });

  it('serve refuses to turn off passwords for everyone', async () => {
    const oidc = {
      OIDC_ISSUER: 'http://127.0.0.1:1',
      OIDC_CLIENT_ID: 'portal',
      OIDC_CLIENT_SECRET: 'secret',
    };
    expect(await refusal(run(['serve'], { ...settings, ...oidc, PASSWORD_SIGN_IN: 'nobody' }))).toMatch(
      /PASSWORD_SIGN_IN names nobody, who is not an active SuperAdmin\./,
    );
    const { out, code } = await runHere(['doctor'], { ...settings, ...oidc, DATA_DIR: folder });
    expect(out).toContain('FAILED  single sign-on: http://127.0.0.1:1: ');
    expect(code).toBe(1);
  });
});
