import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Child } from '#cli/test/child.ts';
import { signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { settingsOf, signInToProcess } from '#test/process.ts';
import { editionsOf } from './code-file-repo.ts';
import { removeOldCodeFiles } from './load-code-file.ts';
import { CodeFileDesk, manyPairs, ptpFile } from './test/code-file-desk.ts';
import { writeTestFile } from '#features/patient-imports/test/import-desk.ts';

/** Enough for some seconds of work, so that it ends early. */
const ROWS = 120_000;
const CONTENT = ptpFile(manyPairs(ROWS));
const eventually = (condition: () => Promise<void>) =>
  vi.waitFor(condition, { timeout: 60_000, interval: 5 });

describe('work on a code file that ends early', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let desk: CodeFileDesk;
  beforeAll(async () => {
    portal = await openTestPortal();
  });
  afterAll(() => portal.close());
  beforeEach(async () => {
    admin = await signedInAs(portal, 'Admin');
    desk = new CodeFileDesk(portal, admin);
  });

  const progress = async () => {
    const { rows } = await portal.owner.query<{ id: string; done: number; task: string | null }>(
      'select id, rows_done as done, task from code_files order by uploaded_at desc limit 1',
    );
    return rows[0];
  };
  /** The process that ended used the real clock. */
  const pass = async () => {
    portal.clock.advance({ ms: Math.max(0, Date.now() - portal.clock.now().getTime()), minutes: 1 });
    desk = new CodeFileDesk(portal, await signedInAs(portal, 'Admin'));
  };

  it.each([
    ['killed', 'SIGKILL'],
    ['stopped', 'SIGTERM'],
  ] as const)(
    'a %s portal leaves a stopped file, which is loaded again without losing or doubling a row',
    async (_how, signal) => {
      const child = new Child(['serve'], settingsOf(portal));
      const { origin, token } = await signInToProcess(child, admin.userName);
      const form = new FormData();
      form.append('editionFrom', '2026-10-01');
      form.append('file', new File([CONTENT], 'pairs.txt'));
      const answer = await fetch(`${origin}/api/admin/code-files`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: form,
      });
      expect(answer.status).toBe(201);
      await eventually(async () => expect((await progress())?.done).toBeGreaterThan(0));
      child.signal(signal);
      await child.ended();
      const { id = '', done = 0 } = (await progress()) ?? {};
      expect(done).toBeLessThan(ROWS);
      await pass();
      expect(await editionsOf(portal.deps.db)).toEqual([]);
      expect(await desk.details(id)).toMatchObject({ status: 'Stopped', rowsDone: done, trouble: null });
      expect(await desk.load(id)).toMatchObject({ ok: true });
      expect(await desk.details(id)).toMatchObject({ status: 'Loaded', rowCount: ROWS, rowsDone: ROWS });
      expect(await desk.countRows()).toEqual({ codes: 0, pairs: ROWS });
      await desk.undo(id);
      expect(await desk.countRows()).toEqual({ codes: 0, pairs: 0 });
    },
  );

  it('maintenance removes what a killed command has left', async () => {
    const path = await writeTestFile(CONTENT, 'pairs.txt');
    const child = new Child(['import', 'codes', path, '--from', '2026-10-01', '--yes'], settingsOf(portal));
    await eventually(async () =>
      expect(await progress()).toMatchObject({ task: 'check', done: expect.toSatisfy(isPositive) }),
    );
    child.signal('SIGKILL');
    await child.ended();
    await pass();
    await removeOldCodeFiles(portal.deps.db, portal.clock.now());
    expect(await desk.countRows()).toEqual({ codes: 0, pairs: 0 });
    const { id = '' } = (await progress()) ?? {};
    expect(await desk.details(id)).toMatchObject({ status: 'Stopped', isByCommand: true });
    expect(await desk.load(id, { editionFrom: '2026-10-01' })).toMatchObject({ status: 409 });
    expect(await desk.discard(id)).toMatchObject({ ok: true });
  });

  it('a canceled command leaves nothing', async () => {
    const path = await writeTestFile(CONTENT, 'pairs.txt');
    const child = new Child(['import', 'codes', path, '--from', '2026-10-01', '--yes'], settingsOf(portal));
    await eventually(async () =>
      expect(await progress()).toMatchObject({ task: 'check', done: expect.toSatisfy(isPositive) }),
    );
    child.signal('SIGINT');
    const { code, out } = await child.ended();
    expect(code).toBe(130);
    expect(out).toContain('Canceled. Nothing of this file was loaded.');
    expect(await desk.countRows()).toEqual({ codes: 0, pairs: 0 });
    expect((await desk.list()).filter(({ status }) => status !== 'Undone')).toEqual([]);
  });

  it('a canceled check leaves no row, and nobody else goes on with it', async () => {
    const answer = await desk.upload(CONTENT, { editionFrom: '2026-10-01' });
    if (!answer.ok) throw new Error('the upload was refused');
    const { id } = answer.body;
    expect(answer.body.status).toBe('Checking');
    expect(await desk.load(id)).toMatchObject({ status: 409 });
    expect(await desk.discard(id)).toMatchObject({ status: 409 });
    expect(await desk.cancel(id)).toMatchObject({ ok: true, body: { status: 'Stopped' } });
    expect(await desk.countRows()).toEqual({ codes: 0, pairs: 0 });
    expect(await desk.cancel(id)).toMatchObject({ status: 409 });
    expect(await desk.discard(id)).toMatchObject({ ok: true });
  });
});

const isPositive = (value: unknown) => Number(value) > 0;
