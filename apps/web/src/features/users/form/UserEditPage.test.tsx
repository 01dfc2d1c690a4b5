import type { CurrentUser } from '@portal/contract/session';
import type { User } from '@portal/contract/users';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { session } from '#lib/portal.ts';
import { aListedUser } from '#lib/test/people.ts';
import { createFakeServer, type Answer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { aWorkSection, chooseTaker, TAKER } from '#lib/test/waiting-work.ts';
import { UserEditPage } from './UserEditPage.tsx';
import { ADMIN, PHYSICIANS, roleId, withChoices } from '../test/user-fixtures.ts';

async function edit(user: User, signedIn: CurrentUser = ADMIN, answer: Answer = { body: user }) {
  const server = withChoices(createFakeServer());
  server.on(`GET /user/${user.id}`, answer);
  server.on(`PUT /user/${user.id}`, { body: { ...user, closedTimecard: null, suspendedKeys: 0 } });
  const page = await showPage({
    server,
    at: `/users/${user.id}/edit`,
    pages: { '/users/:id/edit': UserEditPage },
    user: signedIn,
  });
  const sent = () =>
    server.calls.find(({ method, path }) => method === 'PUT' && path === `/user/${user.id}`)?.body;
  return { ...page, server, sent, save: () => page.user.click(screen.getByText('Save')) };
}
const choose = async ({ user }: Awaited<ReturnType<typeof edit>>, role: string) => {
  await user.click(await screen.findByRole('combobox', { name: /Role/ }));
  await user.click(screen.getByRole('option', { name: new RegExp(`^${role}`) }));
};

describe('editing a user', () => {
  it('shows the username read-only, and sends the email address back', async () => {
    const page = await edit(aListedUser());
    expect(await screen.findByLabelText('Username')).toHaveProperty('readOnly', true);
    expect(screen.getByText('Username cannot be changed')).toBeTruthy();
    await page.save();
    await waitFor(() => expect(page.router.state.location.pathname).toBe('/users'));
    expect(page.sent()).toEqual({
      email: 'asmith@practice.example',
      emailConfirmed: true,
      firstName: 'Ann',
      lastName: 'Smith',
      title: null,
      npi: null,
      supervisorId: null,
      isActive: true,
      roleIds: [roleId('Staff')],
      officeId: null,
      employeeId: null,
      hireDate: null,
      version: 3,
      reassignTo: null,
    });
  });

  it('offers active physicians as supervisor of a provider, and the one they have', async () => {
    const provider = { roles: ['ProviderMidLevel'], title: 'MD' };
    const [moore] = PHYSICIANS;
    const held = { id: '88888888-8888-4888-8888-000000000002', firstName: 'Gregory', lastName: 'House' };
    const page = await edit(aListedUser({ ...provider, supervisorId: held.id, supervisor: held }));
    const supervisor = await screen.findByRole('combobox', { name: 'Supervising Physician' });
    expect(supervisor.textContent).toBe('Gregory House (not an active physician)');
    await page.user.click(supervisor);
    await page.user.click(screen.getByRole('option', { name: 'Lisa Moore, MD' }));
    await page.save();
    await waitFor(() => expect(page.sent()).toMatchObject({ supervisorId: moore?.id }));
  });

  it('names the work that waits if the user gets another role, keeps the choice, and sends it', async () => {
    const ann = aListedUser();
    const page = await edit(ann);
    page.server.on(`GET /user/${ann.id}/waiting-work`, { body: { sections: [aWorkSection()] } });
    await screen.findByLabelText('Username');
    expect(screen.queryByText(/has work that waits/)).toBeNull();
    await choose(page, 'Medical Assistant');
    expect(await screen.findByText(/^Ann Smith has work that waits:/)).toBeTruthy();
    await chooseTaker(page.user, page.server);
    await choose(page, 'Staff');
    await waitFor(() => expect(screen.queryByText(/has work that waits/)).toBeNull());
    await choose(page, 'Medical Assistant');
    expect(await screen.findByLabelText('Reassign to')).toHaveProperty('value', 'Tom Ford (tford)');
    await page.save();
    await waitFor(() => expect(page.sent()).toMatchObject({ reassignTo: TAKER.id }));
  });

  it('confirms an address that the system generated', async () => {
    const page = await edit(aListedUser({ emailConfirmed: false }));
    await page.user.click(await screen.findByLabelText(/I have checked that it is this user’s address/));
    await page.save();
    await waitFor(() => expect(page.sent()).toMatchObject({ emailConfirmed: true }));
  });

  it('refuses a blank email address at its field', async () => {
    const page = await edit(aListedUser());
    await page.user.clear(await screen.findByLabelText(/Email/));
    await page.save();
    expect(await screen.findByText('Email is required')).toBeTruthy();
    expect(page.sent()).toBeUndefined();
  });

  it('lets an Admin correct the email address', async () => {
    const page = await edit(aListedUser());
    const email = await screen.findByLabelText(/Email/);
    await page.user.clear(email);
    await page.user.type(email, 'new@practice.example');
    await page.save();
    await waitFor(() => expect(page.sent()).toMatchObject({ email: 'new@practice.example' }));
  });

  it('sets the status', async () => {
    const page = await edit(aListedUser());
    await page.user.click(await screen.findByRole('combobox', { name: /Status/ }));
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Active',
      'Inactive',
    ]);
    await page.user.click(screen.getByText('Inactive'));
    await page.save();
    await waitFor(() => expect(page.sent()).toMatchObject({ isActive: false }));
  });

  it('warns that setting a clocked-in user inactive closes the timecard', async () => {
    const page = await edit(aListedUser({ clockedInSince: '2026-11-21T13:02:00.000Z' }));
    await page.user.click(await screen.findByRole('combobox', { name: /Status/ }));
    expect(screen.queryByText(/clocked in since/)).toBeNull();
    await page.user.click(screen.getByText('Inactive'));
    expect(await screen.findByText(/^Ann has been clocked in since 11\/21\/2026 8:02 AM/)).toBeTruthy();
  });

  it('clears the title when the role is no longer a provider role', async () => {
    const page = await edit(aListedUser({ roles: ['ProviderPhysician'], title: 'MD' }));
    const title = await screen.findByRole('combobox', { name: /Title/ });
    expect(title.textContent).toBe('MD - Doctor of Medicine');
    await choose(page, 'Medical Assistant');
    expect(screen.queryByRole('combobox', { name: /Title/ })).toBeNull();
    await page.save();
    await waitFor(() => expect(page.sent()).toMatchObject({ title: null }));
  });

  it('keeps all of several roles when saved without touching the role', async () => {
    const page = await edit(aListedUser({ roles: ['MedicalAssistant', 'Staff'] }));
    await screen.findByText('Additional roles');
    await page.save();
    await waitFor(() =>
      expect(page.sent()).toMatchObject({ roleIds: [roleId('MedicalAssistant'), roleId('Staff')] }),
    );
  });

  it('shows what another main role replaces, offers to keep it, and removes nothing else', async () => {
    const page = await edit(aListedUser({ roles: ['MedicalAssistant', 'Staff'] }));
    await choose(page, 'Admin');
    expect(screen.getByText(/Saving adds Admin, removes Medical Assistant, keeps Staff\./)).toBeTruthy();
    await page.user.click(screen.getByText('Keep Medical Assistant'));
    expect(screen.getByText('Saving adds Admin, keeps Medical Assistant, Staff.')).toBeTruthy();
    await page.save();
    await waitFor(() =>
      expect(page.sent()).toMatchObject({
        roleIds: [roleId('Admin'), roleId('Staff'), roleId('MedicalAssistant')],
      }),
    );
  });

  it('locks the user’s own role and status', async () => {
    await edit(aListedUser({ id: ADMIN.id, roles: ['Admin'] }));
    const role = await screen.findByRole('combobox', { name: /Role/ });
    expect(role.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByRole('combobox', { name: /Status/ }).getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByText('You cannot change your own roles')).toBeTruthy();
    expect(screen.getByText('You cannot deactivate yourself')).toBeTruthy();
  });

  it('does not show an Admin the form for a SuperAdmin', async () => {
    await edit(aListedUser({ roles: ['SuperAdmin'] }));
    await screen.findByText('Only a SuperAdmin can change a SuperAdmin.');
    expect(screen.queryByText('Save')).toBeNull();
  });

  it('refreshes the stored profile and the current user when users edit themselves', async () => {
    const page = await edit(aListedUser({ id: ADMIN.id, roles: ['Admin'] }));
    await screen.findByLabelText(/First Name/);
    const changed = { ...ADMIN, firstName: 'Janet' };
    page.server.on('GET /auth/session', {
      body: { user: changed, idleExpiresAt: '2099-01-01T00:00:00Z', expiresAt: '2099-01-01T00:00:00Z' },
    });
    await page.save();
    await waitFor(() => expect(session.state().user?.firstName).toBe('Janet'));
    await waitFor(() => expect(localStorage.getItem('user')).toContain('Janet'));
  });
});

describe('user load errors', () => {
  it.each([
    [{ status: 404, body: { message: 'User not found' } }, 'User not found'],
    [{ status: 400, body: { message: 'Some fields need attention.' } }, 'User not found'],
    [{ status: 409, body: {} }, 'Failed to load user'],
    [{ status: 409, body: { message: 42 } }, 'Failed to load user'],
    [{ status: 409, body: { message: 'Locked by the server' } }, 'Locked by the server'],
  ])('show for %j: %s', async (answer, text) => {
    await edit(aListedUser(), ADMIN, answer);
    expect((await screen.findByText(text)).textContent).toBe(text);
  });
});
