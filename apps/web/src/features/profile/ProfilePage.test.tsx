import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { session } from '#lib/portal.ts';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import type { ExplainedPermission } from './group-permissions.ts';
import { aProfile, aSession, openProfile, part, ProfileExample } from './test/profile-fixtures.ts';

const facts = () =>
  Object.fromEntries(
    Array.from(document.querySelectorAll('dt'), (term) => [
      term.textContent,
      term.nextElementSibling?.textContent,
    ]),
  );

describe('profile account', () => {
  it('shows the user’s account data', async () => {
    const user = {
      title: 'MD',
      employeeId: 'E-7',
      hireDate: '2020-02-03',
      lastLoginDate: '2026-11-20T20:05:00Z',
      office: { id: '77777777-7777-4777-8777-000000000001', name: 'Harbor Clinic' },
      roles: ['ProviderPhysician', 'Staff'],
    };
    await openProfile({ profile: aProfile({ user }) });
    await part('Account');
    expect(facts()).toMatchObject({
      Name: 'Jane Doe, MD',
      Username: 'jdoe',
      Office: 'Harbor Clinic',
      'Employee ID': 'E-7',
      'Hire date': '02/03/2020',
      Roles: 'PhysicianStaff',
    });
    await waitFor(() => expect(facts()['Last sign-in']).toBe('11/20/2026 3:05 PM'));
  });

  it('shows "Never" and "No roles assigned"', async () => {
    await openProfile({ profile: aProfile({ user: { roles: [] } }) });
    await part('Account');
    expect(facts()).toMatchObject({ 'Last sign-in': 'Never', Roles: 'No roles assigned' });
  });

  it('shows a failed load with the request ID, and loads on Retry', async () => {
    const server = createFakeServer();
    server.on('GET /user/profile', { status: 500, body: { requestId: 'r-17' } });
    const { user } = await showPage({ server, pages: { '/profile': ProfileExample }, at: '/profile' });
    expect(await screen.findByText(/^Failed to load your profile/)).toBeTruthy();
    expect(screen.getByText('Request ID: r-17')).toBeTruthy();
    expect(screen.queryByText('Preferences')).toBeNull();
    server.on('GET /user/profile', { body: aProfile() });
    await user.click(screen.getByText('Retry'));
    await part('Account');
    expect(screen.queryByText(/^Failed to load your profile/)).toBeNull();
  });
});

const permission = (change: Partial<ExplainedPermission>): ExplainedPermission => ({
  name: 'Order.View',
  category: 'Orders',
  description: 'View medical orders',
  isGranted: true,
  source: 'Role',
  sourceDetails: 'Granted by Staff',
  expiresAt: null,
  ...change,
});

describe('profile permissions', () => {
  const permissions = [
    permission({}),
    permission({ name: 'Order.Cancel', isGranted: false, sourceDetails: 'Granted by none of the roles' }),
    permission({
      name: 'Patient.View',
      category: 'Patients',
      description: 'See patients',
      source: 'UserOverride',
      sourceDetails: 'Granted to this user',
      expiresAt: '2026-12-01T17:00:00Z',
    }),
  ];

  it('show status, source and expiration, with counts by category', async () => {
    await openProfile({ profile: aProfile({ permissions }) });
    const section = await part('Permissions');
    expect(section.getByText('1 of 2 granted')).toBeTruthy();
    expect(section.getByText('1 of 1 granted')).toBeTruthy();
    await section.findByText('Until 12/01/2026 12:00 PM');
    const rows = section.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(rows).toEqual([
      'Order.ViewView medical ordersGranted by StaffGranted',
      'Order.CancelView medical ordersGranted by none of the rolesNot granted',
      expect.stringMatching(/^Patient.ViewSee patientsGranted to this userUntil 12\/01\/2026.*Granted$/),
    ]);
  });

  it('are filtered during typing, with a message if none matches', async () => {
    const { user } = await openProfile({ profile: aProfile({ permissions }) });
    const section = await part('Permissions');
    const search = section.getByLabelText('Search permissions');
    await user.type(search, 'patient');
    expect(section.getAllByRole('listitem')).toHaveLength(1);
    await user.type(search, 'zzz');
    expect(section.queryAllByRole('listitem')).toHaveLength(0);
    expect(section.getByText('No permissions match your search')).toBeTruthy();
  });

  it('are refetched when the user’s permissions change', async () => {
    const { server } = await openProfile({ profile: aProfile({ permissions }) });
    const section = await part('Permissions');
    server.on('GET /auth/permissions', { body: [{ name: 'Order.View' }] });
    server.on('GET /user/profile', { body: aProfile({ permissions: permissions.slice(0, 1) }) });
    await session.refreshPermissions();
    await waitFor(() => expect(section.getAllByRole('listitem')).toHaveLength(1));
  });
});

describe('profile active sessions', () => {
  const here = aSession({ isCurrent: true });
  const phone = aSession({
    id: '33333333-3333-4333-8333-333333333333',
    ipAddress: '198.51.100.2',
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) CriOS/123.0 Mobile Safari/604.1',
  });
  const other = aSession({ id: '44444444-4444-4444-8444-444444444444', userAgent: 'curl/8.5.0' });

  async function open() {
    const page = await openProfile();
    page.server.on('GET /auth/sessions', { body: [here, phone, other] });
    const section = await part('Active sessions');
    await section.findByText('Chrome on iPhone');
    const rowOf = (device: string) => {
      const row = section.getByText(device).closest('li');
      if (row === null) throw new Error(`There is no session from ${device}`);
      return within(row);
    };
    return { ...page, section, rowOf };
  }

  it('show device, address and times, and mark the current one', async () => {
    const { section, rowOf } = await open();
    expect(section.getAllByRole('listitem')).toHaveLength(3);
    expect(rowOf('Chrome on Windows').getByText('This session')).toBeTruthy();
    expect(rowOf('Chrome on Windows').queryByText('Sign out')).toBeNull();
    expect(
      rowOf('Chrome on iPhone').getByText(
        /^IP address 198.51.100.2. Signed in 11\/20\/2026.*last active 11\/21\/2026/,
      ),
    ).toBeTruthy();
  });

  it('show only the session that is being signed out as busy', async () => {
    const { server, user, rowOf } = await open();
    const { promise, resolve } = Promise.withResolvers<{ status: number }>();
    server.on(`DELETE /auth/sessions/${phone.id}`, () => promise);
    await user.click(rowOf('Chrome on iPhone').getByText('Sign out'));
    await waitFor(() =>
      expect(rowOf('Chrome on iPhone').getByRole('button')).toHaveProperty('disabled', true),
    );
    expect(rowOf('Unknown device').getByRole('button')).toHaveProperty('disabled', false);
    server.on('GET /auth/sessions', { body: [here, other] });
    resolve({ status: 204 });
    await waitFor(() => expect(screen.queryByText('Chrome on iPhone')).toBeNull());
  });

  it('stay listed if signing out fails, with the reason', async () => {
    const { server, user, rowOf, section } = await open();
    server.on(`DELETE /auth/sessions/${phone.id}`, { status: 422, body: {} });
    await user.click(rowOf('Chrome on iPhone').getByText('Sign out'));
    expect((await screen.findAllByText('The session could not be signed out')).length).toBeGreaterThan(0);
    expect(section.getAllByRole('listitem')).toHaveLength(3);
    expect(rowOf('Chrome on iPhone').getByRole('button')).toHaveProperty('disabled', false);
  });

  it('show a failed load while the rest of the profile is visible', async () => {
    const { server } = await openProfile();
    server.on('GET /auth/sessions', { status: 500 });
    const section = await part('Active sessions');
    expect(await section.findByText(/^Failed to load your sessions/)).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Preferences' })).toBeTruthy();
  });
});
