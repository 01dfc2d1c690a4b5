import { notificationList } from '@portal/contract/notifications';
import { patientList } from '@portal/contract/patients';
import { login, me } from '@portal/contract/session';
import { recentActivity } from '@portal/contract/dashboard';
import { expect, it } from 'vitest';
import { auditOf, makeApiKey, makeUser, signedInAs } from '#test/factories.ts';
import { TEST_PASSWORD } from '#test/settings.ts';
import { portalForTest } from '#test/harness.ts';
import { settingsOf } from '#test/process.ts';
import { run } from './test/child.ts';

it('reset-admin lets a locked-out SuperAdmin back in, records it and tells every SuperAdmin', async () => {
  const portal = await portalForTest();
  const settings = settingsOf(portal);
  const [lost, other] = [await signedInAs(portal, 'SuperAdmin'), await signedInAs(portal, 'SuperAdmin')];
  const { rows } = await portal.owner.query<{ name: string }>(
    'select user_name as name from users where id = $1',
    [lost.id],
  );
  const userName = rows[0]?.name ?? '';

  const key = await makeApiKey(portal, lost, ['Patient.View']);
  const callByKey = () => portal.call(patientList, { query: {} }, key);
  // The command uses the real clock.
  await portal.owner.query(`update api_keys set expires_at = now() + interval '1 day'`);
  expect((await callByKey()).status).toBe(200);
  await portal.owner.query(`update users set totp_enabled = true where id = $1`, [lost.id]);

  const refused = await run(['reset-admin', userName], settings);
  expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('Add --yes to confirm') });

  const { code, out } = await run(['reset-admin', userName.toUpperCase(), '--yes'], settings);
  expect(code).toBe(0);
  const password = /^Temporary password: (\S+)$/m.exec(out)?.[1] ?? '';
  expect(out).toContain('API keys suspended: 1.');
  expect((await callByKey()).status).toBe(401);
  expect((await portal.call(me, {}, lost)).status).toBe(401);
  expect((await portal.call(login, { body: { username: userName, password: TEST_PASSWORD } })).status).toBe(
    401,
  );
  // The command uses the real clock.
  await portal.owner.query(`update users set temporary_password_expires_at = $1 where id = $2`, [
    new Date(portal.clock.now().getTime() + 3_600_000),
    lost.id,
  ]);
  const { user } = await portal.succeed(login, { body: { username: userName, password } });
  expect(user).toMatchObject({ mustChangePassword: true });

  expect(await auditOf(portal, 'User', lost.id)).toContainEqual(
    expect.objectContaining({
      action: 'Updated',
      user_id: null,
      reason: 'reset-admin command',
      new_values: { password: 'reset', secondFactor: 'off', sessions: 'ended', suspendedKeys: 1 },
    }),
  );
  const { data } = await portal.succeed(notificationList, { query: {} }, other);
  expect(data).toMatchObject([
    { kind: 'AdminReset', text: expect.stringContaining(`The account ${userName} was reset`) },
  ]);
  const activities = await portal.succeed(recentActivity, { query: {} }, other);
  expect(activities).toContainEqual(
    expect.objectContaining({
      description: `The account ${userName} was reset with a command on the server`,
    }),
  );
});

it('reset-admin names the SuperAdmins when it refuses', async () => {
  const portal = await portalForTest();
  const settings = settingsOf(portal);
  const superAdmin = await makeUser(portal, { roles: ['SuperAdmin'] });
  const staff = await makeUser(portal, { roles: ['Staff'] });
  const refusal = async (name: string) => (await run(['reset-admin', name, '--yes'], settings)).err;
  expect(await refusal('nobody')).toBe(
    `There is no user nobody. The active SuperAdmins are: ${superAdmin.userName}.\n`,
  );
  expect(await refusal(staff.userName)).toMatch(/is not a SuperAdmin\./);
  const { userName } = await makeUser(portal, { roles: ['SuperAdmin'] });
  await portal.owner.query('update users set is_active = false where user_name = $1', [userName]);
  expect(await refusal(userName)).toMatch(/is deactivated\. Another SuperAdmin can activate/);
});
