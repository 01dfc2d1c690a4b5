import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { usePreferences } from '#lib/session/use-preferences.ts';
import { session } from '#lib/portal.ts';
import { createFakeServer, type Answer } from '#lib/test/fake-server.ts';
import { aUser } from '#lib/test/people.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { soon } from '#lib/test/soon.ts';
import { useDensity } from '../theme/use-density.ts';
import { DensityChoice } from './DensityChoice.tsx';

function Page() {
  useDensity(usePreferences().preferences.density);
  return <DensityChoice />;
}

const density = () => document.documentElement.dataset['density'];

it('makes the rows of all lists lower at once', async () => {
  const server = createFakeServer();
  server.on('PUT /user/preferences', { body: { ...aUser().preferences, density: 'compact' } });
  const { user } = await showPage({ server, at: '/list', pages: { '/list': Page } });
  expect(density()).toBe('comfortable');
  await user.click(await screen.findByRole('button', { name: 'Compact' }));
  await waitFor(() => expect(density()).toBe('compact'), soon);
  expect(screen.getByRole('button', { name: 'Compact' }).getAttribute('aria-pressed')).toBe('true');
});

it('stays when the session was read before the server had the choice', async () => {
  const server = createFakeServer();
  const { promise, resolve } = Promise.withResolvers<Answer>();
  server.on('PUT /user/preferences', () => promise);
  const { user } = await showPage({ server, at: '/list', pages: { '/list': Page } });
  await user.click(await screen.findByRole('button', { name: 'Compact' }));
  await waitFor(() => expect(server.countOf('PUT /user/preferences')).toBe(1), soon);
  await session.refreshPermissions();
  resolve({ body: { ...aUser().preferences, density: 'compact' } });
  await waitFor(() => expect(density()).toBe('compact'), soon);
});

it('goes back when the server refuses the choice', async () => {
  const server = createFakeServer();
  server.on('PUT /user/preferences', { status: 503, body: { message: 'Try again later' } });
  const { user } = await showPage({ server, at: '/list', pages: { '/list': Page } });
  await user.click(await screen.findByRole('button', { name: 'Compact' }));
  expect((await screen.findAllByText(/Try again later/)).length).toBeGreaterThan(0);
  await waitFor(() => expect(density()).toBe('comfortable'), soon);
});
