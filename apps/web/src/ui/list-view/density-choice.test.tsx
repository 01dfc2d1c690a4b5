import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { soon } from '#lib/test/soon.ts';
import { DensityChoice } from './DensityChoice.tsx';

const rowHeight = () => getComputedStyle(document.documentElement).getPropertyValue('--row-height');

it('makes rows lower at once, and saves the choice', async () => {
  const server = createFakeServer();
  server.on('PUT /user/preferences', ({ body }) => ({ status: 200, body }));
  const { user } = await showPage({ server, at: '/list', pages: { '/list': DensityChoice } });
  expect(rowHeight()).toBe('56px');
  await user.click(await screen.findByRole('button', { name: 'Compact' }));
  await waitFor(() => expect(rowHeight()).toBe('40px'), soon);
  expect(screen.getByRole('button', { name: 'Compact' }).getAttribute('aria-pressed')).toBe('true');
});

it('goes back when the server refuses the choice', async () => {
  const server = createFakeServer();
  server.on('PUT /user/preferences', { status: 503, body: { message: 'Try again later' } });
  const { user } = await showPage({ server, at: '/list', pages: { '/list': DensityChoice } });
  await user.click(await screen.findByRole('button', { name: 'Compact' }));
  await screen.findByText(/Try again later/);
  await waitFor(() => expect(rowHeight()).toBe('56px'), soon);
});
