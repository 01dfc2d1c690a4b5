import { roles } from '@portal/contract/endpoint';
import type { CurrentUser } from '@portal/contract/session';
import type { User } from '@portal/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { BuiltPages } from '#lib/built-pages.ts';
import { aListedUser } from '#lib/test/people.ts';
import { createFakeServer, type Answer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { aWorkSection, chooseTaker, TAKER } from '#lib/test/waiting-work.ts';
import { ADMIN, OFFICE, SUPER_ADMIN, withChoices } from './test/user-fixtures.ts';
import { UserDetailPage } from './UserDetailPage.tsx';

const guardOf = (address: string) =>
  address.startsWith('/admin/permissions/users/') ? roles('SuperAdmin') : undefined;
const WithPermissionScreens = () => (
  <BuiltPages value={guardOf}>
    <UserDetailPage />
  </BuiltPages>
);

interface Options {
  readonly signedIn?: CurrentUser;
  readonly answer?: Answer;
  readonly permissionScreens?: boolean;
}

async function detail(
  user: User,
  { signedIn = ADMIN, answer = { body: user }, permissionScreens = false }: Options = {},
) {
  const server = withChoices(createFakeServer());
  server.on(`GET /user/${user.id}`, answer);
  const Page = permissionScreens ? WithPermissionScreens : UserDetailPage;
  const page = await showPage({
    server,
    at: `/users/${user.id}`,
    pages: { '/users/:id': Page },
    user: signedIn,
  });
  return { ...page, server };
}
const card = (name: string) => screen.findByRole('region', { name });
const href = (name: string) => screen.queryByText(name)?.getAttribute('href');

describe('work that an inactive user left behind', () => {
  it('is named, and can be reassigned', async () => {
    const ann = aListedUser({ isActive: false });
    const { server, user } = await detail(ann);
    const path = `/user/${ann.id}/waiting-work`;
    server.on(`GET ${path}`, { body: { sections: [aWorkSection()] } });
    server.on(`POST ${path}/reassign`, () => {
      server.on(`GET ${path}`, { body: { sections: [] } });
      return { body: { sections: [] } };
    });
    await chooseTaker(user, server);
    await user.click(screen.getByText('Reassign', { selector: 'button' }));
    expect(await screen.findAllByText('The work was reassigned')).not.toHaveLength(0);
    expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({ reassignTo: TAKER.id });
    await waitFor(() => expect(screen.queryByText(/has work that waits/)).toBeNull());
  });

  it('is not asked for while the user is active', async () => {
    const ann = aListedUser();
    const { server } = await detail(ann);
    await screen.findByText('asmith');
    expect(server.countOf(`GET /user/${ann.id}/waiting-work`)).toBe(0);
  });
});

describe('user detail', () => {
  it('shows breadcrumb, name with title, username and the three cards', async () => {
    await detail(
      aListedUser({
        title: 'MD',
        employeeId: 'E-7',
        hireDate: '2020-02-03',
        lastLoginDate: '2026-11-20T20:05:00Z',
        officeId: OFFICE.id,
        office: OFFICE,
        roles: ['ProviderPhysician', 'Staff'],
      }),
    );
    expect(await screen.findByRole('heading', { name: 'Ann Smith, MD' })).toBeTruthy();
    expect(screen.getByText('@asmith')).toBeTruthy();
    const crumbs = screen.getByRole('navigation', { name: 'Breadcrumb' });
    expect(within(crumbs).getByText('Users').getAttribute('href')).toBe('/users');
    expect(within(crumbs).getByText('asmith')).toBeTruthy();
    const basic = await card('Basic Information');
    expect(
      within(basic)
        .getAllByRole('term')
        .map(({ textContent }) => textContent),
    ).toEqual(['Status', 'First Name', 'Last Name', 'Title', 'Email', 'Employee ID']);
    expect(
      within(basic)
        .getAllByRole('definition')
        .map(({ textContent }) => textContent),
    ).toEqual(['Active', 'Ann', 'Smith', 'MD', 'asmith@practice.example', 'E-7']);
    const account = await card('Account Information');
    expect(
      within(account)
        .getAllByRole('term')
        .map(({ textContent }) => textContent),
    ).toEqual(['Hire Date', 'Last Login', 'Office Location']);
    expect(account.textContent).toContain('02/03/2020');
    expect(account.textContent).toContain(`Office Location${OFFICE.name}`);
    expect(await within(account).findByText(/11\/20\/2026/)).toBeTruthy();
    expect((await card('Roles & Permissions')).textContent).toContain('PhysicianStaff');
  });

  it('leaves out missing title and office, and shows "N/A", "Never" and "No roles assigned"', async () => {
    await detail(aListedUser({ roles: [] }));
    const account = await card('Account Information');
    expect(account.textContent).toContain('Hire DateN/A');
    expect(account.textContent).toContain('Last LoginNever');
    expect(account.textContent).not.toContain('Office Location');
    const basic = await card('Basic Information');
    expect(basic.textContent).not.toContain('Title');
    expect(basic.textContent).toContain('Employee IDN/A');
    expect(screen.getByText('No roles assigned')).toBeTruthy();
  });

  it('links to reset password and edit', async () => {
    const user = aListedUser();
    await detail(user);
    await screen.findByText('Edit');
    expect(href('Reset Password')).toBe(`/users/${user.id}/reset-password`);
    expect(href('Edit')).toBe(`/users/${user.id}/edit`);
    expect(href('Back')).toBe('/users');
  });

  it('shows View Permissions to SuperAdmins when its page exists', async () => {
    const user = aListedUser();
    await detail(user, { signedIn: SUPER_ADMIN, permissionScreens: true });
    await screen.findByText('Edit');
    expect(href('View Permissions')).toBe(`/admin/permissions/users/${user.id}`);
    expect(href('View Detailed Permissions')).toBe(`/admin/permissions/users/${user.id}`);
  });

  it.each([
    ['Admins', { signedIn: ADMIN, permissionScreens: true }],
    ['anyone while its screen is not built', { signedIn: SUPER_ADMIN, permissionScreens: false }],
  ])('hides View Permissions from %s', async (_who, options) => {
    await detail(aListedUser(), options);
    await screen.findByText('Edit');
    expect(screen.queryByText('View Permissions')).toBeNull();
    expect(screen.queryByText('View Detailed Permissions')).toBeNull();
  });

  it('offers an Admin no actions on a SuperAdmin', async () => {
    await detail(aListedUser({ roles: ['SuperAdmin'], isSlowedDown: true }));
    await card('Basic Information');
    expect(screen.queryByText('Edit')).toBeNull();
    expect(screen.queryByText('Reset Password')).toBeNull();
    expect(screen.queryByText('Unlock sign-in')).toBeNull();
  });

  it('unlocks sign-in', async () => {
    const locked = aListedUser({ isSlowedDown: true });
    const { server, user } = await detail(locked);
    server.on(`POST /user/${locked.id}/unlock`, { body: aListedUser() });
    server.on(`GET /user/${locked.id}`, { body: aListedUser() });
    await user.click(await screen.findByText('Unlock sign-in'));
    await screen.findAllByText('asmith can sign in again');
    expect(screen.queryByText(/Sign-in is temporarily delayed/)).toBeNull();
  });

  it('lets a SuperAdmin turn off lost two-factor authentication with a reason', async () => {
    const withFactor = aListedUser({ secondFactorEnabled: true });
    const { server, user } = await detail(withFactor, { signedIn: SUPER_ADMIN });
    await user.click(await screen.findByRole('button', { name: 'Turn off two-factor authentication' }));
    const question = await screen.findByRole('alertdialog', { name: 'Turn off two-factor authentication?' });
    server.on(`POST /user/${withFactor.id}/second-factor-off`, { body: aListedUser() });
    server.on(`GET /user/${withFactor.id}`, { body: aListedUser() });
    await user.type(within(question).getByRole('textbox', { name: /Reason/ }), 'Lost the phone');
    await user.click(within(question).getByRole('button', { name: 'Turn Off' }));
    await screen.findAllByText('Two-factor authentication was turned off for asmith');
    expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'Lost the phone' });
    await waitFor(() => expect(screen.queryByText('Two-Factor Authentication')).toBeNull());
  });

  it('shows an Admin that two-factor authentication is on, without a way to turn it off', async () => {
    await detail(aListedUser({ secondFactorEnabled: true }));
    await screen.findByText('Two-Factor Authentication');
    expect(screen.queryByRole('button', { name: 'Turn off two-factor authentication' })).toBeNull();
  });

  it.each([
    [{ status: 404, body: { message: 'This record does not exist.' } }, 'User not found'],
    [{ status: 422, body: { message: { text: 'no text' } } }, 'Failed to load user details'],
    [{ status: 422, body: {} }, 'Failed to load user details'],
  ])('shows for %j: %s', async (answer, text) => {
    await detail(aListedUser(), { answer });
    expect(await screen.findByText(text)).toBeTruthy();
  });
});
