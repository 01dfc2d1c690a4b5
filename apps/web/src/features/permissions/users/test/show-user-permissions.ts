import { screen } from '@testing-library/react';
import type { Answer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import {
  anOverride,
  aUsersPermissions,
  COMPARISON,
  permissionServer,
  SUPER_ADMIN,
} from '../../test/permission-fixtures.ts';
import { UserPermissionPage } from '../UserPermissionPage.tsx';

interface Options {
  /** The query string of the URL. */
  readonly search?: string;
  readonly id?: string;
  /** Answers that replace the defaults, by the path after `/users/{id}/permissions`. */
  readonly answers?: Readonly<Partial<Record<'' | '/comparison' | '/overrides', Answer>>>;
}

/** For tests: shows Ann's permissions, with one override, as a SuperAdmin. */
export async function showUserPermissions({
  search = '',
  id = aUsersPermissions().userId,
  answers = {},
}: Options = {}) {
  const server = permissionServer();
  const path = `/users/${id}/permissions`;
  const all = {
    '': { body: aUsersPermissions() },
    '/comparison': { body: COMPARISON },
    '/overrides': { body: [anOverride()] },
    ...answers,
  };
  for (const [rest, answer] of Object.entries(all)) server.on(`GET ${path}${rest}`, answer);
  const page = await showPage({
    server,
    pages: { '/admin/permissions/users/:userId': UserPermissionPage },
    at: `/admin/permissions/users/${id}${search}`,
    user: SUPER_ADMIN,
  });
  return { ...page, server, path };
}

/** The button with this label. */
export const button = (name: string): HTMLButtonElement =>
  screen.getByText<HTMLButtonElement>(name, { selector: 'button' });
