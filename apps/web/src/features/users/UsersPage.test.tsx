import type { CurrentUser } from '@portal/contract/session';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aListedUser } from '#lib/test/people.ts';
import { createFakeServer, type Answer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { aWorkSection, chooseTaker, TAKER } from '#lib/test/waiting-work.ts';
import { ADMIN, SUPER_ADMIN, withChoices } from './test/user-fixtures.ts';
import { UsersPage } from './UsersPage.tsx';

const ann = aListedUser({ title: 'MD', roles: ['ProviderPhysician', 'Staff'] });
const ben = aListedUser({
  id: '33333333-3333-4333-8333-333333333333',
  username: 'blee',
  firstName: 'Ben',
  lastName: 'Lee',
  isActive: false,
  isSlowedDown: true,
  lastLoginDate: '2026-11-21T02:00:00Z',
});
const boss = aListedUser({
  id: '44444444-4444-4444-8444-444444444444',
  username: 'boss',
  firstName: 'Bo',
  lastName: 'Oss',
  roles: ['SuperAdmin'],
});

const found = (users: readonly object[], totalCount = users.length): Answer => ({
  body: { users, totalCount, totalCountIsApproximate: false },
});

async function list(
  answer: Answer = found([ann, ben, boss]),
  { at = '/users', user = ADMIN }: { at?: string; user?: CurrentUser } = {},
) {
  const server = withChoices(createFakeServer());
  server.on('GET /user/list', answer);
  const page = await showPage({ server, at, pages: { '/users': UsersPage }, user });
  const asked = () => {
    const call = server.calls.findLast(({ path }) => path === '/user/list');
    return Object.fromEntries(call?.query ?? []);
  };
  return { ...page, server, asked };
}
const cellsOf = async (name: string) =>
  Array.from((await screen.findByText(name)).closest('tr')?.cells ?? [], ({ textContent }) => textContent);

const link = (name: string) => screen.queryByLabelText(name)?.getAttribute('href');

describe('user list', () => {
  it('shows its title, Add User and its columns', async () => {
    await list();
    expect(screen.getByRole('heading', { name: 'User Management' })).toBeTruthy();
    expect(screen.getByText('Add User').getAttribute('href')).toBe('/users/new');
    const table = await screen.findByRole('table', { name: 'Users' });
    const headers = within(table).getAllByRole('columnheader');
    expect(headers.map(({ textContent }) => textContent)).toEqual([
      'Username',
      'Name',
      'Email',
      'Roles',
      'Last Login',
      'Status',
      'Actions',
    ]);
    expect((await cellsOf('asmith')).slice(0, 6)).toEqual([
      'asmith',
      'Ann Smith, MD',
      'asmith@practice.example',
      'PhysicianStaff',
      'Never',
      'Active',
    ]);
    // The date in the practice's time zone, not in UTC.
    await waitFor(async () => expect((await cellsOf('blee'))[4]).toBe('11/20/2026'));
    expect((await cellsOf('blee'))[5]).toContain('Inactive');
  });

  it('shows the roles as chips in their colors, the most powerful first', async () => {
    await list(
      found([
        aListedUser({
          roles: [
            'Staff',
            'MedicalAssistant',
            'ProviderMidLevel',
            'ProviderPhysician',
            'Admin',
            'SuperAdmin',
          ],
        }),
      ]),
    );
    const row = (await screen.findByText('asmith')).closest('tr');
    const chips = Array.from(row?.cells[3]?.querySelectorAll('.list-chip') ?? [], (chip) => [
      chip.textContent,
      /list-(?:chip|role)-(\w+)/.exec(chip.className)?.[1],
    ]);
    expect(chips).toEqual([
      ['SuperAdmin', 'error'],
      ['Admin', 'warning'],
      ['Physician', 'primary'],
      ['Mid-Level Provider', 'outlined'],
      ['Medical Assistant', 'secondary'],
      ['Staff', 'info'],
    ]);
  });

  it('links to edit and reset password, and disables Deactivate for inactive users', async () => {
    await list();
    const edit = await screen.findByLabelText('Edit Ann Smith, MD');
    expect(edit.getAttribute('href')).toBe(`/users/${ann.id}/edit`);
    const reset = screen.getByLabelText('Reset Password Ann Smith, MD');
    expect(reset.getAttribute('href')).toBe(`/users/${ann.id}/reset-password`);
    expect(screen.getByLabelText('Deactivate Ann Smith, MD')).toHaveProperty('disabled', false);
    expect(screen.getByLabelText('Deactivate Ben Lee')).toHaveProperty('disabled', true);
  });

  it('asks for confirmation, deactivates and reloads the list', async () => {
    const { server, user } = await list();
    server.on(`DELETE /user/${ann.id}`, {
      body: { ...ann, isActive: false, closedTimecard: null, suspendedKeys: 0 },
    });
    server.on(`GET /user/${ann.id}`, { body: ann });
    await user.click(await screen.findByLabelText('Deactivate Ann Smith, MD'));
    const dialog = await screen.findByRole('alertdialog', { name: 'Confirm Deactivation' });
    expect(dialog.textContent).toContain(
      'Are you sure you want to deactivate this user? They will no longer be able to log in.',
    );
    expect(within(dialog).getByText('Cancel')).toBeTruthy();
    server.on('GET /user/list', found([ben, boss]));
    await user.click(within(dialog).getByText('Deactivate'));
    await waitFor(() => expect(screen.queryByText('asmith')).toBeNull());
    expect(server.countOf(`DELETE /user/${ann.id}`)).toBe(1);
  });

  it('names the work that waits for the user, and gives it to the chosen person', async () => {
    const { server, user } = await list();
    server.on(`GET /user/${ann.id}`, { body: ann });
    server.on(`GET /user/${ann.id}/waiting-work`, {
      body: {
        sections: [aWorkSection(), aWorkSection({ kind: 'drafts', count: 2, urgentCount: 0, rows: [] })],
      },
    });
    await user.click(await screen.findByLabelText('Deactivate Ann Smith, MD'));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Confirm Deactivation' }));
    expect(await dialog.findByText(/^Ann Smith has work that waits:/)).toBeTruthy();
    const work = Array.from(dialog.getByRole('list', { name: 'Waiting work' }).children);
    expect(work.map(({ textContent }) => textContent)).toEqual([
      '6 open phone messages (1 urgent): MSG-2026-000007, Quill, Ida; and 5 more',
      '2 draft dictations',
    ]);
    await chooseTaker(user, server);
    server.on(`DELETE /user/${ann.id}`, {
      status: 400,
      body: {
        message: 'This user may take none of this work. Choose someone else.',
        code: 'VALIDATION',
        errors: { reassignTo: ['This user may take none of this work. Choose someone else.'] },
      },
    });
    await user.click(dialog.getByText('Deactivate'));
    expect(await dialog.findByText(/This user may take none of this work/)).toBeTruthy();
    server.on(`DELETE /user/${ann.id}`, {
      body: { ...ann, isActive: false, closedTimecard: null, suspendedKeys: 0 },
    });
    await user.click(dialog.getByText('Deactivate'));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    const sent = server.calls.findLast(({ method }) => method === 'DELETE');
    expect(Object.fromEntries(sent?.query ?? [])).toEqual({ reassignTo: TAKER.id });
  });

  it('says if what waits for the user could not be loaded', async () => {
    const { server, user } = await list();
    server.on(`GET /user/${ann.id}/waiting-work`, { status: 500, body: {} });
    await user.click(await screen.findByLabelText('Deactivate Ann Smith, MD'));
    expect(await screen.findByText(/^Failed to load what waits for Ann Smith/)).toBeTruthy();
  });

  it('shows since when the user is clocked in, with current data, and that the timecard was closed', async () => {
    const { server, user } = await list();
    const clockInTime = '2026-11-21T13:02:00.000Z';
    server.on(`GET /user/${ann.id}`, { body: { ...ann, clockedInSince: clockInTime } });
    server.on(`DELETE /user/${ann.id}`, {
      body: {
        ...ann,
        isActive: false,
        suspendedKeys: 0,
        closedTimecard: { clockInTime, clockOutTime: '2026-11-21T19:05:00.000Z' },
      },
    });
    await user.click(await screen.findByLabelText('Deactivate Ann Smith, MD'));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Confirm Deactivation' }));
    expect(
      await dialog.findByText(
        'Ann has been clocked in since 11/21/2026 8:02 AM. Deactivating closes the timecard now, with the reason “deactivated”.',
      ),
    ).toBeTruthy();
    await user.click(dialog.getByText('Deactivate'));
    expect(
      await screen.findAllByText(
        'asmith was deactivated, and the timecard open since 11/21/2026 8:02 AM was closed at 11/21/2026 2:05 PM',
      ),
    ).not.toHaveLength(0);
  });

  it.each([
    [1, 'An API key that Ann created will stop working.'],
    [2, '2 API keys that Ann created will stop working.'],
  ])('says that %i API keys of the user will stop', async (totalCount, text) => {
    const { server, user } = await list();
    server.on('GET /api-keys', { body: { items: [], totalCount } });
    await user.click(await screen.findByLabelText('Deactivate Ann Smith, MD'));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Confirm Deactivation' }));
    expect(await dialog.findByText(text)).toBeTruthy();
    const asked = server.calls.find(({ path }) => path === '/api-keys')?.query;
    expect([asked?.get('createdBy'), asked?.get('activeOnly')]).toEqual([ann.id, 'true']);
  });

  it('shows why a deactivation was refused in the dialog, which stays open', async () => {
    const { server, user } = await list();
    server.on(`DELETE /user/${ann.id}`, {
      status: 409,
      body: { message: 'You cannot deactivate yourself.' },
    });
    await user.click(await screen.findByLabelText('Deactivate Ann Smith, MD'));
    const dialog = await screen.findByRole('alertdialog');
    await user.click(within(dialog).getByText('Deactivate'));
    expect(await within(dialog).findByText('You cannot deactivate yourself.')).toBeTruthy();
  });

  it('offers an Admin no actions on SuperAdmins, and no user actions on themselves', async () => {
    const self = aListedUser({ id: ADMIN.id, username: 'self', firstName: 'My', lastName: 'Self' });
    await list(found([boss, self]));
    await screen.findByText('boss');
    expect([link('Edit Bo Oss'), link('Reset Password Bo Oss')]).toEqual([null, null]);
    expect(screen.getByLabelText('Deactivate Bo Oss')).toHaveProperty('disabled', true);
    expect([link('Edit My Self'), link('Reset Password My Self')]).toEqual([`/users/${ADMIN.id}/edit`, null]);
    expect(screen.getByLabelText('Deactivate My Self')).toHaveProperty('disabled', true);
  });

  it('lets a SuperAdmin change another one', async () => {
    await list(undefined, { user: SUPER_ADMIN });
    expect(await screen.findByLabelText('Deactivate Bo Oss')).toHaveProperty('disabled', false);
  });

  it('offers to unlock a delayed sign-in', async () => {
    const { server, user } = await list();
    server.on(`POST /user/${ben.id}/unlock`, { body: { ...ben, isSlowedDown: false } });
    await user.click(await screen.findByLabelText('Unlock sign-in Ben Lee'));
    expect((await screen.findAllByText('blee can sign in again')).length).toBeGreaterThan(0);
    expect(screen.queryByLabelText('Unlock sign-in Ann Smith, MD')).toBeNull();
  });

  it('sorts and pages on the server', async () => {
    const { asked } = await list(found([ann, ben, boss], 45));
    await screen.findByText('asmith');
    expect(asked()).toEqual({ page: '1', pageSize: '20', orderBy: 'username', sortDirection: 'asc' });
    fireEvent.click(screen.getByText('Username'));
    await waitFor(() => expect(asked()).toMatchObject({ orderBy: 'username', sortDirection: 'desc' }));
    for (const [header, orderBy] of [
      ['Name', 'name'],
      ['Email', 'email'],
      ['Roles', 'roles'],
      ['Last Login', 'lastLogin'],
      ['Status', 'status'],
    ] as const) {
      fireEvent.click(screen.getByText(header));
      await waitFor(() => expect(asked()).toMatchObject({ orderBy, sortDirection: 'asc' }));
      fireEvent.click(screen.getByText(header));
      await waitFor(() => expect(asked()).toMatchObject({ orderBy, sortDirection: 'desc' }));
    }
  });

  it('searches and shows inactive users on the server, with the choice in the URL', async () => {
    const { user, asked, router } = await list();
    await screen.findByText('asmith');
    await user.click(screen.getByLabelText('Show inactive'));
    await waitFor(() => expect(asked()).toMatchObject({ includeInactive: 'true' }));
    await user.type(screen.getByLabelText('Search users'), 'lee{Enter}');
    await waitFor(() => expect(asked()).toMatchObject({ search: 'lee', includeInactive: 'true' }));
    await waitFor(() => expect(router.state.location.search).toContain('search=lee'));
  });

  it('shows the last page when the URL asks for one past it', async () => {
    await list(found([boss], 21), { at: '/users?page=99' });
    expect(await screen.findByText('21–21 of 21')).toBeTruthy();
  });

  it.each([
    ['/users', 'No users found'],
    ['/users?search=nobody', 'No users found matching your search'],
  ])('shows at %s without users: "%s"', async (at, text) => {
    await list(found([]), { at });
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it.each([
    [{}, 'Failed to fetch users'],
    [{ message: 'The users are being moved.' }, 'The users are being moved.'],
  ])('shows for a failed load with %j: %s', async (body, text) => {
    const { server, user } = await list({ status: 422, body });
    expect(await screen.findByText(text)).toBeTruthy();
    server.on('GET /user/list', found([ann]));
    await user.click(screen.getByText('Retry'));
    expect(await screen.findByText('asmith')).toBeTruthy();
  });
});
