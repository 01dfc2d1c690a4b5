import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { ChargePictures } from './ChargePictures.tsx';

const ROE = '01980000-0000-7000-8000-000000000001';

it('counts the notes of the filters by day, provider and code, with links that keep the filters', async () => {
  const server = createFakeServer();
  server.on('GET /charges/totals', {
    body: {
      days: [{ date: '2026-11-20', notes: 4 }],
      providers: [{ providerId: ROE, providerName: 'Roe, Jane', notes: 4 }],
      codes: [{ code: '62323', description: 'Lumbar epidural', notes: 3 }],
    },
  });
  server.on('GET /charges/unsigned', { body: [] });
  await showPage({
    server,
    pages: {
      '/': () => (
        <ChargePictures
          today="2026-11-21"
          filters={{
            startDate: '2026-11-19',
            endDate: '2026-11-20',
            providerId: '',
            locationId: '',
            code: '',
          }}
        />
      ),
    },
    at: '/',
  });
  expect(await rowsOf('On which days were the notes?')).toEqual([
    ['11/19/2026', '0'],
    ['11/20/2026', '4'],
  ]);
  expect(await rowsOf('Whose notes are they?')).toEqual([['Roe, Jane', '4']]);
  expect(await rowsOf('Which codes are billed most?')).toEqual([['62323 Lumbar epidural', '3']]);
  expect(await screen.findByText('Every note is signed in time')).toBeTruthy();
  const address = screen.getByRole('link', { name: 'Roe, Jane: 4' }).getAttribute('href');
  expect(Object.fromEntries(new URL(address ?? '', location.origin).searchParams)).toEqual({
    tab: 'all',
    startDate: '2026-11-19',
    endDate: '2026-11-20',
    providerId: ROE,
  });
});

async function rowsOf(picture: string) {
  const table = within(await screen.findByRole('table', { name: picture }));
  return table
    .getAllByRole('row')
    .slice(1)
    .map((row) => Array.from(row.children, ({ textContent }) => textContent));
}
