import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { aListedUser } from '#lib/test/people.ts';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { ADMIN, withChoices } from '../test/user-fixtures.ts';
import { UserDetailPage } from '../UserDetailPage.tsx';

let meta: HTMLMetaElement;
beforeEach(() => {
  meta = document.createElement('meta');
  meta.name = 'sign-in-options';
  meta.content = JSON.stringify({
    sso: { name: 'Entra ID', start: 'https://portal.example/api/auth/sso/start' },
    password: true,
  });
  document.head.append(meta);
});
afterEach(() => meta.remove());

it('shows the link to single sign-on, and removes it after a confirmation', async () => {
  const account = aListedUser();
  const path = `/user/${account.id}/single-sign-on`;
  const server = withChoices(createFakeServer());
  server.on(`GET /user/${account.id}`, { body: account });
  server.on(`GET ${path}`, { body: { linkedAt: '2026-11-20T20:05:00Z' } });
  const { user } = await showPage({
    server,
    at: `/users/${account.id}`,
    pages: { '/users/:id': UserDetailPage },
    user: ADMIN,
  });
  expect(await screen.findByText(/^Linked to Entra ID since/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Remove the link to single sign-on' }));
  server.on(`DELETE ${path}`, { status: 204 });
  server.on(`GET ${path}`, { body: { linkedAt: null } });
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove Link' }),
  );
  expect(await screen.findByText('Not linked')).toBeTruthy();
  expect(server.countOf(`DELETE ${path}`)).toBe(1);
});
