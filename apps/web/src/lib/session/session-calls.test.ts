import { patientGet, patientList } from '@portal/contract/patients';
import type { CurrentUser } from '@portal/contract/session';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createPortal, type Portal } from '#lib/portal.ts';
import { soon } from '#lib/test/soon.ts';
import { createFakeServer, type Answer, type FakeServer } from '#lib/test/fake-server.ts';
import { aPatient } from '#lib/test/patients.ts';
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
const listPatients = () => portal.call(patientList, { query: {} });
const signIn = () => portal.session.signIn({ username: 'jdoe', password: 'secret' });

beforeEach(() => {
  server = createFakeServer();
  portal = createPortal({ baseUrl: '/api', fetch: server.fetch, storage: localStorage });
  serve();
});
afterEach(() => vi.restoreAllMocks());

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
    await vi.waitFor(() => expect(server.countOf('GET /patient')).toBe(1), soon);
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
    await vi.waitFor(() => expect(state().permissions).toEqual([]), soon);
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
    await vi.waitFor(() => expect(state().permissions).toContain('Admin.ManageOffices'), soon);
    expect(server.countOf('GET /auth/permissions')).toBe(before + 1);
  });
});

describe('contact with the server', () => {
  it('is reported for a call that extended the session, and not for one in the background', async () => {
    await signIn();
    const id = '11111111-1111-4111-8111-000000000001';
    server.on('GET /patient', { body: { data: [], totalCount: 0, totalCountIsApproximate: false } });
    server.on(`GET /patient/${id}`, { body: aPatient({ id }) });
    const told = vi.fn<() => void>();
    portal.contact.listen(told);
    await portal.call(patientGet, { params: { id }, query: {} });
    expect(told).not.toHaveBeenCalled();
    await listPatients();
    expect(told).toHaveBeenCalledTimes(1);
  });
});
