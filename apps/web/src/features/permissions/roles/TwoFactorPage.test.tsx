import type { TwoFactorPolicy } from '@portal/contract/required-two-factor';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { showPage } from '#lib/test/show-page.tsx';
import { permissionServer, SUPER_ADMIN } from '../test/permission-fixtures.ts';
import { TwoFactorPage } from './TwoFactorPage.tsx';

async function open(requiredSince: string | null) {
  const policy: TwoFactorPolicy = {
    roles: [
      {
        roleId: '55555555-5555-4555-8555-000000000001',
        roleName: 'Staff',
        requiredSince,
        userCount: 4,
        lackingCount: 0,
      },
    ],
    graceDays: 14,
    version: 1,
  };
  const server = permissionServer();
  server.on('GET /permissions/two-factor', { body: policy });
  server.on('GET /permissions/two-factor/users', { body: { users: [], totalCount: 0 } });
  await showPage({
    server,
    user: SUPER_ADMIN,
    pages: { '/admin/permissions/two-factor': TwoFactorPage },
    at: '/admin/permissions/two-factor',
  });
  return server;
}

const EVERYONE = 'Everyone who must use two-factor authentication has set it up';

describe('two-factor requirement', () => {
  it('says that everyone has set it up, if a role requires it', async () => {
    await open('2026-01-05T15:00:00Z');
    expect(await screen.findByText(EVERYONE)).toBeTruthy();
  });

  it('lists nobody while no role requires it', async () => {
    const server = await open(null);
    expect(await screen.findByText(/^No role requires it/)).toBeTruthy();
    expect(screen.queryByText(EVERYONE)).toBeNull();
    expect(screen.queryByRole('heading', { name: /^Users without/ })).toBeNull();
    expect(server.calls.some(({ path }) => path === '/permissions/two-factor/users')).toBe(false);
  });
});
