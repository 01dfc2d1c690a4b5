import { auditExport } from '@portal/contract/audit';
import { systemState } from '@portal/contract/system';
import { expect, it, onTestFinished, vi } from 'vitest';
import { signedInAs } from '#test/factories.ts';
import { portalForTest } from '#test/harness.ts';
import { HookDesk } from '#features/webhooks/test/hook-desk.ts';
import { ImportDesk, many } from '#features/patient-imports/test/import-desk.ts';
import { saveJobEnd } from './job-state-repo.ts';
import { startMaintenance } from '#jobs/maintenance.ts';

const NOTHING = { isRunning: false, endedAt: null, hasFailed: false, queue: null };

it('says for each kind of work whether it goes on, how it ended and what waits, in all processes', async () => {
  const desk = await HookDesk.open();
  onTestFinished(() => desk.close());
  const { portal } = desk;
  const { owner, clock, deps } = portal;
  const admin = await signedInAs(portal, 'Admin');
  const work = async () => {
    const state = await portal.succeed(systemState, {}, admin);
    return Object.fromEntries(state.work?.map(({ name, ...line }) => [name, line]) ?? []);
  };
  expect(await work()).toEqual({
    maintenance: NOTHING,
    auditCheck: NOTHING,
    databaseCheck: NOTHING,
    patientImports: NOTHING,
    codeFiles: NOTHING,
    webhooks: { ...NOTHING, queue: { waiting: 0, failed: 0 } },
  });

  const stop = startMaintenance(deps);
  onTestFinished(stop);
  const now = clock.now();
  const at = now.toISOString();
  await vi.waitFor(
    async () => expect(await work()).toMatchObject({ maintenance: { ...NOTHING, endedAt: at } }),
    { timeout: 30_000 },
  );
  await saveJobEnd(deps.db, { job: 'maintenance', endedAt: now, problem: 'No space.' });
  await owner.query(
    'insert into audit_verifications (started_at, heartbeat_at, total_entries) values ($1, $1, 1)',
    [now],
  );
  const hook = await desk.add(['patient.created']);
  hook.receiver.answer(410);
  await desk.createPatient();
  await desk.deliver();
  const imports = new ImportDesk(portal, admin);
  const { id } = await imports.uploaded(many(2, 'Background'));
  await owner.query(
    `update patient_imports set task = 'check', run_id = gen_random_uuid(), active_at = $2 where id = $1`,
    [id, now],
  );
  expect(await work()).toMatchObject({
    maintenance: { endedAt: at, hasFailed: true },
    auditCheck: { isRunning: true, endedAt: null },
    patientImports: { isRunning: true, endedAt: null },
    webhooks: { queue: { waiting: 0, failed: 1 } },
  });

  // Whoever was working has died.
  clock.advance({ minutes: 2 });
  expect(await work()).toMatchObject({
    auditCheck: { isRunning: false, endedAt: at, hasFailed: true },
    patientImports: { isRunning: false },
  });
});

it('has the nightly backup if one is set up', async () => {
  const portal = await portalForTest({
    env: { BACKUP_DIR: '/nowhere', BACKUP_PASSPHRASE: 'correct horse battery staple' },
  });
  await (await portal.deps.backups.beginIfDue()).ended.catch(() => undefined);
  const { work } = await portal.succeed(systemState, {}, await signedInAs(portal, 'Admin'));
  expect(work?.find(({ name }) => name === 'backup')).toMatchObject({
    isRunning: false,
    hasFailed: true,
    endedAt: portal.clock.now().toISOString(),
  });
});

it('has the standby of exports and reports if there is one', async () => {
  const portal = await portalForTest();
  const admin = await signedInAs(portal, 'Admin');
  expect((await portal.succeed(systemState, {}, admin)).standby).toBeUndefined();
  // A primary is none, so it counts as away, and exports are read as usual.
  const other = await portalForTest({
    sameDatabaseAs: portal,
    env: { READ_DATABASE_URL: portal.deps.config.databaseUrl ?? '' },
  });
  expect(await other.succeed(systemState, {}, admin)).toMatchObject({ standby: { behindSeconds: null } });
  expect((await other.succeed(auditExport, { body: {} }, admin)).blob.size).toBeGreaterThan(100);
  expect(other.logged()).toContain('exports and reports read from the primary');
});
