import type { Endpoint } from '@portal/contract/endpoint';
import type { PermissionName } from '@portal/domain/permissions';
import type { Who } from './access-table.ts';
import type { TestPortal } from './harness.ts';

/** The key of an endpoint in the access table. */
export const keyOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** Sends unknown ids and an empty body. Callers with access get 404, 400 or a result, never 401 or 403. */
export function send(portal: TestPortal, key: string, token: string | undefined) {
  const method = key.split(' ')[0] ?? '';
  return portal.raw({
    method,
    url: urlOf(key),
    ...(token === undefined ? {} : { token }),
    ...(method === 'POST' || method === 'PUT'
      ? { headers: { 'content-type': 'application/json' }, payload: '{}' }
      : {}),
  });
}

/** The URL of an endpoint with unknown ids. */
export const urlOf = (key: string) =>
  `/api${key.replace(/^\w+ /, '').replaceAll(/:\w+/g, '00000000-0000-7000-8000-000000000000')}`;

/** "allowed" when the caller passed the guard, else the error code, or the status when the response has none. */
export function verdict({ status, body }: { status: number; body: unknown }): string {
  if (status >= 500) return JSON.stringify(body);
  if (status !== 401 && status !== 403) return 'allowed';
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : `bare ${status}`;
}

/** The permissions of which any one is enough. */
export function permissionsOf(who: Who | undefined): readonly PermissionName[] {
  return typeof who === 'object' && 'permission' in who ? who.permission : [];
}

/** The permissions that are all needed as well. */
export const alsoNeeded = (who: Who | undefined): readonly PermissionName[] =>
  typeof who === 'object' ? (who.and ?? []) : [];
