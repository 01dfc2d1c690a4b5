import { anyone, permission, roles, signedIn } from '@portal/contract/endpoint';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '#lib/portal.ts';
import { aUser } from '#lib/test/people.ts';
import { showRoutes } from '#lib/test/show-routes.tsx';
import { signInAs, stubServer } from '#lib/test/sign-in.ts';
import { portalRoutes } from './portal-router.tsx';
import { page } from './routes/page.ts';

const ACCESS_DENIED = 'Access Denied: You do not have permission to view this page.';
const show = (text: string) => async () => () => (
  <>
    <h1>{text}</h1>
    <Link to="/users">To users</Link>
  </>
);
const PAGES = [
  page('/', { title: 'Dashboard', guard: signedIn, load: show('The dashboard') }),
  page('/patients', { title: 'Patients', guard: permission('Patient.View'), load: show('The patients') }),
  page('/users', { title: 'User Management', guard: roles('Admin'), load: show('The users') }),
  page('/broken', {
    title: 'Broken',
    guard: signedIn,
    load: async () => () => {
      throw new Error('Jane Roe has a secret');
    },
  }),
  page('/patients/:id/print', {
    title: 'Patient',
    guard: permission('Patient.View'),
    layout: 'bare',
    load: show('The print view'),
  }),
  page('/change-password', {
    title: 'Change Password',
    guard: signedIn,
    layout: 'bare',
    load: show('The new password'),
  }),
  page('/set-up-two-factor', {
    title: 'Two-Factor Authentication',
    guard: signedIn,
    layout: 'bare',
    load: show('The second factor'),
  }),
  page('/open', { title: 'Open', guard: anyone, load: show('Open') }),
];

const open = (...entries: string[]) => showRoutes(portalRoutes(PAGES), ...entries);
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

beforeEach(async () => {
  stubServer();
  await session.signOut();
});

describe('access guard', () => {
  it('sends an unauthenticated visitor to /login, replacing history', async () => {
    const router = open('/patients?page=2');
    await heading('Medical Portal');
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(router.state.historyAction).toBe('REPLACE');
  });

  it('shows the access-denied message without the permission or role, and the page with it', async () => {
    await signInAs(aUser(), ['Patient.View']);
    const router = open('/patients');
    await heading('The patients');
    await router.navigate('/users');
    expect(await screen.findByText(ACCESS_DENIED)).toBeTruthy();
    expect(screen.queryByText('The users')).toBeNull();
  });

  it('removes the page immediately when its permission is revoked', async () => {
    const server = await signInAs(aUser(), ['Patient.View']);
    open('/patients');
    await heading('The patients');
    server.on('GET /auth/permissions', { body: [] });
    await session.refreshPermissions();
    expect(await screen.findByText(ACCESS_DENIED)).toBeTruthy();
  });

  it('lets SuperAdmin pass every role check', async () => {
    await signInAs(aUser({ roles: ['SuperAdmin'] }));
    open('/users');
    expect(await heading('The users')).toBeTruthy();
  });

  it('applies outside the main layout as well', async () => {
    await signInAs(aUser(), []);
    open('/patients/1/print');
    expect(await screen.findByText(ACCESS_DENIED)).toBeTruthy();
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
  });

  it('allows a user who must change their password no other page', async () => {
    await signInAs(aUser({ mustChangePassword: true }), ['Patient.View']);
    const router = open('/patients');
    await heading('The new password');
    await router.navigate('/');
    await waitFor(() => expect(router.state.location.pathname).toBe('/change-password'));
    expect(screen.queryByText('The dashboard')).toBeNull();
  });

  it('leads to the setup of two-factor authentication as soon as the server requires it', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const server = await signInAs(aUser(), ['Patient.View']);
    const router = open('/patients');
    await heading('The patients');
    server.on('PUT /user/preferences', {
      status: 403,
      body: { message: 'Set it up', code: 'TWO_FACTOR_SETUP_REQUIRED' },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Theme' }));
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Dark' }));
    await heading('The second factor');
    expect(screen.queryByText('Set it up')).toBeNull();
    await router.navigate('/');
    await waitFor(() => expect(router.state.location.pathname).toBe('/set-up-two-factor'));
    vi.restoreAllMocks();
  });

  it('asks for a new password before two-factor authentication', async () => {
    await signInAs(aUser({ mustChangePassword: true, mustSetUpTwoFactor: true }));
    open('/set-up-two-factor');
    expect(await heading('The new password')).toBeTruthy();
  });
});

/** Opens a page, ends the session there, and waits for the sign-in screen. */
async function leaveBy(end: () => void | Promise<void>) {
  await signInAs(aUser(), ['Patient.View']);
  const router = open('/patients?page=2');
  await heading('The patients');
  await end();
  await heading('Medical Portal');
  return router;
}

describe('after signing in', () => {
  it('returns the same user to the same page after a timeout', async () => {
    const router = await leaveBy(session.expire);
    await signInAs(aUser(), ['Patient.View']);
    await heading('The patients');
    await waitFor(() => expect(router.state.location.search).toBe('?page=2'));
  });

  it('does not return another user to that page', async () => {
    await leaveBy(session.expire);
    await signInAs(aUser({ id: '44444444-4444-4444-8444-444444444444' }), ['Patient.View']);
    expect(await heading('The dashboard')).toBeTruthy();
  });

  it('opens / for a user who had logged out', async () => {
    await leaveBy(session.signOut);
    await signInAs(aUser(), ['Patient.View']);
    expect(await heading('The dashboard')).toBeTruthy();
  });

  it('redirects a user who is already signed in to /', async () => {
    await signInAs();
    open('/login');
    expect(await heading('The dashboard')).toBeTruthy();
  });
});

describe('app shell', () => {
  it('shows the user’s name, highlights no hidden entry, and offers Profile and Logout', async () => {
    await signInAs();
    open('/');
    await heading('The dashboard');
    await userEvent.click(screen.getByRole('button', { name: /Jane Doe ?Account menu/ }));
    expect(screen.getByText('JD')).toBeTruthy();
    // On phones, the bar only has room for the initials.
    expect(within(screen.getByRole('menu')).getByText('Jane Doe')).toBeTruthy();
    expect(screen.getByRole('menuitem', { name: 'Profile' }).getAttribute('href')).toBe('/profile');
    await userEvent.click(screen.getByRole('menuitem', { name: 'Logout' }));
    await heading('Medical Portal');
    await waitFor(() => expect(localStorage.getItem('token')).toBeNull());
  });

  it('shows the location in the document title, and focuses the heading after navigation', async () => {
    await signInAs(aUser({ roles: ['Admin'] }));
    open('/');
    await heading('The dashboard');
    await waitFor(() => expect(document.title).toBe('Dashboard | Medical Portal'));
    await userEvent.click(screen.getByRole('link', { name: 'To users' }));
    const title = await heading('The users');
    await waitFor(() => expect(document.title).toBe('User Management | Medical Portal'));
    await waitFor(() => expect(document.activeElement).toBe(title));
  });

  it('reports unknown URLs and failed pages inside the shell, without the error’s text', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await signInAs();
    const router = open('/nowhere');
    await heading('Page not found');
    expect(screen.getByRole('button', { name: /Jane Doe ?Account menu/ })).toBeTruthy();
    await router.navigate('/broken');
    await heading('Something went wrong');
    expect(screen.getByRole('button', { name: /Jane Doe ?Account menu/ })).toBeTruthy();
    expect(screen.queryByText(/Jane Roe/)).toBeNull();
    vi.restoreAllMocks();
  });

  it('shows the server’s message in a toast on 403', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const server = await signInAs();
    open('/');
    await heading('The dashboard');
    server.on('PUT /user/preferences', {
      status: 403,
      body: { message: 'You do not have permission to do this.', code: 'FORBIDDEN' },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Theme' }));
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Dark' }));
    expect((await screen.findAllByText('You do not have permission to do this.')).length).toBeGreaterThan(0);
    vi.restoreAllMocks();
  });
});
