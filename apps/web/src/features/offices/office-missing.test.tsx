import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { IpWhitelistPage } from './IpWhitelistPage.tsx';
import { OfficeFormPage } from './OfficeFormPage.tsx';

const UNKNOWN = '00000000-0000-7000-8000-000000000000';
const NO_ID = {
  status: 400,
  body: { message: 'Some fields need attention.', errors: { id: ['Not a valid id'] } },
};
const NO_RECORD = { status: 404, body: { message: 'This record does not exist.' } };

it.each([
  ['/offices/xyz/edit', NO_ID],
  [`/offices/${UNKNOWN}/edit`, NO_RECORD],
  ['/offices/xyz/ip-whitelist', NO_ID],
  [`/offices/${UNKNOWN}/ip-whitelist`, NO_RECORD],
])('shows at %s that the office was not found', async (at, answer) => {
  const server = createFakeServer();
  const id = at.split('/')[2] ?? '';
  server.on(`GET /office/${id}`, answer);
  server.on(`GET /office/${id}/ip-whitelist`, answer);
  await showPage({
    server,
    pages: { '/offices/:id/edit': OfficeFormPage, '/offices/:id/ip-whitelist': IpWhitelistPage },
    at,
    permissions: ['Admin.ManageOffices'],
  });
  expect(await screen.findByText('Office not found')).toBeTruthy();
  expect(screen.queryByText('Some fields need attention.')).toBeNull();
  expect(screen.getByRole('link', { name: 'Go to offices' }).getAttribute('href')).toBe('/offices');
});
