import type { SavedLimit } from '@portal/contract/payer-limits';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { PayerLimitsPage } from './PayerLimitsPage.tsx';

const EPIDURAL: SavedLimit = {
  id: '55555555-5555-4555-8555-555555555555',
  name: 'Lumbar epidural',
  payer: 'Medicare',
  policy: 'L33906',
  codes: '62323, 64483',
  withModifier: null,
  withoutModifier: 'KX',
  sessions: 4,
  months: 12,
  isBySide: false,
  earlierCodes: null,
  earlierModifier: null,
  minimumRelief: 0,
  validFrom: '2021-12-05',
  validTo: null,
  source: 'LCD L33906',
  sourceUrl: 'https://www.cms.gov/x',
  lookedUpOn: '2026-11-28',
  isActive: false,
  version: 3,
};
const LABEL = 'Lumbar epidural (L33906): At most four sessions in 12 months';

async function list(items: readonly SavedLimit[] = [EPIDURAL]) {
  const server = createFakeServer();
  server.on('GET /admin/payer-limits', { body: { items: [...items], totalCount: items.length } });
  const page = await showPage({
    server,
    pages: { '/admin/payer-limits': PayerLimitsPage },
    at: '/admin/payer-limits',
  });
  return { ...page, server };
}

it('lists what each rule says, with its source', async () => {
  const { user } = await list();
  await screen.findByText('Lumbar epidural');
  screen.getByText('62323, 64483 without KX');
  screen.getByText('At most four sessions in 12 months');
  screen.getByText('Off');
  await user.click(screen.getByLabelText(`Details of ${LABEL}`));
  expect((await screen.findByText<HTMLAnchorElement>('https://www.cms.gov/x')).rel).toBe('noreferrer');
  screen.getByText('11/28/2026');
});

it('switches a rule with the version that is shown, and says why it cannot', async () => {
  const { server, user } = await list();
  server.on(`PATCH /admin/payer-limits/${EPIDURAL.id}/toggle-status`, {
    status: 409,
    body: { message: 'Someone else changed this.', code: 'STALE' },
  });
  await user.click(await screen.findByLabelText(`Switch on ${LABEL}`));
  expect((await screen.findAllByText('Someone else changed this.')).length).toBeGreaterThan(0);
  expect(server.calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ version: 3 });
});

it('adds a rule, and keeps what was typed if it cannot', async () => {
  const { server, user } = await list([]);
  server.on('POST /admin/payer-limits', { status: 409, body: { message: 'This rule already exists' } });
  await user.click(await screen.findByText('Add Payer Limit'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Payer Limit' }));
  const type = (label: RegExp, text: string) => user.type(dialog.getByLabelText(label), text);
  await user.click(dialog.getByText('Add'));
  await dialog.findByText('Procedure is required');
  await type(/^Procedure/u, 'Knee injection');
  await type(/^Codes/u, '20610;20611');
  await type(/^Payer/u, 'Aetna');
  await type(/^Policy/u, 'CPB 1');
  await type(/^Only with modifier/u, 'kx');
  await type(/^Source/u, 'A bulletin');
  await user.click(dialog.getByLabelText(/^Count each side/u));
  await user.click(dialog.getByText('Add'));
  await dialog.findByText('This rule already exists');
  expect(server.calls.at(-1)?.body).toMatchObject({
    name: 'Knee injection',
    codes: '20610, 20611',
    withModifier: 'KX',
    withoutModifier: null,
    sessions: 4,
    months: 12,
    isBySide: true,
    earlierCodes: null,
    minimumRelief: 0,
    validFrom: null,
    isActive: false,
  });
});

it.each([
  [12, '12 rules were added, switched off'],
  [0, 'All rules of Medicare that the portal knows are here'],
])('adds the rules that the portal knows: %i', async (added, message) => {
  const { server, user } = await list([]);
  await screen.findByText(/^No payer limits yet/u);
  server.on('POST /admin/payer-limits/known', { body: { added } });
  await user.click(screen.getByText('Add Rules of Medicare'));
  // In the toast, and announced.
  expect(await screen.findAllByText(message)).toHaveLength(2);
});
