import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fillIn } from '#lib/test/fill-in.ts';
import { aWorkSection, chooseTaker, TAKER } from '#lib/test/waiting-work.ts';
import {
  aUsersPermissions,
  COMPARISON,
  ORDER_CREATE,
  ORDER_VIEW,
  REASON,
} from '../test/permission-fixtures.ts';
import { showUserPermissions } from './test/show-user-permissions.ts';

const ANN = aUsersPermissions();
const PATH = `/users/${ANN.userId}/permissions`;
const SET = `POST ${PATH}/override`;
const UNTIL = '03/01/2027 5:00 PM';
const UNTIL_SENT = '2027-03-01T22:00:00.000Z';

async function override(name: string, comparison: readonly object[] = COMPARISON) {
  const page = await showUserPermissions({ answers: { '/comparison': { body: comparison } } });
  const { server } = page;
  await page.user.click(await screen.findByLabelText(`Override ${name}`));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByLabelText(/^Reason/);
  const fill = (label: RegExp, text: string) => fillIn(page.user, dialog.getByLabelText(label), text);
  const save = () => page.user.click(dialog.getByText('Save Override'));
  const sent = () =>
    server.calls.filter(({ method, path }) => `${method} ${path}` === SET).map(({ body }) => body);
  return { ...page, dialog, fill, save, sent };
}

describe('overriding a permission', () => {
  it('starts with the opposite of the role default, and disables Inherit without an override', async () => {
    const { dialog, save, fill, sent, server } = await override('Order.Create');
    server.on(SET, { body: ANN });
    expect(dialog.getByText(/Ann Smith’s roles do not grant this permission\.$/)).toBeTruthy();
    expect(dialog.getByLabelText('Grant')).toHaveProperty('checked', true);
    expect(dialog.getByLabelText('Inherit from roles (not granted)')).toHaveProperty('disabled', true);
    expect(dialog.getByText('Save Override')).toHaveProperty('disabled', true);
    await fill(/^Expires/, UNTIL);
    await fill(/^Reason/, REASON);
    await save();
    expect(await screen.findAllByText('Order.Create override saved for Ann Smith')).not.toHaveLength(0);
    expect(sent()).toEqual([
      {
        userId: ANN.userId,
        permissionId: ORDER_CREATE.id,
        isGranted: true,
        reason: REASON,
        expiresAt: UNTIL_SENT,
        reassignTo: null,
      },
    ]);
  });

  it('shows the current reason; choosing Inherit drops the expiration', async () => {
    const comparison = COMPARISON.map((each) =>
      each.permissionId === ORDER_VIEW.id ? { ...each, overrideExpiresAt: UNTIL_SENT } : each,
    );
    const { user, dialog, fill, save, sent, server } = await override('Order.View', comparison);
    server.on(SET, { body: ANN });
    expect(dialog.getByText('Reason for the current override: Works in billing only')).toBeTruthy();
    expect(dialog.getByLabelText('Revoke')).toHaveProperty('checked', true);
    expect(dialog.getByLabelText(/^Expires/)).toHaveProperty('value', UNTIL);
    await user.click(dialog.getByLabelText('Inherit from roles (granted)'));
    expect(dialog.queryByLabelText(/^Expires/)).toBeNull();
    await fill(/^Reason/, REASON);
    await save();
    await screen.findAllByText('Order.View override saved for Ann Smith');
    expect(sent()).toEqual([expect.objectContaining({ isGranted: null, expiresAt: null })]);
  });

  it('names the work that waits if a permission is revoked, and gives it to the chosen person', async () => {
    const granted = COMPARISON.map((each) =>
      each.permissionId === ORDER_VIEW.id ? { ...each, userOverride: null, effectiveValue: true } : each,
    );
    const { user, dialog, fill, save, sent, server } = await override('Order.View', granted);
    server.on(`GET /user/${ANN.userId}/waiting-work`, {
      body: { sections: [aWorkSection(), aWorkSection({ kind: 'orders', count: 1 })] },
    });
    await user.click(dialog.getByLabelText('Grant'));
    expect(dialog.queryByText(/has work that waits/)).toBeNull();
    await user.click(dialog.getByLabelText('Revoke'));
    const work = await dialog.findByRole('list', { name: 'Waiting work' });
    expect(work.textContent).toBe('1 open order (1 STAT): MSG-2026-000007, Quill, Ida');
    await chooseTaker(user, server);
    await fill(/^Reason/, REASON);
    server.on(SET, { body: ANN });
    await save();
    await screen.findAllByText('Order.View override saved for Ann Smith');
    expect(sent()).toMatchObject([{ isGranted: false, reassignTo: TAKER.id }]);
  });

  it('refuses an incomplete expiration and a short reason at their fields, without a request', async () => {
    const { dialog, fill, save, sent } = await override('Order.Create');
    await fill(/^Expires/, '03/01/2027');
    await fill(/^Reason/, 'short');
    await save();
    expect(await dialog.findByText('Enter a reason of at least 10 characters')).toBeTruthy();
    expect(dialog.getByLabelText(/^Expires/).getAttribute('aria-invalid')).toBe('true');
    expect(sent()).toEqual([]);
  });

  it('shows a server error at its field, and keeps the input', async () => {
    const { user, dialog, fill, save, server } = await override('Order.Create');
    server.on(SET, {
      status: 400,
      body: {
        message: 'Some fields need attention.',
        code: 'VALIDATION',
        errors: { expiresAt: ['Expiration must be in the future'] },
      },
    });
    await user.click(dialog.getByLabelText('Revoke'));
    await fill(/^Expires/, UNTIL);
    await fill(/^Reason/, REASON);
    await save();
    const expires = dialog.getByLabelText(/^Expires/);
    expect(await dialog.findByText('Expiration must be in the future')).toBeTruthy();
    expect(expires.getAttribute('aria-invalid')).toBe('true');
    expect(expires).toHaveProperty('value', UNTIL);
    expect(dialog.getByLabelText('Revoke')).toHaveProperty('checked', true);
    expect(dialog.getByLabelText(/^Reason/)).toHaveProperty('value', REASON);
  });

  it('retries with the same idempotency key, and uses a new one after a change', async () => {
    const { user, dialog, fill, save, server } = await override('Order.Create');
    server.on(SET, { status: 503, body: {} });
    await fill(/^Reason/, REASON);
    await save();
    expect(await dialog.findByText('Failed to save override')).toBeTruthy();
    await save();
    await user.click(dialog.getByLabelText('Revoke'));
    server.on(SET, { body: ANN });
    await save();
    await screen.findAllByText('Order.Create override saved for Ann Smith');
    const keys = server.calls
      .filter(({ path }) => path === `${PATH}/override`)
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(3);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });
});
