import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fillIn } from '#lib/test/fill-in.ts';
import { aWorkSection, chooseTaker, TAKER } from '#lib/test/waiting-work.ts';
import {
  anOverride,
  aUsersPermissions,
  COMPARISON,
  REASON,
  withoutOverrides,
} from '../test/permission-fixtures.ts';
import { showUserPermissions } from './test/show-user-permissions.ts';

const ANN = aUsersPermissions();
const PATH = `/users/${ANN.userId}/permissions`;

const openTable = async () => {
  const page = await showUserPermissions({ search: '?tab=overrides' });
  await screen.findByText('Works in billing only');
  return page;
};
const cells = () =>
  Array.from(screen.getByText('Order.View').closest('tr')?.cells ?? [], ({ textContent }) => textContent);

describe('overrides table', () => {
  it('shows the role default, a missing expiration, and System for overrides without an author', async () => {
    const { server, user } = await openTable();
    await waitFor(() =>
      expect(cells().slice(0, 5)).toEqual([
        'Order.View',
        'Granted',
        'Revoked',
        'No expiration',
        'Works in billing only',
      ]),
    );
    server.on(`GET ${PATH}/overrides`, { body: [anOverride({ isGranted: true, createdBy: null })] });
    server.on(`DELETE ${PATH}/${anOverride().permissionId}`, { body: ANN });
    await user.click(screen.getByLabelText('Remove override Order.View'));
    const dialog = within(await screen.findByRole('alertdialog'));
    await fillIn(user, dialog.getByLabelText(/^Reason/), REASON);
    await user.click(dialog.getByText('Remove'));
    await waitFor(() => expect(cells()[5]).toMatch(/^System\d/));
  });

  it('shows the role default before removing an override, and sends the reason', async () => {
    const { server, user } = await openTable();
    server.on(`DELETE ${PATH}/${anOverride().permissionId}`, { body: withoutOverrides() });
    await waitFor(() => expect(cells()[1]).toBe('Granted'));
    await user.click(screen.getByLabelText('Remove override Order.View'));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove override?' }));
    expect(
      dialog.getByText(
        'Order.View is revoked for Ann Smith. Without the override, the role default applies: granted.',
      ),
    ).toBeTruthy();
    await user.click(dialog.getByText('Remove'));
    expect(await dialog.findByText('Enter a reason of at least 10 characters')).toBeTruthy();
    await fillIn(user, dialog.getByLabelText(/^Reason/), REASON);
    server.on(`GET ${PATH}/overrides`, { body: [] });
    await user.click(dialog.getByText('Remove'));
    expect(await screen.findByText('No overrides. All permissions come from the user’s roles.')).toBeTruthy();
    expect(server.calls.find(({ method }) => method === 'DELETE')?.body).toEqual({
      reason: REASON,
      reassignTo: null,
    });
  });

  it('names the work that waits if the override grants what no role does, and gives it to the chosen person', async () => {
    const { server, user } = await showUserPermissions({
      search: '?tab=overrides',
      answers: {
        '/overrides': { body: [anOverride({ isGranted: true })] },
        '/comparison': { body: COMPARISON.map((each) => ({ ...each, roleDefault: false })) },
      },
    });
    server.on(`GET /user/${ANN.userId}/waiting-work`, {
      body: { sections: [aWorkSection({ kind: 'orders' }), aWorkSection()] },
    });
    await waitFor(() => expect(cells()[1]).toBe('Not granted'));
    await user.click(screen.getByLabelText('Remove override Order.View'));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect((await dialog.findByRole('list', { name: 'Waiting work' })).children).toHaveLength(1);
    await chooseTaker(user, server);
    await fillIn(user, dialog.getByLabelText(/^Reason/), REASON);
    server.on(`DELETE ${PATH}/${anOverride().permissionId}`, { body: withoutOverrides() });
    await user.click(dialog.getByText('Remove'));
    await waitFor(() =>
      expect(server.calls.find(({ method }) => method === 'DELETE')?.body).toEqual({
        reason: REASON,
        reassignTo: TAKER.id,
      }),
    );
  });

  it('shows why a removal failed, and keeps the reason and the override', async () => {
    const { server, user } = await openTable();
    server.on(`DELETE ${PATH}/${anOverride().permissionId}`, { status: 500, body: {} });
    await user.click(screen.getByLabelText('Remove override Order.View'));
    const dialog = within(await screen.findByRole('alertdialog'));
    await fillIn(user, dialog.getByLabelText(/^Reason/), REASON);
    await user.click(dialog.getByText('Remove'));
    expect(await dialog.findByText('Failed to remove override')).toBeTruthy();
    expect(dialog.getByLabelText(/^Reason/)).toHaveProperty('value', REASON);
    expect(screen.getByText('Works in billing only')).toBeTruthy();
  });

  it('shows an error, not an empty table, if one of its requests fails', async () => {
    const { server, user } = await showUserPermissions({
      search: '?tab=overrides',
      answers: { '/overrides': { status: 500, body: {} } },
    });
    expect(await screen.findByText('Failed to load permissions')).toBeTruthy();
    server.on(`GET ${PATH}/overrides`, { body: [anOverride()] });
    await user.click(screen.getByText('Retry'));
    expect(await screen.findByText('Works in billing only')).toBeTruthy();
    expect(server.countOf(`GET ${PATH}/comparison`)).toBe(2);
  });
});
