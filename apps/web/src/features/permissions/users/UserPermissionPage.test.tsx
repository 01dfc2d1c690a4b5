import type { UserPermissions } from '@portal/contract/user-permissions';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fillIn } from '#lib/test/fill-in.ts';
import { aUsersPermissions, REASON, SUPER_ADMIN, withoutOverrides } from '../test/permission-fixtures.ts';
import { button, showUserPermissions } from './test/show-user-permissions.ts';

const ANN = aUsersPermissions();
const shown = () =>
  screen
    .getAllByLabelText(/^Override /)
    .map((each) => each.getAttribute('aria-label')?.replace('Override ', ''));
const line = (name: string) => screen.getByText(name).closest('li')?.textContent;

describe('permissions of a user', () => {
  it('are filtered by the cards, stored in the URL; a second click shows all', async () => {
    const { user, router } = await showUserPermissions();
    await screen.findByText('Patient.View');
    expect(shown()).toEqual(['Patient.View', 'Order.View', 'Order.Create']);
    await user.click(screen.getByText('Overridden'));
    expect(shown()).toEqual(['Order.View']);
    expect(router.state.location.search).toBe('?show=overridden');
    await user.click(screen.getByText('Overridden'));
    expect(shown()).toHaveLength(3);
    expect(router.state.location.search).toBe('');
  });

  it('are shown again when a card is clicked on the overrides tab', async () => {
    const { user, router } = await showUserPermissions({ search: '?tab=overrides' });
    await screen.findByRole('table', { name: 'Overrides' });
    await user.click(screen.getByText('Granted', { selector: 'fieldset *' }));
    expect(router.state.location.search).toBe('?show=granted');
    expect(shown()).toEqual(['Patient.View']);
  });

  it.each([
    ['?show=overridden', 'No overrides. All permissions come from the user’s roles.'],
    ['?show=granted', 'No permissions granted'],
  ])('have an empty state with %s', async (search, text) => {
    const permissions = withoutOverrides().permissions.map((each) => ({ ...each, isGranted: false }));
    await showUserPermissions({ search, answers: { '': { body: { ...withoutOverrides(), permissions } } } });
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('distinguish permissions revoked by an override, with its expiration, from ungranted ones', async () => {
    const expiresAt = '2027-03-01T22:00:00.000Z';
    const permissions = ANN.permissions.map((each) =>
      each.source === 'UserOverride' ? { ...each, expiresAt } : each,
    );
    await showUserPermissions({ answers: { '': { body: { ...ANN, permissions } } } });
    await screen.findByText('Order.View');
    await waitFor(() =>
      expect(line('Order.View')).toBe(
        'Order.ViewAbout Order.ViewNot grantedOverrideRevoked for this userUntil 03/01/2027 5:00 PM',
      ),
    );
    expect(line('Order.Create')).toBe('Order.CreateAbout Order.CreateNot grantedRoleStaff');
  });

  it('are read-only for your own account', async () => {
    const own: UserPermissions = { ...ANN, userId: SUPER_ADMIN.id };
    const { user } = await showUserPermissions({ id: SUPER_ADMIN.id, answers: { '': { body: own } } });
    expect(await screen.findByText(/Only another SuperAdmin can change them/)).toBeTruthy();
    expect([button('Reset').disabled, button('Copy From').disabled]).toEqual([true, true]);
    expect(screen.queryByLabelText(/^Override /)).toBeNull();
    await user.click(screen.getByText('Permission Overrides'));
    expect(await screen.findByText('Works in billing only')).toBeTruthy();
    expect(screen.queryByLabelText(/Change override|Remove override/)).toBeNull();
  });

  it('link back to the user list with Cancel', async () => {
    await showUserPermissions();
    expect((await screen.findByText('Cancel')).closest('a')?.getAttribute('href')).toBe(
      '/admin/permissions/users',
    );
  });

  it('show a chip for an inactive user', async () => {
    await showUserPermissions({ answers: { '': { body: { ...ANN, isActive: false } } } });
    expect(await screen.findByText('Inactive')).toBeTruthy();
  });
});

describe('resetting a user', () => {
  it('is disabled without overrides', async () => {
    await showUserPermissions({ answers: { '': { body: withoutOverrides() } } });
    await screen.findByText('Patient.View');
    expect(button('Reset').disabled).toBe(true);
  });

  it('shows an error in the dialog, and removes the overrides on success', async () => {
    const { server, user, path } = await showUserPermissions();
    await screen.findByText('Patient.View');
    server.on(`POST ${path}/reset`, { status: 409, body: { message: 'Not your own', code: 'CONFLICT' } });
    await user.click(button('Reset'));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText('Order.View')).toBeTruthy();
    await fillIn(user, dialog.getByLabelText(/^Reason/), REASON);
    await user.click(dialog.getByText('Reset', { selector: 'button' }));
    expect(await dialog.findByText('Not your own')).toBeTruthy();
    server.on(`POST ${path}/reset`, { body: withoutOverrides() });
    server.on(`GET ${path}`, { body: withoutOverrides() });
    await user.click(dialog.getByText('Reset', { selector: 'button' }));
    expect(await screen.findAllByText('Permissions reset for Ann Smith')).not.toHaveLength(0);
    expect(screen.queryByText('Override', { selector: 'li *' })).toBeNull();
  });
});

describe('a user who cannot be shown', () => {
  it.each([
    [{ status: 404, body: { message: 'Not found' } }, 'User not found'],
    [{ status: 400, body: { message: 'Not a valid id' } }, 'User not found'],
    [{ status: 500, body: {} }, 'Failed to load permissions'],
  ])('with %j says %s', async (answer, text) => {
    await showUserPermissions({ answers: { '': answer } });
    expect(await screen.findByText(text)).toBeTruthy();
  });
});
