import { formKey, logout } from '@portal/contract/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedInAs, signIn, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { tokenSessionId } from '@portal/domain/session';

const ABSENT = '00000000-0000-7000-8000-000000000000';
const sessionOf = ({ token }: { token: string }) => tokenSessionId(token) ?? '';

describe('form key of a session', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await openTestPortal();
  });
  afterAll(() => portal.close());

  const ask = (id: string, user: Pick<SignedInUser, 'token'>) =>
    portal.call(formKey, { params: { id } }, user);
  const keyOf = async (id: string, user: Pick<SignedInUser, 'token'>) =>
    (await portal.succeed(formKey, { params: { id } }, user)).key;

  it('is 32 bytes, always the same for a session and different for each session', async () => {
    const user = await signedInAs(portal);
    const other = { token: await signIn(portal, user.userName) };
    const key = await keyOf(sessionOf(user), user);
    expect(Buffer.from(key, 'base64')).toHaveLength(32);
    expect(await keyOf(sessionOf(user), user)).toBe(key);
    expect(await keyOf(sessionOf(other), other)).not.toBe(key);
  });

  it('is available to the same user after the session has ended, for 12 hours after its last activity', async () => {
    const user = await signedInAs(portal);
    const id = sessionOf(user);
    const key = await keyOf(id, user);
    portal.clock.advance({ minutes: 20 });
    expect((await ask(id, user)).status).toBe(401);
    const again = { token: await signIn(portal, user.userName) };
    expect(await keyOf(id, again)).toBe(key);
    portal.clock.advance({ hours: 11, minutes: 39, seconds: 59 });
    const late = { token: await signIn(portal, user.userName) };
    expect(await keyOf(id, late)).toBe(key);
    portal.clock.advance({ seconds: 1 });
    expect(await ask(id, late)).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } });
  });

  it('is not available to anyone else, whatever their role', async () => {
    const user = await signedInAs(portal);
    for (const role of ['Staff', 'SuperAdmin'] as const) {
      const stranger = await signedInAs(portal, role);
      expect((await ask(sessionOf(user), stranger)).status).toBe(404);
    }
    expect((await ask(ABSENT, user)).status).toBe(404);
  });

  it('is not available after sign-out', async () => {
    const user = await signedInAs(portal);
    await portal.succeed(logout, {}, user);
    const again = { token: await signIn(portal, user.userName) };
    expect((await ask(sessionOf(user), again)).status).toBe(404);
  });
});
