import type { CheckFinding } from '@portal/contract/signing-checks';
import type { PermissionName } from '@portal/domain/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { aDictation, aRow, IDS, NOW, PROVIDER, VIEW, withClinic, WRITE } from '../test/dictation-fixtures.ts';
import { PendingPanel } from '../pending/PendingPanel.tsx';

const ONE_SIDED: CheckFinding = {
  check: 'oneSided50',
  action: 'block',
  message: '64483 has modifier 50, but the side is left. Payers expect LT.',
  fieldId: null,
  code: '64483',
  lineIndex: 0,
  useSide: 'LT',
  source: 'CMS, Physician fee schedule, edition from 10/01/2026',
};

async function openSignDialog(permissions: readonly PermissionName[] = WRITE) {
  const server = withClinic(createFakeServer());
  server.on('GET /dictation/pending', { body: [aRow({ version: 3 })] });
  const found = { dictationId: IDS.dictation, patientName: 'Lee, Ann', templateName: 'Block' };
  server.on('POST /dictation/findings', { body: [{ ...found, findings: [ONE_SIDED] }] });
  const page = await showPage({
    server,
    pages: { '/': PendingPanel },
    at: '/',
    permissions,
    user: { ...PROVIDER, roles: [...PROVIDER.roles] },
  });
  await page.user.click(await screen.findByRole('button', { name: /^Sign Lee/u }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Sign this dictation?' }));
  await dialog.findByText(ONE_SIDED.message);
  dialog.getByText('CMS, Physician fee schedule, edition from 10/01/2026');
  return { ...page, server, dialog };
}

describe('a finding with a one-click correction', () => {
  it('is corrected in the list, and the version that it made is signed', async () => {
    const { server, user, dialog } = await openSignDialog();
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Sign Anyway' }).disabled).toBe(true);
    server.on(`POST /dictation/${IDS.dictation}/use-side`, () => {
      server.on('POST /dictation/findings', { body: [] });
      return { body: aDictation({ version: 4 }) };
    });
    server.on(`POST /dictation/${IDS.dictation}/sign`, {
      body: aDictation({ status: 'Signed', signedAt: NOW }),
    });
    await user.click(dialog.getByRole('button', { name: 'Use LT on 64483, Lee, Ann' }));
    await waitFor(() => expect(dialog.queryByText(ONE_SIDED.message)).toBeNull());
    await waitFor(() =>
      expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Sign' }).disabled).toBe(false),
    );
    await user.click(dialog.getByRole('button', { name: 'Sign' }));
    await screen.findAllByText(/signed$/u);
    const sent = (end: string) => server.calls.find(({ path }) => path.endsWith(end))?.body;
    expect(sent('/use-side')).toEqual({ lineIndex: 0 });
    expect(sent('/sign')).toEqual({ version: 4 });
  });

  it('is offered only to people who may edit', async () => {
    const { dialog } = await openSignDialog(VIEW);
    expect(dialog.queryByRole('button', { name: /^Use LT/u })).toBeNull();
  });
});
