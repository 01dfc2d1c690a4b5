import type { FakeServer } from './fake-server.ts';
import { aToken, aUser } from './people.ts';

const SOON = { idleExpiresAt: '2026-01-01T00:00:00Z', expiresAt: '2026-01-01T00:00:00Z' };

/** Answers the calls of a session: sign-in, the session with its permissions, and sign-out. */
export function serveSession(server: FakeServer, user = aUser(), permissions = ['Patient.View']): void {
  server.on('POST /auth/login', { body: { token: aToken(), user } });
  server.on('GET /auth/permissions', { body: permissions.map((name) => ({ name })) });
  server.on('GET /auth/session', { body: { user, ...SOON } });
  server.on('POST /auth/logout', { status: 204 });
}
