import { STATUS_REASONS } from '@portal/contract/dashboard';
import { ready, systemState } from '@portal/contract/system';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openDocumentDesk, type DocumentDesk } from '#test/document-desk.ts';
import { signedInAs } from '#test/factories.ts';
import { saveJobEnd } from './job-state-repo.ts';
import { startMaintenance } from '#jobs/maintenance.ts';
import { systemStatus } from './system-status.ts';
import { soon } from '#test/soon.ts';

let desk: DocumentDesk;
let admin: Awaited<ReturnType<typeof signedInAs>>;
beforeAll(async () => {
  desk = await openDocumentDesk();
  admin = await signedInAs(desk.portal, 'Admin');
});
afterAll(() => desk.portal.close());

const report = () => systemStatus(desk.portal.deps);
const codes = async () => (await report()).reasons.map(({ code }) => code);

/** Changes the database as its owner until the test ends. */
async function spoil(change: string, mend: string): Promise<void> {
  await desk.portal.owner.query(change);
  onTestFinished(async () => void (await desk.portal.owner.query(mend)));
}

describe('the audit log', () => {
  it.each([
    [
      'may not be written',
      'revoke insert on audit_log from portal_app',
      'grant insert on audit_log to portal_app',
    ],
    [
      'may not be read',
      'revoke select on audit_log from portal_app',
      'grant select on audit_log to portal_app',
    ],
    [
      'refuses entries',
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
       create trigger refuse before insert on audit_log for each row execute function refuse()`,
      'drop trigger refuse on audit_log; drop function refuse',
    ],
  ])('that %s is Down, and not ready, with a reason in words', async (_what, change, mend) => {
    expect((await report()).status).toBe('Healthy');
    const role = await desk.portal.owner.query<{ name: string }>(
      `select grantee as name from information_schema.role_table_grants
       where table_name = 'audit_log' and grantee <> current_user limit 1`,
    );
    const named = (text: string) => text.replaceAll('portal_app', role.rows[0]?.name ?? '');
    await spoil(named(change), named(mend));
    const { status, reasons } = await report();
    expect(status).toBe('Down');
    expect(reasons[0]).toMatchObject({ code: 'audit', text: expect.stringMatching(/everything is refused/) });
    expect((await desk.portal.call(ready, {})).status).toBe(503);
    expect(desk.portal.logged()).toContain('the system status has changed');
  });

  it('that is locked is Down, and the checks that wait take no more than one connection', async () => {
    const other = await desk.portal.owner.connect();
    await other.query('begin; lock table audit_log in access exclusive mode');
    onTestFinished(async () => {
      await other.query('rollback');
      other.release();
    });
    const found = await Promise.all(Array.from({ length: 30 }, report));
    expect(new Set(found.map(({ status }) => status))).toEqual(new Set(['Down']));
  });
});

describe('every other reason has words, and a name in the answer for the dashboard', () => {
  it('a job that failed', async () => {
    const { deps } = desk.portal;
    await saveJobEnd(deps.db, { job: 'maintenance', endedAt: deps.clock.now(), problem: 'No space.' });
    const answer = await desk.portal.succeed(systemState, {}, admin);
    expect(answer).toMatchObject({
      status: 'Degraded',
      reasons: [
        {
          code: 'job',
          summary: STATUS_REASONS.job,
          text: expect.stringMatching(/^The job maintenance failed/),
        },
      ],
    });
    // The next run is fine.
    const stop = startMaintenance(deps);
    onTestFinished(stop);
    await vi.waitFor(async () => expect(await codes()).toEqual([]), soon);
  });

  it('a job that fails now is stored', async () => {
    await spoil('alter table idempotency_keys rename to away', 'alter table away rename to idempotency_keys');
    const stop = startMaintenance(desk.portal.deps);
    onTestFinished(stop);
    await vi.waitFor(async () => expect(await codes()).toEqual(['job']), soon);
    await desk.portal.owner.query('delete from job_states');
  });

  it('missing and damaged files, each by its name', async () => {
    const [missing, damaged] = [await desk.upload(), await desk.upload()];
    const { store } = desk.portal.deps.files;
    await desk.portal.owner.query(
      'update documents set damaged_at = now(), is_file_missing = (id = $1) where id = any($2)',
      [missing.id, [missing.id, damaged.id]],
    );
    const { reasons } = await report();
    expect(reasons.map(({ code, text }) => [code, text.split('.')[0]])).toEqual([
      ['missingFiles', 'The files of 1 document are missing'],
      ['damagedFiles', 'The files of 1 document are damaged'],
    ]);
    await desk.portal.owner.query('update documents set damaged_at = null, is_file_missing = false');
    const broken = vi.spyOn(store, 'check').mockRejectedValue(new Error('no disk'));
    onTestFinished(() => broken.mockRestore());
    expect(await codes()).toEqual(['storage']);
  });

  it('a partition that is missing', async () => {
    await spoil(
      'alter table audit_log_2026_12 rename to away',
      'alter table away rename to audit_log_2026_12',
    );
    expect((await report()).reasons).toMatchObject([
      { code: 'partition', text: expect.stringContaining('no partition for 2026-12') },
    ]);
  });

  it('a check that takes too long', async () => {
    const other = await desk.portal.owner.connect();
    await other.query('begin; lock table backups in access exclusive mode');
    onTestFinished(async () => {
      await other.query('rollback');
      other.release();
    });
    // On a busy machine, even the proof of the audit log can be late.
    await vi.waitFor(
      async () => expect(await report()).toMatchObject({ status: 'Degraded', reasons: [{ code: 'slow' }] }),
      { timeout: 60_000 },
    );
  });

  it('a lost live connection', async () => {
    const connected = vi.spyOn(desk.portal.deps.notifier, 'connected', 'get').mockReturnValue(false);
    onTestFinished(() => connected.mockRestore());
    expect(await codes()).toEqual(['live']);
  });
});

const committed = async () => {
  const { rows } = await desk.portal.owner.query<{ count: number }>(
    `select count(*)::int as count from audit_log where reason = 'System status check'`,
  );
  return rows[0]?.count ?? 0;
};

describe('a check', () => {
  it('records an entry only when nothing else was recorded for half an hour', async () => {
    await report();
    const before = await committed();
    for (let look = 0; look < 10; look += 1) await report();
    expect(await committed()).toBe(before);
    desk.portal.clock.advance({ minutes: 31 });
    for (let look = 0; look < 10; look += 1) await report();
    expect(await committed()).toBe(before + 1);
  });
});
