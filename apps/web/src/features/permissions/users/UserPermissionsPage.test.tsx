import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Answer } from '#lib/test/fake-server.ts';
import { fillIn } from '#lib/test/fill-in.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { aPerson, BEN, permissionServer } from '../test/permission-fixtures.ts';
import { UserPermissionsPage } from './UserPermissionsPage.tsx';

async function list(answer: Answer, search = '') {
  const server = permissionServer();
  server.on('GET /permissions/users', answer);
  const page = await showPage({
    server,
    pages: { '/admin/permissions/users': UserPermissionsPage },
    at: `/admin/permissions/users${search}`,
  });
  const asked = () =>
    Object.fromEntries(server.calls.findLast(({ path }) => path === '/permissions/users')?.query ?? []);
  return { ...page, server, asked };
}
const found = (users: readonly object[], totalCount = users.length): Answer => ({
  body: { users, totalCount },
});
const cells = async (userName: string) =>
  Array.from((await screen.findByText(userName)).closest('tr')?.cells ?? [], (cell) => cell.textContent);

describe('user permissions list', () => {
  it('shows the number of overrides, with a link to each user', async () => {
    await list(found([aPerson({ title: 'MD', overrideCount: 2 }), { ...BEN, isActive: false }]));
    expect((await cells('asmith')).slice(0, 6)).toEqual([
      'Ann Smith, MD',
      'asmith',
      'asmith@practice.example',
      'Staff',
      '2',
      'Active',
    ]);
    expect((await cells('blee')).slice(4, 6)).toEqual(['None', 'Inactive']);
    expect(screen.getByLabelText('Manage permissions Ben Lee').getAttribute('href')).toBe(
      `/admin/permissions/users/${BEN.id}`,
    );
  });

  it('searches on the server from the first page on, and stores search and page in the URL', async () => {
    const { user, asked, router } = await list(found([BEN], 25), '?page=2');
    await screen.findByText('blee');
    expect(asked()).toEqual({ page: '2', pageSize: '10' });
    await fillIn(user, screen.getByLabelText('Search users'), 'lee');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(asked()).toEqual({ page: '1', pageSize: '10', search: 'lee' }));
    expect(router.state.location.search).toBe('?search=lee');
    await user.click(screen.getByLabelText('Show inactive'));
    await waitFor(() => expect(asked()).toMatchObject({ search: 'lee', includeInactive: 'true' }));
  });

  it('shows an error if it cannot be loaded', async () => {
    await list({ status: 400, body: {} });
    expect(await screen.findByText('Failed to load users')).toBeTruthy();
  });

  it.each([
    ['', 'No users found'],
    ['?search=nobody', 'No users found matching your search'],
  ])('has an empty state for "%s": %s', async (search, text) => {
    await list(found([]), search);
    expect(await screen.findByText(text)).toBeTruthy();
  });
});
