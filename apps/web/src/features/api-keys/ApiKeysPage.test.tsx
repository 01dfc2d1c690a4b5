import type { ApiKey } from '@portal/contract/api-keys';
import type { PermissionName } from '@portal/domain/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import type { RoleName } from '@portal/domain/roles';
import { ApiKeysPage } from './ApiKeysPage.tsx';

const ANN = { id: '11111111-1111-4111-8111-111111111111', firstName: 'Ann', lastName: 'Lee' };
const KEY: ApiKey = {
  id: '55555555-5555-4555-8555-555555555555',
  name: 'LabLink',
  prefix: 'mpk_abcdefgh1234',
  permissions: ['Patient.View', 'Order.View', 'Order.Create'],
  createdBy: ANN,
  createdAt: '2026-11-01T15:00:00.000Z',
  expiresAt: '2027-01-30T15:00:00.000Z',
  revokedAt: null,
  revokedBy: null,
  suspendedAt: null,
  suspendedBecause: null,
  lastUsedAt: '2026-11-20T15:04:05.000Z',
  lastUsedIp: '203.0.113.7',
  state: 'Active',
};
const SECRET = `mpk_abcdefgh1234_${'s'.repeat(43)}`;
const PERMISSIONS: readonly PermissionName[] = ['Patient.View', 'Patient.Edit', 'Order.View'];

async function list(items: readonly ApiKey[] = [KEY], roles: readonly RoleName[] = ['Admin']) {
  const server = createFakeServer();
  server.on('GET /auth/second-factor', { body: { hasApp: false, passkeys: [], passkeyAddress: null } });
  server.on('GET /api-keys', { body: { items, totalCount: items.length } });
  const page = await showPage({
    server,
    pages: { '/api-keys': ApiKeysPage },
    at: '/api-keys',
    permissions: PERMISSIONS,
    user: { id: ANN.id, roles: [...roles] },
  });
  return { ...page, server };
}

async function openForm() {
  const page = await list();
  const add = await screen.findByRole<HTMLButtonElement>('button', { name: 'New API Key' });
  await waitFor(() => expect(add.disabled).toBe(false));
  await page.user.click(add);
  return { ...page, dialog: within(await screen.findByRole('dialog', { name: 'New API Key' })) };
}

async function confirm(user: Awaited<ReturnType<typeof list>>['user']) {
  const asked = within(await screen.findByRole('dialog', { name: 'Confirm That It Is You' }));
  await user.type(await asked.findByLabelText(/^Your password/), 'my password');
  await user.click(asked.getByRole('button', { name: 'Confirm' }));
}

const SUSPENDED: ApiKey = {
  ...KEY,
  state: 'Suspended',
  suspendedAt: '2026-11-20T15:00:00.000Z',
  suspendedBecause: 'PasswordReset',
};

describe('API keys page', () => {
  beforeEach(() => {
    vi.setSystemTime(new Date('2026-11-21T15:00:00Z'));
    return () => vi.useRealTimers();
  });

  it('lists keys with their state and last use, never the key', async () => {
    const { user } = await list([
      KEY,
      {
        ...KEY,
        id: ANN.id,
        name: 'Old',
        state: 'Revoked',
        lastUsedAt: null,
        revokedAt: KEY.createdAt,
        revokedBy: ANN,
      },
    ]);
    const row = within(await screen.findByRole('row', { name: /LabLink/ }));
    for (const text of [
      'mpk_abcdefgh1234…',
      'Active',
      'Patient.View and 2 more',
      '01/30/2027',
      '203.0.113.7',
    ])
      expect(row.getByText(text)).toBeTruthy();
    const old = within(screen.getByRole('row', { name: /Old/ }));
    expect(old.getByText('Revoked')).toBeTruthy();
    expect(old.getByText('Never')).toBeTruthy();
    expect(old.queryByLabelText('Revoke Old')).toBeNull();
    await user.click(row.getByRole('button', { name: /details/i }));
    expect(await screen.findByText('Patient.View, Order.View, Order.Create')).toBeTruthy();
  });

  it('explains what keys are for when there are none', async () => {
    await list([]);
    expect(await screen.findByText(/^No API keys yet\. With a key, another system/)).toBeTruthy();
  });

  it('offers only permissions that the user has, and finds them', async () => {
    const { dialog, user } = await openForm();
    const names = () =>
      dialog
        .queryAllByRole('checkbox', { name: /\./ })
        .map((box) => box.closest('label')?.querySelector('span span')?.textContent);
    expect(names()).toEqual(['Patient.View', 'Patient.Edit', 'Order.View']);
    await user.type(dialog.getByLabelText('Search permissions'), 'edit pati');
    expect(names()).toEqual(['Patient.Edit']);
    await user.clear(dialog.getByLabelText('Search permissions'));
    await user.type(dialog.getByLabelText('Search permissions'), 'xyz');
    expect(dialog.getByText('No permissions match your search')).toBeTruthy();
  });

  it('reports what is missing, next to it', async () => {
    const { dialog, user, server } = await openForm();
    await user.click(dialog.getByLabelText('Until a date'));
    await user.click(dialog.getByRole('button', { name: 'Create Key' }));
    expect(await dialog.findByText('Name is required')).toBeTruthy();
    expect(dialog.getByText('Choose at least one permission')).toBeTruthy();
    expect(dialog.getByText('Enter a date (MM/DD/YYYY)')).toBeTruthy();
    await user.type(dialog.getByLabelText(/^Expiration date/), '11/20/2026');
    await user.click(dialog.getByRole('button', { name: 'Create Key' }));
    expect(await dialog.findByText('Expiration must be in the future')).toBeTruthy();
    expect(server.countOf('POST /api-keys')).toBe(0);
  });

  it('creates a key, shows it once, and asks before it is closed without being copied', async () => {
    const { dialog, user, server } = await openForm();
    server.on('POST /api-keys', { status: 201, body: { id: KEY.id, key: SECRET } });
    await user.type(dialog.getByLabelText(/^Name/), 'LabLink');
    await user.click(dialog.getByLabelText('30 days'));
    await user.click(dialog.getByLabelText('All Patients permissions'));
    expect(dialog.getByText('2 selected')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Create Key' }));
    await confirm(user);
    const shown = within(await screen.findByRole('dialog', { name: 'API Key Created' }));
    expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({
      name: 'LabLink',
      permissions: ['Patient.View', 'Patient.Edit'],
      expiresAt: '2026-12-21T15:00:00.000Z',
      password: 'my password',
    });
    expect(shown.getByText(SECRET)).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(shown.getByText(SECRET)).toBeTruthy();
    await user.click(shown.getByRole('button', { name: 'Done' }));
    await user.click(await screen.findByRole('button', { name: 'Back to the key' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    document.execCommand = () => true;
    onTestFinished(() => void Reflect.deleteProperty(document, 'execCommand'));
    await user.click(shown.getByRole('button', { name: 'Copy key' }));
    await shown.findByText('Copied');
    await user.click(shown.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByText(SECRET)).toBeNull());
  });

  it('keeps the input when the server refuses, and says why', async () => {
    const { dialog, user, server } = await openForm();
    const message = 'An active API key already has this name';
    server.on('POST /api-keys', {
      status: 409,
      body: { message, code: 'CONFLICT', errors: { name: [message] } },
    });
    await user.type(dialog.getByLabelText(/^Name/), 'LabLink');
    await user.click(dialog.getByLabelText(/^Order\.View/));
    await user.click(dialog.getByRole('button', { name: 'Create Key' }));
    await confirm(user);
    expect(await dialog.findByText(message)).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirm That It Is You' })).toBeNull());
    expect(dialog.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('LabLink');
    expect(dialog.getByText('1 selected')).toBeTruthy();
  });

  it('enables a suspended key of the user, who confirms who they are', async () => {
    const { user, server } = await list([SUSPENDED]);
    const row = within(await screen.findByRole('row', { name: /LabLink/ }));
    expect(row.getByText('Suspended')).toBeTruthy();
    await user.click(row.getByRole('button', { name: /details/i }));
    expect(await screen.findByText(/because the password of its creator was reset/)).toBeTruthy();
    await user.click(row.getByLabelText('Enable LabLink'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Enable API Key' }));
    await user.type(await dialog.findByLabelText(/^Your password/), 'wrong');
    const message = 'The password is not correct.';
    server.on(`POST /api-keys/${KEY.id}/enable`, {
      status: 400,
      body: { message, code: 'WRONG_PASSWORD', errors: { password: [message] } },
    });
    await user.click(dialog.getByRole('button', { name: 'Enable' }));
    expect(await dialog.findByText(message)).toBeTruthy();
    server.on(`POST /api-keys/${KEY.id}/enable`, { body: KEY });
    await user.click(dialog.getByRole('button', { name: 'Enable' }));
    expect(await screen.findByText('LabLink works again')).toBeTruthy();
  });

  it('offers to enable only own keys', async () => {
    const by = { id: KEY.id, firstName: 'Bo', lastName: 'Chan' };
    await list([{ ...SUSPENDED, createdBy: by }]);
    await screen.findByLabelText('Revoke LabLink');
    expect(screen.queryByLabelText('Enable LabLink')).toBeNull();
  });

  it('lets people who are no longer Admins see and revoke their keys', async () => {
    await list([{ ...SUSPENDED, suspendedBecause: 'RoleRemoved' }], ['Staff']);
    await screen.findByLabelText('Revoke LabLink');
    expect(screen.queryByLabelText('Enable LabLink')).toBeNull();
    expect(screen.queryByRole('button', { name: 'New API Key' })).toBeNull();
  });

  it('revokes a key after a question, and shows a failure in it', async () => {
    const { user, server } = await list();
    await user.click(await screen.findByLabelText('Revoke LabLink'));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(/^"LabLink" stops working at once/)).toBeTruthy();
    server.on(`DELETE /api-keys/${KEY.id}`, { status: 500 });
    await user.click(dialog.getByRole('button', { name: 'Revoke' }));
    expect(await dialog.findByText('Failed to revoke the API key')).toBeTruthy();
    server.on(`DELETE /api-keys/${KEY.id}`, { body: { ...KEY, state: 'Revoked' } });
    await user.click(dialog.getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText('LabLink was revoked')).toBeTruthy();
  });
});
