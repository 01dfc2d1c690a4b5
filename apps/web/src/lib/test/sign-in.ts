import type { CurrentUser } from '@portal/contract/session';
import { vi } from 'vitest';
import { session } from '#lib/portal.ts';
import { createFakeServer, type FakeServer } from './fake-server.ts';
import { aToken, aUser } from './people.ts';

/** Replaces the network with a fake server that accepts every sign-in. */
export function stubServer(user: CurrentUser = aUser(), permissions: readonly string[] = []): FakeServer {
  const server = createFakeServer();
  vi.stubGlobal('fetch', server.fetch);
  server.on('POST /auth/login', { body: { token: aToken({ UserId: user.id }), user } });
  server.on('GET /auth/permissions', { body: permissions.map((name) => ({ name })) });
  server.on('GET /auth/session', {
    body: { user, idleExpiresAt: '2026-01-01T00:00:00Z', expiresAt: '2026-01-01T00:00:00Z' },
  });
  server.on('POST /auth/logout', { status: 204 });
  return server;
}

/** Signs in the page’s session over a fake network. Responses of `stubServer` can be replaced afterwards. */
export async function signInAs(
  user: CurrentUser = aUser(),
  permissions: readonly string[] = [],
): Promise<FakeServer> {
  const server = stubServer(user, permissions);
  await session.signIn({ username: user.username, password: 'secret' });
  return server;
}
