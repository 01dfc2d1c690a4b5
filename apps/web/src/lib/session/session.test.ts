import type { CurrentUser } from '@portal/contract/session';
import { practice } from '@portal/contract/system';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPortal, type Portal } from '#lib/portal.ts';
import { createFakeServer, type FakeServer } from '#lib/test/fake-server.ts';
import { aToken, aUser } from '#lib/test/people.ts';
import { serveSession } from '#lib/test/serve-session.ts';

let server: FakeServer;
let portal: Portal;

const serve = (user?: CurrentUser, permissions?: string[]) => serveSession(server, user, permissions);

function store(token: string, user: unknown = aUser()) {
  localStorage.setItem('token', token);
  if (user !== null) localStorage.setItem('user', JSON.stringify(user));
}

const stored = () => ({ token: localStorage.getItem('token'), user: localStorage.getItem('user') });
const state = () => portal.session.state();
const signIn = () => portal.session.signIn({ username: 'jdoe', password: 'secret' });

beforeEach(() => {
  server = createFakeServer();
  portal = createPortal({ baseUrl: '/api', fetch: server.fetch, storage: localStorage });
  serve();
});
afterEach(() => vi.restoreAllMocks());

describe('startup session check', () => {
  it('starts unauthenticated and loading', () => {
    expect(state()).toMatchObject({
      isAuthenticated: false,
      isLoading: true,
      user: null,
      token: null,
      permissions: [],
      error: null,
    });
  });

  it('is unauthenticated with "No token found"', async () => {
    await portal.session.start();
    expect(state()).toMatchObject({
      isAuthenticated: false,
      isLoading: false,
      phase: 'ready',
      error: 'No token found',
    });
    expect(server.calls).toHaveLength(0);
  });

  it('is unauthenticated with "No user data found"', async () => {
    store(aToken({ UserId: undefined }), null);
    await portal.session.start();
    expect(state()).toMatchObject({ isAuthenticated: false, isLoading: false, error: 'No user data found' });
  });

  it('loads permissions and is authenticated with token and user', async () => {
    const token = aToken();
    store(token);
    await portal.session.start();
    expect(state()).toMatchObject({
      isAuthenticated: true,
      isLoading: false,
      token,
      permissions: ['Patient.View'],
      error: null,
    });
    expect(state().user?.username).toBe('jdoe');
    expect(server.calls[0]?.headers.get('authorization')).toBe(`Bearer ${token}`);
  });

  it.each([null, '{broken', { id: 7 }])(
    'uses the token’s claims without a readable stored user (%j)',
    async (user) => {
      localStorage.setItem('token', aToken());
      if (user !== null) localStorage.setItem('user', typeof user === 'string' ? user : JSON.stringify(user));
      await portal.session.start();
      expect(state().isAuthenticated).toBe(true);
    },
  );

  it('removes an expired token together with the user', async () => {
    store(aToken({ exp: 1000 }));
    await portal.session.start();
    expect(stored()).toEqual({ token: null, user: null });
    expect(state()).toMatchObject({
      isAuthenticated: false,
      error: 'No token found',
      lastEnd: { userId: aUser().id },
    });
    expect(server.calls).toHaveLength(0);
  });

  it('treats a token without expiration as expired', async () => {
    store(aToken({ exp: undefined }));
    await portal.session.start();
    expect(stored()).toEqual({ token: null, user: null });
    expect(state().isAuthenticated).toBe(false);
    expect(server.calls).toHaveLength(0);
  });

  it.each([401, 403, 404])('is unauthenticated after a refusal (%i)', async (status) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    server.on('GET /auth/permissions', { status, body: { message: 'No longer' } });
    store(aToken());
    await portal.session.start();
    expect(state()).toMatchObject({
      isAuthenticated: false,
      isLoading: false,
      phase: 'ready',
      user: null,
      permissions: [],
    });
    expect(state().lastEnd?.notice).toBe('No longer');
    expect(stored()).toEqual({ token: null, user: null });
  });

  describe('with permissions from the last time', () => {
    beforeEach(async () => {
      store(aToken({ sid: 'this' }));
      await portal.session.start();
      portal = createPortal({ baseUrl: '/api', fetch: server.fetch, storage: localStorage });
    });

    it('prepares the page with them until the server has answered', async () => {
      const check = portal.session.start();
      expect(state()).toMatchObject({
        phase: 'checking',
        isAuthenticated: true,
        permissions: ['Patient.View'],
      });
      const before = state().permissions;
      await check;
      expect(state().phase).toBe('ready');
      expect(state().permissions).toBe(before);
    });

    it('follows the server’s answer', async () => {
      serve(aUser(), ['Order.View']);
      await portal.session.start();
      expect(state()).toMatchObject({ phase: 'ready', permissions: ['Order.View'] });
    });

    it('does not use those of another session', async () => {
      store(aToken({ sid: 'another' }));
      const check = portal.session.start();
      expect(state()).toMatchObject({ phase: 'starting', isAuthenticated: false, permissions: [] });
      await check;
    });

    it('ends with the first refusal, and forgets them', async () => {
      vi.spyOn(console, 'error').mockImplementation(() => undefined);
      server.on('GET /auth/session', { status: 401, body: { message: 'No longer' } });
      await portal.session.start();
      expect(state()).toMatchObject({ phase: 'ready', isAuthenticated: false, permissions: [], user: null });
      expect(localStorage.getItem('permissions')).toBeNull();
    });

    it('is not authenticated while the server is unreachable', async () => {
      server.on('GET /auth/permissions', { status: 503, body: '<html>' });
      await portal.session.start();
      expect(state()).toMatchObject({ phase: 'unreachable', isAuthenticated: false, permissions: [] });
    });

    it('shows no refused call of the page, and asks for the permissions only once', async () => {
      vi.spyOn(console, 'error').mockImplementation(() => undefined);
      server.on('GET /practice', { status: 403, body: { message: 'No', code: 'FORBIDDEN' } });
      const refused: unknown[] = [];
      portal.forbidden.listen((error) => refused.push(error));
      const before = server.countOf('GET /auth/permissions');
      const check = portal.session.start();
      await expect(portal.call(practice, {})).rejects.toMatchObject({ status: 403 });
      await check;
      expect(refused).toEqual([]);
      expect(server.countOf('GET /auth/permissions')).toBe(before + 1);
    });
  });

  it('keeps the token and offers a retry when the server is unreachable', async () => {
    store(aToken());
    server.on('GET /auth/permissions', { status: 503, body: '<html>' });
    await portal.session.start();
    expect(state()).toMatchObject({ isAuthenticated: false, isLoading: false, phase: 'unreachable' });
    expect(stored().token).not.toBeNull();
    serve();
    await portal.session.start();
    expect(state()).toMatchObject({ isAuthenticated: true, phase: 'ready' });
  });
});

describe('sign-in and sign-out', () => {
  it('set loading and clear the error while pending', async () => {
    await portal.session.start();
    const pending = signIn();
    expect(state()).toMatchObject({ isLoading: true, error: null });
    await pending;
  });

  it('store token and user and set authenticated with permissions', async () => {
    await expect(signIn()).resolves.toEqual({ kind: 'signedIn' });
    expect(state()).toMatchObject({
      isAuthenticated: true,
      isLoading: false,
      permissions: ['Patient.View'],
      error: null,
    });
    expect(stored().token).toBe(state().token);
    expect(JSON.parse(stored().user ?? '')).toMatchObject({ username: 'jdoe' });
  });

  it('store the server’s message on failure, stop loading and stay on the sign-in page', async () => {
    server.on('POST /auth/login', {
      status: 401,
      body: { message: 'Invalid username or password', code: 'INVALID_CREDENTIALS' },
    });
    expect((await signIn()).kind).toBe('failed');
    expect(state()).toMatchObject({
      isAuthenticated: false,
      isLoading: false,
      error: 'Invalid username or password',
      lastEnd: null,
    });
    portal.session.clearError();
    expect(state().error).toBeNull();
  });

  it('say "Login failed" for a failure without a message', async () => {
    server.on('POST /auth/login', { status: 500, body: '' });
    await signIn();
    expect(state().error).toBe('Login failed');
  });

  it('ask for a two-factor code without an error, and send it', async () => {
    server.on('POST /auth/login', {
      status: 401,
      body: { message: 'Enter the code', code: 'SECOND_FACTOR_REQUIRED' },
    });
    const choices = { hasApp: true, hasRecoveryCodes: true, passkey: null };
    await expect(signIn()).resolves.toEqual({ kind: 'twoFactor', choices });
    expect(state()).toMatchObject({ isAuthenticated: false, isLoading: false, error: null });
    serve();
    await portal.session.signIn({ username: 'jdoe', password: 'secret', code: '123456' });
    expect(server.calls.findLast(({ path }) => path === '/auth/login')?.body).toMatchObject({
      code: '123456',
    });
  });

  it('say what to do if the browser has no room for the session', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    });
    expect(await signIn()).toEqual({ kind: 'noRoom' });
    expect(state()).toMatchObject({ isAuthenticated: false, isLoading: false, phase: 'ready' });
    expect(state().error).toMatch(/no room to store your sign-in/);
    expect(stored()).toEqual({ token: null, user: null });
  });

  it('fail if permissions cannot be loaded', async () => {
    server.on('GET /auth/permissions', { status: 500, body: '' });
    expect((await signIn()).kind).toBe('failed');
    expect(state()).toMatchObject({ isAuthenticated: false, user: null, token: null });
    expect(stored()).toEqual({ token: null, user: null });
  });

  it('call the server on sign-out, then clear user, token and permissions', async () => {
    await signIn();
    await portal.session.signOut();
    expect(server.countOf('POST /auth/logout')).toBe(1);
    expect(state()).toMatchObject({
      isAuthenticated: false,
      user: null,
      token: null,
      permissions: [],
      lastEnd: { reason: 'signedOut', notice: null },
    });
    expect(stored()).toEqual({ token: null, user: null });
  });

  it('treat it as a sign-out even if the live connection or another tab reports the end first', async () => {
    await signIn();
    const refused = { status: 401, body: { message: 'Ended', code: 'SESSION_EXPIRED' } };
    server.on('GET /auth/session', refused);
    server.on('POST /auth/logout', async () => {
      await portal.session.refreshPermissions();
      await portal.session.handleStorage({ key: 'token', newValue: null });
      return { status: 204 };
    });
    await portal.session.signOut();
    expect(state().lastEnd).toMatchObject({ reason: 'signedOut', notice: null });
    expect(stored()).toEqual({ token: null, user: null });
  });

  it('clear the browser’s session on sign-out even if the server refuses', async () => {
    await signIn();
    server.on('POST /auth/logout', { status: 500, body: '' });
    await portal.session.signOut();
    expect(stored().token).toBeNull();
  });
});
