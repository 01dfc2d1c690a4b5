import { describe, expect, it, onTestFinished } from 'vitest';
import { createPortal } from '#lib/portal.ts';
import { createFakeServer, type Answer } from '#lib/test/fake-server.ts';
import { aToken, aUser } from '#lib/test/people.ts';

const ENTRA = { name: 'Entra ID', start: 'https://portal.example/api/auth/sso/start' };
const URL_THERE = 'https://login.example/logout?client_id=portal';

const setOptions = (sso: object | null) => {
  const meta = document.createElement('meta');
  meta.name = 'sign-in-options';
  meta.content = JSON.stringify({ sso, password: true });
  document.head.append(meta);
  onTestFinished(() => meta.remove());
};

const signOutWith = async (sso: object | null, answer: Answer) => {
  setOptions(sso);
  const server = createFakeServer();
  server.on('POST /auth/login', { body: { token: aToken(), user: aUser() } });
  server.on('GET /auth/permissions', { body: [] });
  server.on('POST /auth/logout', { status: 204 });
  const left: string[] = [];
  const portal = createPortal({
    baseUrl: '/api',
    fetch: server.fetch,
    storage: localStorage,
    leave: (url) => left.push(url),
  });
  server.on('GET /auth/sso/logout', answer);
  await portal.session.signIn({ username: 'jdoe', password: 'secret' });
  await portal.session.signOut();
  expect(localStorage.getItem('token')).toBeNull();
  expect(server.countOf('POST /auth/logout')).toBe(1);
  return { left, asked: server.countOf('GET /auth/sso/logout') };
};

describe('the logout of a single sign-on', () => {
  it('goes to the logout page of the issuer', async () =>
    expect(await signOutWith(ENTRA, { body: { url: URL_THERE } })).toEqual({
      left: [URL_THERE],
      asked: 1,
    }));

  it.each([[{ body: { url: null } }], [{ status: 503 }]])('stays here after %j', async (answer) =>
    expect(await signOutWith(ENTRA, answer)).toMatchObject({ left: [] }),
  );

  it('asks for no page without single sign-on', async () =>
    expect(await signOutWith(null, { body: { url: URL_THERE } })).toEqual({ left: [], asked: 0 }));
});
