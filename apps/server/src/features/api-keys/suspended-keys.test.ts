import { apiKeyCreate, apiKeyEnable, apiKeyList, apiKeyRevoke } from '@portal/contract/api-keys';
import { officeList } from '@portal/contract/offices';
import { changePassword, login } from '@portal/contract/session';
import {
  user as userSchema,
  userDeactivate,
  userGet,
  userResetPassword,
  userTwoFactorOff,
  userUpdate,
} from '@portal/contract/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, makeApiKey, signedInAs, signIn, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { TEST_PASSWORD } from '#test/settings.ts';
import { addApp, appCode } from '../session/test/sign-ins.ts';

const password = TEST_PASSWORD;
const NEW_PASSWORD = 'Quiet-Meadow-Signal-88';

describe('API keys after the recovery of an account or a demotion', () => {
  let portal: TestPortal;
  let superAdmin: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    superAdmin = await signedInAs(portal, 'SuperAdmin');
  });
  afterAll(() => portal.close());

  const works = async (token: string) => (await portal.call(officeList, {}, { token })).status;
  const adminWithKey = async () => {
    const admin = await signedInAs(portal, 'Admin');
    return { admin, key: await makeApiKey(portal, admin, ['Patient.View']) };
  };
  const list = async (user: { readonly token: string }) =>
    (await portal.succeed(apiKeyList, { query: { pageSize: '100' } }, user)).items;
  const setRoles = async ({ id }: SignedInUser, names: readonly string[], isActive = true) => {
    const params = { id };
    const { email, firstName, lastName, title } = userSchema.parse(
      await portal.succeed(userGet, { params }, superAdmin),
    );
    const rows = await portal.deps.db.selectFrom('roles').select('id').where('name', 'in', names).execute();
    const body = { email, firstName, lastName, title, isActive, roleIds: rows.map((row) => row.id) };
    return portal.succeed(userUpdate, { params, body }, superAdmin);
  };

  it('are suspended by a password reset until their creator confirms who they are', async () => {
    const { admin, key } = await adminWithKey();
    const { temporaryPassword, suspendedKeys } = await portal.succeed(
      userResetPassword,
      { params: { id: admin.id } },
      superAdmin,
    );
    expect(suspendedKeys).toBe(1);
    expect(await works(key.token)).toBe(401);
    const credentials = { username: admin.userName, password: temporaryPassword };
    const { token } = await portal.succeed(login, { body: credentials });
    const change = { currentPassword: temporaryPassword, newPassword: NEW_PASSWORD };
    await portal.succeed(changePassword, { body: change }, { token });
    expect(await works(key.token)).toBe(401);
    expect(await list({ token })).toContainEqual(
      expect.objectContaining({ id: key.id, state: 'Suspended', suspendedBecause: 'PasswordReset' }),
    );
    expect((await auditOf(portal, 'ApiKey', key.id)).at(-1)).toMatchObject({
      action: 'AccessDenied',
      new_values: { refused: 'suspended' },
    });
    const params = { id: key.id };
    expect(await portal.call(apiKeyEnable, { params, body: {} }, { token })).toMatchObject({
      status: 400,
      error: { errors: { password: ['Password is required'] } },
    });
    expect(await portal.call(apiKeyEnable, { params, body: { password } }, { token })).toMatchObject({
      error: { code: 'WRONG_PASSWORD' },
    });
    expect(await portal.call(apiKeyEnable, { params, body: { password } }, superAdmin)).toMatchObject({
      status: 409,
      error: { message: expect.stringContaining('Only the person who created') },
    });
    const enabled = { params, body: { password: NEW_PASSWORD } };
    expect(await portal.succeed(apiKeyEnable, enabled, { token })).toMatchObject({ state: 'Active' });
    expect(await works(key.token)).toBe(200);
    expect(await portal.call(apiKeyEnable, enabled, { token })).toMatchObject({ status: 409 });
  });

  it('are suspended when 2FA is turned off for their creator', async () => {
    const { admin, key } = await adminWithKey();
    await addApp(portal, admin);
    const body = { reason: 'Lost the phone' };
    await portal.succeed(userTwoFactorOff, { params: { id: admin.id }, body }, superAdmin);
    expect(await works(key.token)).toBe(401);
    expect(await list(superAdmin)).toContainEqual(
      expect.objectContaining({ id: key.id, state: 'Suspended', suspendedBecause: 'TwoFactorReset' }),
    );
  });

  it('stay suspended when their creator is deactivated and activated again', async () => {
    const { admin, key } = await adminWithKey();
    expect(
      (await portal.succeed(userDeactivate, { params: { id: admin.id } }, superAdmin)).suspendedKeys,
    ).toBe(1);
    await setRoles(admin, ['Admin']);
    expect(await works(key.token)).toBe(401);
    const { key: other, admin: second } = await adminWithKey();
    expect((await setRoles(second, ['Admin'], false)).suspendedKeys).toBe(1);
    await setRoles(second, ['Admin']);
    expect(await works(other.token)).toBe(401);
    await portal.succeed(
      apiKeyEnable,
      { params: { id: other.id }, body: { password } },
      { token: await signIn(portal, second.userName) },
    );
    expect(await works(other.token)).toBe(200);
  });

  it('end with the role; their creator sees and revokes them, and nobody else’s', async () => {
    const { admin, key } = await adminWithKey();
    const { key: othersKey } = await adminWithKey();
    expect((await setRoles(admin, ['Admin', 'Staff'])).suspendedKeys).toBe(0);
    expect(await works(key.token)).toBe(200);
    expect((await setRoles(admin, ['Staff'])).suspendedKeys).toBe(1);
    expect(await works(key.token)).toBe(401);
    expect(await list(admin)).toEqual([
      expect.objectContaining({ id: key.id, state: 'Suspended', suspendedBecause: 'RoleRemoved' }),
    ]);
    const asked = { query: { createdBy: superAdmin.id } };
    expect((await portal.succeed(apiKeyList, asked, admin)).items).toEqual([]);
    const enable = { params: { id: key.id }, body: { password } };
    expect((await portal.call(apiKeyEnable, enable, admin)).status).toBe(403);
    expect((await portal.call(apiKeyRevoke, { params: { id: othersKey.id } }, admin)).status).toBe(404);
    expect(await works(othersKey.token)).toBe(200);
    await setRoles(admin, ['Admin']);
    expect(await works(key.token)).toBe(401);
    await setRoles(admin, ['Staff']);
    expect(await portal.succeed(apiKeyRevoke, { params: { id: key.id } }, admin)).toMatchObject({
      state: 'Revoked',
    });
  });

  it('end with the role whatever program removes it', async () => {
    const { admin, key } = await adminWithKey();
    await portal.owner.query('delete from user_roles where user_id = $1', [admin.id]);
    expect(await works(key.token)).toBe(401);
  });

  it('keep their name until they are revoked', async () => {
    const { admin, key } = await adminWithKey();
    await portal.succeed(userResetPassword, { params: { id: admin.id } }, superAdmin);
    const expiresAt = new Date(portal.clock.now().getTime() + 86_400_000).toISOString();
    const body = { name: key.name, permissions: ['Patient.View' as const], expiresAt, password };
    expect((await portal.call(apiKeyCreate, { body }, superAdmin)).status).toBe(409);
  });

  it('are created only by someone who confirms who they are', async () => {
    const admin = await signedInAs(portal, 'Admin');
    const expiresAt = new Date(portal.clock.now().getTime() + 86_400_000).toISOString();
    const body = { name: 'Confirmed', permissions: ['Patient.View' as const], expiresAt };
    const create = (proof: { password?: string; code?: string }) =>
      portal.call(apiKeyCreate, { body: { ...body, ...proof } }, admin);
    expect(await create({})).toMatchObject({ error: { errors: { password: ['Password is required'] } } });
    expect(await create({ password: 'wrong' })).toMatchObject({ error: { code: 'WRONG_PASSWORD' } });
    const { secret } = await addApp(portal, admin);
    expect(await create({ password })).toMatchObject({ error: { errors: { code: ['Code is required'] } } });
    expect(await create({ password, code: '000000' })).toMatchObject({ error: { code: 'WRONG_CODE' } });
    expect((await create({ password, code: appCode(portal, secret) })).status).toBe(201);
  });
});
