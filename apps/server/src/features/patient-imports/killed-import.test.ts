import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Child } from '#cli/test/child.ts';
import { signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { settingsOf, signInToProcess } from '#test/process.ts';
import { COLUMNS, ImportDesk, many } from './test/import-desk.ts';

const ROWS = 4000;
const CHECK = { columns: COLUMNS, dateOrder: null };
const eventually = (condition: () => Promise<void>) =>
  vi.waitFor(condition, { timeout: 60_000, interval: 5 });

describe('a portal that is killed', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let desk: ImportDesk;
  beforeAll(async () => {
    portal = await openTestPortal();
  });
  afterAll(() => portal.close());
  beforeEach(async () => {
    admin = await signedInAs(portal, 'Admin');
    desk = new ImportDesk(portal, admin);
  });

  const progress = async (id: string) => {
    const { rows } = await portal.owner.query<{ state: string; done: number; task: string | null }>(
      'select state, rows_done as done, task from patient_imports where id = $1',
      [id],
    );
    return rows[0];
  };

  /** A separate process to kill. */
  const openProcess = async (id: string) => {
    const child = new Child(['serve'], settingsOf(portal));
    const { origin, token } = await signInToProcess(child, admin.userName);
    return {
      post: async (action: string, body: object) => {
        const answer = await fetch(`${origin}/api/admin/patient-import/${id}/${action}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        if (!answer.ok) throw new Error(await answer.text());
      },
      kill: async () => {
        child.signal('SIGKILL');
        await child.ended();
        // The process used the real clock.
        portal.clock.advance({ ms: Math.max(0, Date.now() - portal.clock.now().getTime()), minutes: 1 });
        desk = new ImportDesk(portal, await signedInAs(portal, 'Admin'));
      },
    };
  };

  it('during a check leaves a file that can be checked again', async () => {
    const before = await desk.countPatients();
    const { id } = await desk.uploaded(many(ROWS, 'Killcheck'));
    const { post, kill } = await openProcess(id);
    await post('check', CHECK);
    await eventually(async () => expect((await progress(id))?.done).toBeGreaterThan(0));
    await kill();
    expect(['NotChecked', 'Checked']).toContain((await desk.status(id)).status);
    expect(await desk.check(id)).toMatchObject({
      status: 'Checked',
      imported: ROWS,
      failed: 0,
      duplicates: 0,
    });
    await desk.start(id);
    expect(await desk.status(id)).toMatchObject({ status: 'Finished', imported: ROWS });
    expect(await desk.countPatients()).toBe(before + ROWS);
  });

  it('during an import leaves one that continues without losing or doubling a row, or is undone', async () => {
    const before = await desk.countPatients();
    const { id } = await desk.uploaded(many(ROWS, 'Killimport'));
    const { post, kill } = await openProcess(id);
    await post('check', CHECK);
    await eventually(async () =>
      expect(await progress(id)).toEqual({ state: 'Draft', done: ROWS, task: null }),
    );
    await post('start', {});
    await eventually(async () => {
      const found = await progress(id);
      expect(found?.state).toBe('Unfinished');
      expect(found?.done).toBeGreaterThan(0);
    });
    await kill();
    const stopped = await desk.status(id);
    expect(stopped.status).toBe('Stopped');
    expect(await desk.countPatients()).toBe(before + (stopped.imported ?? 0));
    expect(await desk.start(id)).toMatchObject({ ok: true });
    expect(await desk.status(id)).toMatchObject({
      status: 'Finished',
      imported: ROWS,
      failed: 0,
      duplicates: 0,
    });
    expect(await desk.countPatients()).toBe(before + ROWS);
    expect(await desk.undo(id)).toMatchObject({ ok: true });
    expect(await desk.status(id)).toMatchObject({ status: 'Undone' });
    expect(await desk.countPatients()).toBe(before);
  });
});
