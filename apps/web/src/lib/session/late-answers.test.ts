import { expect, it, vi } from 'vitest';
import { createPortal } from '#lib/portal.ts';
import { soon } from '#lib/test/soon.ts';
import { createFakeServer, type Answer } from '#lib/test/fake-server.ts';
import { aToken, aUser } from '#lib/test/people.ts';

const SOON = { idleExpiresAt: '2026-01-01T00:00:00Z', expiresAt: '2026-01-01T00:00:00Z' };
const admin = aUser({ roles: ['Admin'] });
const nurse = aUser({ id: '33333333-3333-4333-8333-333333333333', username: 'nurse' });

it('ignores permissions loaded for the previous user', async () => {
  const server = createFakeServer();
  const { session } = createPortal({ baseUrl: '/api', fetch: server.fetch, storage: localStorage });
  const serve = (user: typeof admin, permissions: readonly string[]) => {
    server.on('POST /auth/login', { body: { token: aToken({ UserId: user.id }), user } });
    server.on('GET /auth/permissions', { body: permissions.map((name) => ({ name })) });
    server.on('GET /auth/session', { body: { user, ...SOON } });
    server.on('POST /auth/logout', { status: 204 });
  };
  const signIn = () => session.signIn({ username: 'someone', password: 'secret' });
  serve(admin, ['Admin.ViewAuditLogs']);
  await signIn();
  const { promise, resolve } = Promise.withResolvers<Answer>();
  server.on('GET /auth/permissions', () => promise);
  const late = session.refreshPermissions();
  await vi.waitFor(() => expect(server.countOf('GET /auth/permissions')).toBe(2), soon);
  await session.signOut();
  serve(nurse, ['Patient.View']);
  await signIn();
  resolve({ body: [{ name: 'Admin.ViewAuditLogs' }] });
  await late;
  expect(session.state()).toMatchObject({ user: { username: 'nurse' }, permissions: ['Patient.View'] });
  expect(localStorage.getItem('user')).toContain('nurse');
});

it('keeps a preference that was chosen while the session was read', async () => {
  const server = createFakeServer();
  const { session } = createPortal({ baseUrl: '/api', fetch: server.fetch, storage: localStorage });
  server.on('POST /auth/login', { body: { token: aToken({ UserId: admin.id }), user: admin } });
  server.on('GET /auth/permissions', { body: [] });
  const { promise, resolve } = Promise.withResolvers<Answer>();
  server.on('GET /auth/session', () => promise);
  await session.signIn({ username: 'someone', password: 'secret' });
  const late = session.refreshPermissions();
  await vi.waitFor(() => expect(server.countOf('GET /auth/session')).toBe(1), soon);
  session.updateUser({ preferences: { ...admin.preferences, density: 'compact' } });
  resolve({ body: { user: { ...admin, firstName: 'Ada' }, ...SOON } });
  await late;
  expect(session.state().user).toMatchObject({ firstName: 'Ada', preferences: { density: 'compact' } });
  expect(localStorage.getItem('user')).toContain('compact');
});
