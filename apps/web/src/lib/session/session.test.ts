import { patientList } from '@portal/contract/patients';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createPortal } from '#lib/portal.ts';
import type { Portal } from '#lib/portal.ts';
import { createFakeServer } from '#lib/test/fake-server.ts';
import type { Answer, FakeServer } from '#lib/test/fake-server.ts';
import { aToken, aUser } from '#lib/test/people.ts';

const SOON = { idleExpiresAt: '2026-01-01T00:00:00Z', expiresAt: '2026-01-01T00:00:00Z' };

let server: FakeServer;
let portal: Portal;

function serve(user = aUser(), permissions = ['Patient.View']) {
  server.on('POST /auth/login', { body: { token: aToken(), user } });
  server.on('GET /auth/permissions', { body: permissions.map((name) => ({ name })) });
  server.on('GET /auth/session', { body: { user, ...SOON } });
  server.on('POST /auth/logout', { status: 204 });
}

function store(token: string, user: unknown = aUser()) {
  localStorage.setItem('token', token);
  if (user !== null) localStorage.setItem('user', JSON.stringify(user));
}

const stored = () => ({ token: localStorage.getItem('token'), user: localStorage.getItem('user') });
const state = () => portal.session.state();
const listPatients = () => portal.call(patientList, { query: {} });
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

describe('failed calls and other tabs', () => {
  it('end the session and remove the token on any other 401', async () => {
    await signIn();
    server.on('GET /patient', {
      status: 401,
      body: { message: 'Your session has ended.', code: 'SESSION_EXPIRED' },
    });
    await expect(listPatients()).rejects.toThrow('Your session has ended.');
    expect(stored().token).toBeNull();
    expect(state()).toMatchObject({
      isAuthenticated: false,
      lastEnd: { reason: 'refused', userId: aUser().id, notice: 'Your session has ended.' },
    });
  });

  it('ignore a late 401 of an earlier session', async () => {
    await signIn();
    const { promise, resolve } = Promise.withResolvers<Answer>();
    server.on('GET /patient', () => promise);
    const late = listPatients();
    await vi.waitFor(() => expect(server.countOf('GET /patient')).toBe(1));
    await portal.session.signOut();
    server.on('POST /auth/login', { body: { token: aToken({ jti: 'new' }), user: aUser() } });
    await signIn();
    resolve({ status: 401, body: {} });
    await expect(late).rejects.toHaveProperty('status', 401);
    expect(state().isAuthenticated).toBe(true);
  });

  it('log a 403 without data, notify the shell, and load permissions again', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await signIn();
    const told = vi.fn<(error: Error) => void>();
    portal.forbidden.listen(told);
    server.on('GET /patient', {
      status: 403,
      body: { message: 'You may not see Jane Roe', code: 'FORBIDDEN' },
    });
    server.on('GET /auth/permissions', { body: [] });
    await expect(portal.call(patientList, { query: { search: 'roe' } })).rejects.toThrow(
      'You may not see Jane Roe',
    );
    expect(log.mock.calls).toEqual([['403 GET /patient']]);
    expect(told).toHaveBeenCalledTimes(1);
    await vi.waitFor(() => expect(state().permissions).toEqual([]));
    expect(state().isAuthenticated).toBe(true);
  });

  it('do not reload permissions in a loop if that is refused', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await signIn();
    const refusal = { status: 403, body: { message: 'No', code: 'FORBIDDEN' } };
    server.on('GET /patient', refusal);
    server.on('GET /auth/permissions', refusal);
    server.on('GET /auth/session', refusal);
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const before = server.countOf('GET /auth/permissions');
    await expect(listPatients()).rejects.toThrow('No');
    await portal.session.refreshPermissions();
    const after = server.countOf('GET /auth/permissions');
    await vi.runAllTimersAsync();
    expect(after - before).toBe(2);
    expect(server.countOf('GET /auth/permissions')).toBe(after);
  });

  it('end the session for a disallowed address, and show why', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await signIn();
    const told = vi.fn<(error: Error) => void>();
    portal.forbidden.listen(told);
    const message = 'Your office does not allow access from this network address.';
    server.on('GET /patient', { status: 403, body: { message, code: 'IP_NOT_ALLOWED' } });
    await expect(listPatients()).rejects.toThrow(message);
    expect(stored().token).toBeNull();
    expect(state()).toMatchObject({
      isAuthenticated: false,
      lastEnd: { reason: 'refused', notice: message },
    });
    expect(told).not.toHaveBeenCalled();
  });

  it('mark the user on PASSWORD_CHANGE_REQUIRED and show no toast', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await signIn();
    const told = vi.fn<(error: Error) => void>();
    portal.forbidden.listen(told);
    server.on('GET /patient', {
      status: 403,
      body: { message: 'Change it', code: 'PASSWORD_CHANGE_REQUIRED' },
    });
    await expect(listPatients()).rejects.toThrow('Change it');
    expect(state().user?.mustChangePassword).toBe(true);
    expect(told).not.toHaveBeenCalled();
  });

  it('remove the token of an idle session and show why', async () => {
    await signIn();
    portal.session.expire();
    expect(stored()).toEqual({ token: null, user: null });
    expect(state().lastEnd).toMatchObject({ reason: 'expired', userId: aUser().id });
    expect(state().lastEnd?.notice).toMatch(/inactivity/);
  });

  it('sign out this tab after a sign-out in another', async () => {
    await signIn();
    await portal.session.handleStorage({ key: 'user', newValue: null });
    expect(state().isAuthenticated).toBe(true);
    await portal.session.handleStorage({ key: 'token', newValue: null });
    expect(state()).toMatchObject({ isAuthenticated: false, lastEnd: { reason: 'elsewhere' } });
  });

  it('take over a sign-in in another tab, even by another user', async () => {
    await signIn();
    const other = aUser({ id: '33333333-3333-4333-8333-333333333333', username: 'other' });
    serve(other, []);
    const token = aToken({ UserId: other.id });
    store(token, other);
    await portal.session.handleStorage({ key: 'token', newValue: token });
    expect(state()).toMatchObject({
      isAuthenticated: true,
      token,
      permissions: [],
      user: { username: 'other' },
    });
  });

  it('refresh permissions and user together, and survive an unreachable server', async () => {
    await signIn();
    serve(aUser({ roles: ['Admin'] }), ['Order.View']);
    await portal.session.refreshPermissions();
    expect(state()).toMatchObject({ permissions: ['Order.View'], user: { roles: ['Admin'] } });
    server.on('GET /auth/permissions', { status: 500, body: '' });
    await portal.session.refreshPermissions();
    expect(state()).toMatchObject({ isAuthenticated: true, permissions: ['Order.View'] });
  });
});

describe('permissions ETag of an answer', () => {
  it('loads the permissions again when changed, and not otherwise', async () => {
    await signIn();
    const answers = (mark: string) =>
      server.on('GET /patient', {
        body: { data: [], totalCount: 0, totalCountIsApproximate: false },
        headers: { 'x-rights': mark },
      });
    answers('one');
    await listPatients();
    await listPatients();
    const before = server.countOf('GET /auth/permissions');
    serve(aUser(), ['Patient.View', 'Admin.ManageOffices']);
    answers('two');
    await listPatients();
    await vi.waitFor(() => expect(state().permissions).toContain('Admin.ManageOffices'));
    expect(server.countOf('GET /auth/permissions')).toBe(before + 1);
  });
});
