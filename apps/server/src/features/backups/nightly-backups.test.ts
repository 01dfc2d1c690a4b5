import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemState } from '@portal/contract/system';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { signedInAs } from '#test/factories.ts';
import { portalForTest, type TestPortal } from '#test/harness.ts';
import { readManifest } from '#backup/read-backup.ts';

let identity: string;
let BACKUP_RECIPIENT: string;
beforeAll(async () => {
  identity = await generateX25519Identity();
  BACKUP_RECIPIENT = await identityToRecipient(identity);
});

async function backupFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-nightly-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const nightlyPortal = (BACKUP_DIR: string, env: Record<string, string> = {}) =>
  portalForTest({ env: { BACKUP_DIR, BACKUP_RECIPIENT, PRACTICE_TIME_ZONE: 'UTC', ...env } });

/** What the ten-minute maintenance does, until the backup ends. */
async function tick({ deps }: TestPortal): Promise<void> {
  await deps.backups.beginIfDue();
  await deps.backups.settled();
}

async function stateOf(portal: TestPortal) {
  return portal.succeed(systemState, {}, await signedInAs(portal, 'Admin'));
}

// The clock begins at 15:00 UTC on November 21, after the time of the nightly backup.
describe('the nightly backup', () => {
  it('is made once a night, also with several processes, and is encrypted', async () => {
    const folder = await backupFolder();
    const portal = await nightlyPortal(folder);
    const other = await portalForTest({
      env: { BACKUP_DIR: folder, BACKUP_RECIPIENT, PRACTICE_TIME_ZONE: 'UTC' },
      sameDatabaseAs: portal,
    });
    expect(await stateOf(portal)).toMatchObject({
      status: 'Degraded',
      backup: { isNightly: true, isOverdue: true, lastGood: null },
    });
    await Promise.all([tick(portal), tick(other), tick(portal)]);
    const [name = '', ...more] = await readdir(folder);
    expect([name, more]).toEqual([expect.stringMatching(/^portal-20261121-\d{6}\.age$/), []]);
    expect(await readManifest(join(folder, name), { identities: [identity] })).toMatchObject({
      database: 'external',
      hasMasterKey: false,
    });
    expect(await stateOf(portal)).toMatchObject({
      status: 'Healthy',
      backup: { isOverdue: false, isRunning: false, failure: null, lastGood: { bytes: expect.any(Number) } },
      disks: [{ use: 'data' }, { use: 'backups' }],
    });

    // The next night begins at 02:00.
    portal.clock.advance({ hours: 10, minutes: 55 });
    await tick(portal);
    expect(await readdir(folder)).toHaveLength(1);
    portal.clock.advance({ minutes: 10 });
    await Promise.all([tick(other), tick(portal)]);
    expect(await readdir(folder)).toHaveLength(2);
    expect(portal.logged()).not.toContain(identity);
  });

  it('turns System Status to Degraded when it is overdue, names the problem, and is tried again after an hour', async () => {
    const folder = join(await backupFolder(), 'disk');
    await mkdir(folder);
    const portal = await nightlyPortal(folder);
    await tick(portal);
    await rm(folder, { recursive: true });
    portal.clock.advance({ hours: 25 });
    await tick(portal);
    const problem = `The folder ${folder} does not exist. Create it first.`;
    expect(await stateOf(portal)).toMatchObject({
      status: 'Degraded',
      reasons: [{ code: 'backupFailed', text: `The last nightly backup failed: ${problem}` }],
      backup: { isOverdue: false, failure: { problem } },
    });
    await mkdir(folder);
    portal.clock.advance({ minutes: 59 });
    await tick(portal);
    expect(await readdir(folder)).toEqual([]);
    portal.clock.advance({ minutes: 2 });
    expect(await stateOf(portal)).toMatchObject({ status: 'Degraded', backup: { isOverdue: true } });
    await tick(portal);
    expect(await stateOf(portal)).toMatchObject({
      status: 'Healthy',
      backup: { isOverdue: false, failure: null },
    });
  });

  it.each(['another program replaced this', 'cut off'])(
    'removes only old files that it wrote, and never the last three good ones: %s',
    async (damaged) => {
      const folder = await backupFolder();
      const portal = await nightlyPortal(folder, { BACKUP_KEEP_DAYS: '2' });
      const now = portal.clock.now();
      for (const daysAgo of [7, 6, 5, 4, 3]) {
        const name = `portal-2026111${daysAgo}-020000.age`;
        const started_at = new Date(now.getTime() - daysAgo * 24 * 3_600_000);
        await writeFile(join(folder, name), name);
        await portal.deps.db
          .insertInto('backups')
          .values({
            kind: 'nightly',
            started_at,
            heartbeat_at: started_at,
            finished_at: started_at,
            outcome: 'good',
            bytes: String(name.length),
            file: join(folder, name),
          })
          .execute();
      }
      const [first, second, third] = (await readdir(folder)).toSorted().toReversed();
      const foreign = 'portal-20200101-020000.age';
      await writeFile(join(folder, foreign), 'another program wrote this');
      await writeFile(join(folder, second ?? ''), damaged);
      await tick(portal);
      const present = await readdir(folder);
      // Those kept are counted without the new one, because it could fail.
      expect(present).toEqual(expect.arrayContaining([foreign, second, third]));
      expect([present.length, present.includes(first ?? '')]).toEqual([6, false]);
      portal.clock.advance({ hours: 24 });
      await tick(portal);
      const later = await readdir(folder);
      expect(later).toEqual(expect.arrayContaining([foreign, second]));
      expect([later.length, later.includes(third ?? '')]).toEqual([6, false]);
    },
  );

  it('removes what a dead process left, and starts again', async () => {
    const folder = await backupFolder();
    const portal = await nightlyPortal(folder);
    const file = join(folder, 'portal-20261121-020000.age');
    const now = portal.clock.now();
    await portal.deps.db
      .insertInto('backups')
      .values({ kind: 'nightly', started_at: now, heartbeat_at: now, outcome: 'running', file })
      .execute();
    await writeFile(`${file}.partial`, 'cut off');
    await tick(portal);
    expect(await stateOf(portal)).toMatchObject({ backup: { isRunning: true, isOverdue: false } });
    portal.clock.advance({ minutes: 61 });
    await tick(portal);
    expect(existsSync(`${file}.partial`)).toBe(false);
    expect(await readdir(folder)).toHaveLength(1);
  });

  it('leaves nothing when the portal is closed', async () => {
    const folder = await backupFolder();
    const portal = await nightlyPortal(folder);
    await portal.deps.backups.beginIfDue();
    await portal.deps.backups.close();
    expect(await readdir(folder)).toEqual([]);
    const { rows } = await portal.owner.query('select outcome from backups');
    expect(rows).toEqual([{ outcome: 'failed' }]);
  });

  it('is not made unless it is set, which System Status says', async () => {
    const portal = await portalForTest();
    await tick(portal);
    expect(await stateOf(portal)).toMatchObject({
      status: 'Healthy',
      backup: { isNightly: false, isOverdue: false, lastGood: null },
      disks: [{ use: 'data', isLow: false }],
    });
  });
});
