import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { aLink } from './test/sso-link-fixtures.ts';
import { SsoLinksPage } from './SsoLinksPage.tsx';

const FIRST = aLink('11', { refusedAt: '2026-11-22T16:00:00.000Z' });
const SECOND = aLink('22', { isActive: false });

const question = () => within(screen.getByRole('alertdialog'));

it('shows who is linked and whose other identity was refused, and relinks one or many', async () => {
  const server = createFakeServer();
  server.on('GET /admin/single-sign-on/links', { body: { items: [FIRST, SECOND], totalCount: 2 } });
  const { user } = await showPage({
    server,
    pages: { '/users/single-sign-on': SsoLinksPage },
    at: '/users/single-sign-on',
  });
  await screen.findByText('Nora Adams (11)');
  expect(screen.getByText(/11\/22\/2026/)).toBeTruthy();
  expect(screen.getByText('Inactive')).toBeTruthy();
  const relink = 'POST /admin/single-sign-on/relink';
  const sent = () => server.calls.findLast(({ method }) => method === 'POST')?.body;

  await user.click(screen.getByLabelText('Relink Nora Adams (11)'));
  expect(screen.getByText('Relink 1 user?')).toBeTruthy();
  server.on(relink, { status: 409, body: { message: 'These users are not linked to single sign-on.' } });
  await user.click(question().getByText('Relink'));
  expect(await question().findByText('These users are not linked to single sign-on.')).toBeTruthy();
  server.on(relink, { body: { count: 1 } });
  await user.click(question().getByText('Relink'));
  expect(await screen.findByText('1 user will be linked again')).toBeTruthy();
  expect(sent()).toEqual({ userIds: [FIRST.id] });

  for (const box of screen.getAllByRole('checkbox').slice(1)) await user.click(box);
  server.on(relink, { body: { count: 2 } });
  await user.click(screen.getByRole('button', { name: 'Relink' }));
  expect(screen.getByText('Relink 2 users?')).toBeTruthy();
  await user.click(question().getByText('Relink'));
  expect(await screen.findByText('2 users will be linked again')).toBeTruthy();
  expect(sent()).toEqual({ userIds: [FIRST.id, SECOND.id] });
});
