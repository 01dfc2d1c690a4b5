import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditVerify } from '@portal/contract/audit';
import { heartbeat, enableTwoFactor, startTwoFactor } from '@portal/contract/session';
import { systemState } from '@portal/contract/system';
import { userResetPassword } from '@portal/contract/users';
import { patientList } from '@portal/contract/patients';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { latestVerification } from '#features/audit-logs/index.ts';
import { maintain } from '#jobs/maintenance.ts';
import { appCode, attempt, failToSignIn } from '#features/session/test/sign-ins.ts';
import { HookDesk } from '#features/webhooks/test/hook-desk.ts';
import { makeApiKey, overridePermission, signedInAs } from './factories.ts';
import { portalForTest, type TestPortal } from './harness.ts';
import { TEST_PASSWORD } from './settings.ts';

const DAY_HOURS = 24;

/** Does something while the clock is 400 days ahead. */
async function ahead<T>(portal: TestPortal, work: () => Promise<T>): Promise<T> {
  portal.clock.advance({ hours: 400 * DAY_HOURS });
  const result = await work();
  portal.clock.advance({ hours: -400 * DAY_HOURS });
  return result;
}

describe('after the clock was 400 days ahead', () => {
  let portal: TestPortal;
  beforeEach(async () => {
    portal = await portalForTest();
    await maintain(portal.deps, []);
  });

  it('a session that began then is over', async () => {
    const user = await ahead(portal, async () => signedInAs(portal, 'Staff'));
    expect((await portal.call(heartbeat, {}, user)).status).toBe(401);
    portal.clock.advance({ hours: 3 * DAY_HOURS });
    expect((await portal.call(heartbeat, {}, user)).status).toBe(401);
  });

  it('wrong passwords delay nobody until the clock catches up', async () => {
    const user = await signedInAs(portal, 'Staff');
    expect(await ahead(portal, async () => failToSignIn(portal, user.userName, 7))).toBe(429);
    expect((await attempt(portal, user.userName)).status).toBe(200);
    // Failures count from the beginning again.
    expect(await failToSignIn(portal, user.userName, 4)).toBe(401);
    expect((await attempt(portal, user.userName)).status).toBe(200);
  });

  it('codes of an authenticator app are accepted', async () => {
    const user = await signedInAs(portal, 'Staff');
    const { secret } = await portal.succeed(startTwoFactor, { body: { password: TEST_PASSWORD } }, user);
    await portal.succeed(enableTwoFactor, { body: { code: appCode(portal, secret) } }, user);
    const signIn = () => attempt(portal, user.userName, { code: appCode(portal, secret) });
    expect((await ahead(portal, signIn)).status).toBe(200);
    portal.clock.advance({ seconds: 30 });
    expect((await signIn()).status).toBe(200);
    expect((await signIn()).status).not.toBe(200);
  });

  it('a temporary password and an API key from then are not valid for longer than usual', async () => {
    const staff = await signedInAs(portal, 'Staff');
    const { temporaryPassword, key } = await ahead(portal, async () => {
      const admin = await signedInAs(portal, 'Admin');
      return {
        ...(await portal.succeed(userResetPassword, { params: { id: staff.id } }, admin)),
        key: await makeApiKey(portal, admin, ['Patient.View']),
      };
    });
    expect(await attempt(portal, staff.userName, { password: temporaryPassword })).toMatchObject({
      error: { message: expect.stringContaining('Your temporary password has expired') },
    });
    expect((await portal.call(patientList, { query: {} }, key)).status).toBe(401);
  });

  it('a check of the audit log that began then blocks no other', async () => {
    await ahead(portal, async () => {
      const now = portal.clock.now();
      await portal.deps.db
        .insertInto('audit_verifications')
        .values({ started_at: now, heartbeat_at: now, total_entries: '0', outcome: 'running' })
        .execute();
    });
    const admin = await signedInAs(portal, 'Admin');
    await portal.succeed(auditVerify, {}, admin);
    await portal.deps.auditChecks.settled();
    expect(await latestVerification(portal.deps.db, portal.clock.now())).toMatchObject({ outcome: 'intact' });
  });
});

it('messages of webhooks that were planned while the clock was ahead are sent', async () => {
  const desk = await HookDesk.open();
  onTestFinished(() => desk.close());
  const hook = await desk.add(['patient.created']);
  hook.receiver.answer(500);
  await ahead(desk.portal, async () => {
    await desk.createPatient();
    await desk.deliver();
  });
  hook.receiver.answer(200);
  await desk.deliver();
  expect(hook.receiver.received).toHaveLength(2);
});

describe('while the clock is 400 days ahead', () => {
  it('nothing is removed because of its age, and System Status says why', async () => {
    const portal = await portalForTest();
    await maintain(portal.deps, []);
    const user = await signedInAs(portal, 'Staff');
    const soon = new Date(portal.clock.now().getTime() + 3_600_000);
    await overridePermission(portal, user.id, 'Order.View', true, soon);
    const counted = async () => {
      const { rows } = await portal.owner.query<{ sessions: number; overrides: number }>(
        'select (select count(*)::int from sessions where user_id = $1) as sessions, (select count(*)::int from user_permission_overrides) as overrides',
        [user.id],
      );
      return rows[0];
    };
    const before = await counted();
    const { state, after } = await ahead(portal, async () => {
      await maintain(portal.deps, []);
      const admin = await signedInAs(portal, 'Admin');
      return { state: await portal.succeed(systemState, {}, admin), after: await counted() };
    });
    expect(after).toEqual(before);
    expect(state).toMatchObject({
      status: 'Degraded',
      clockProblem: expect.stringContaining('The clock went forward by 400 days'),
    });
    await maintain(portal.deps, []);
    expect(await portal.succeed(systemState, {}, await signedInAs(portal, 'Admin'))).toMatchObject({
      status: 'Healthy',
      clockProblem: null,
    });
    portal.clock.advance({ hours: 2 });
    await maintain(portal.deps, []);
    expect(await counted()).toMatchObject({ overrides: 0 });
  });

  it('no backup is removed, and later none of that time counts as the last', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portal-clock-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const identity = await generateX25519Identity();
    const portal = await portalForTest({
      env: {
        BACKUP_DIR: folder,
        BACKUP_RECIPIENT: await identityToRecipient(identity),
        PRACTICE_TIME_ZONE: 'UTC',
        BACKUP_KEEP_DAYS: '2',
      },
    });
    const { backups, db } = portal.deps;
    const night = async () => {
      await maintain(portal.deps, []);
      await backups.beginIfDue();
      await backups.settled();
    };
    const state = async () => portal.succeed(systemState, {}, await signedInAs(portal, 'Admin'));
    for (let count = 0; count < 4; count += 1) {
      await night();
      portal.clock.advance({ hours: DAY_HOURS });
    }
    const names = await readdir(folder);
    const last = await state();
    await ahead(portal, night);
    expect(await readdir(folder)).toEqual(expect.arrayContaining(names));
    expect(await state()).toMatchObject({ backup: { lastGood: last.backup.lastGood, isOverdue: false } });
    portal.clock.advance({ hours: 3 });
    expect(await state()).toMatchObject({ status: 'Degraded', backup: { isOverdue: true } });
    await night();
    expect(await state()).toMatchObject({ status: 'Healthy', backup: { isOverdue: false } });

    // One that was running when the clock was corrected has died.
    await ahead(portal, async () => {
      const now = portal.clock.now();
      await db
        .insertInto('backups')
        .values({ kind: 'nightly', started_at: now, heartbeat_at: now, outcome: 'running', file: 'gone' })
        .execute();
    });
    portal.clock.advance({ hours: DAY_HOURS });
    const count = (await readdir(folder)).length;
    await night();
    expect(await readdir(folder)).not.toHaveLength(0);
    expect((await state()).backup).toMatchObject({ isRunning: false, isOverdue: false });
    expect(count).toBeGreaterThan(3);
  });
});
