import type { PermissionName } from '@portal/domain/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeServer, type Answer } from '#lib/test/fake-server.ts';
import { invalidateAreas } from '#lib/query/endpoint-query.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { aDictation, aRow, IDS, NOW, PROVIDER, VIEW, withClinic, WRITE } from '../test/dictation-fixtures.ts';
import { PendingPanel } from './PendingPanel.tsx';

const PENDING = 'GET /dictation/pending';
const rows = [
  aRow({ status: 'Saved' }),
  aRow({ id: IDS.second, patientName: 'Poe, Max' }),
  aRow({ id: IDS.third, patientName: 'Fox, Kim' }),
];

async function panel({
  roles = PROVIDER.roles,
  permissions = WRITE,
  pending = { body: rows },
}: {
  readonly roles?: readonly string[];
  readonly permissions?: readonly PermissionName[];
  readonly pending?: Answer;
} = {}) {
  const server = withClinic(createFakeServer());
  server.on(PENDING, pending);
  server.on('POST /dictation/findings', { body: [] });
  const page = await showPage({
    server,
    pages: { '/': PendingPanel },
    at: '/',
    permissions,
    user: { ...PROVIDER, roles: [...roles] },
  });
  return { ...page, server };
}

const rowOf = async (patient: string) => {
  const row = (await screen.findByText(patient)).closest('tr, li');
  if (!(row instanceof HTMLElement)) throw new Error(`no row of ${patient}`);
  return within(row);
};
const actionsOf = async (patient: string) =>
  (await rowOf(patient))
    .queryAllByRole('button')
    .map((button) => button.getAttribute('aria-label')?.split(' Lee')[0]?.split(' Poe')[0]);

describe('pending dictations', () => {
  it('lists and counts the signed-in provider’s pending dictations', async () => {
    const { server } = await panel();
    await screen.findByRole('heading', { name: 'Pending Dictations (3)' });
    const [asked] = server.calls.filter(({ path }) => path === '/dictation/pending');
    expect(asked?.query.get('providerId')).toBe(IDS.provider);
  });

  it('shows an empty state', async () => {
    await panel({ pending: { body: [] } });
    expect(await screen.findByText('No dictations awaiting signature')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Pending Dictations' })).toBeTruthy();
  });

  it('retries after a failed load', async () => {
    const { server, user } = await panel({ pending: { status: 500 } });
    await screen.findByText('Failed to load pending dictations');
    server.on(PENDING, { body: rows });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await rowOf('Lee, Ann')).toBeTruthy();
  });

  it('offers Mark reviewed only for saved dictations', async () => {
    await panel();
    expect(await actionsOf('Lee, Ann')).toContain('Mark reviewed');
    expect(await actionsOf('Poe, Max')).not.toContain('Mark reviewed');
    expect(await actionsOf('Poe, Max')).toContain('Sign');
  });

  it.each([
    ['without edit permission', PROVIDER.roles, VIEW, ['Print', 'Sign']],
    ['who cannot sign', ['Staff'], WRITE, ['Print']],
  ] as const)('offers fewer actions to a user %s', async (_who, roles, permissions, buttons) => {
    await panel({ roles, permissions });
    expect(await actionsOf('Lee, Ann')).toEqual(buttons);
  });

  it('reports why marking as reviewed failed and keeps the row', async () => {
    const { server, user } = await panel();
    server.on('POST /dictation/batch/status', {
      status: 409,
      body: { message: 'It has been changed', code: 'CONFLICT' },
    });
    await user.click((await rowOf('Lee, Ann')).getByRole('button', { name: /^Mark reviewed/u }));
    await screen.findAllByText('It has been changed');
    expect(await rowOf('Lee, Ann')).toBeTruthy();
  });

  it.each([
    ['with the response', false],
    ['before the response, because another tab or the live feed was faster', true],
  ])('focuses the next Sign button when the signed row leaves the list %s', async (_when, isFirst) => {
    const { server, user, queryClient } = await panel();
    server.on(`POST /dictation/${IDS.second}/sign`, async () => {
      server.on(PENDING, { body: rows.filter(({ id }) => id !== IDS.second) });
      if (isFirst) {
        await invalidateAreas(queryClient, 'Dictations');
        await waitFor(() => {
          if (screen.queryByText('Poe, Max') !== null) throw new Error('still listed');
        });
      }
      return { body: aDictation({ id: IDS.second, status: 'Signed', signedAt: NOW }) };
    });
    await user.click((await rowOf('Poe, Max')).getByRole('button', { name: /^Sign/u }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Sign this dictation?' });
    expect(dialog.textContent).toContain('Poe, Max – Block, 11/21/2026');
    const sign = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Sign' });
    await waitFor(() => expect(sign.disabled).toBe(false));
    await user.click(sign);
    await screen.findAllByText('Poe, Max – Block signed');
    await waitFor(() => expect(screen.queryByText('Poe, Max')).toBeNull());
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('aria-label')).toBe('Sign Fox, Kim – Block'),
    );
  });
});
