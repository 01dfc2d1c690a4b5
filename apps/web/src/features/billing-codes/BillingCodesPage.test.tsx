import type { BillingCode } from '@portal/contract/billing-codes';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { BillingCodesPage } from './BillingCodesPage.tsx';

const CODE: BillingCode = {
  id: '66666666-6666-4666-8666-666666666666',
  codeType: 'CPT',
  code: '64483',
  description: 'Injection',
  category: null,
  isActive: false,
  lineType: 'procedure',
  bilateralIndicator: 1,
  unitSize: null,
  unit: null,
  isBillable: true,
  validFrom: null,
  validTo: null,
  facts: [],
  replacedBy: null,
  updatedAt: '2026-11-20T12:00:00.000Z',
  version: 3,
};
const OPEN = { pages: { '/admin/billing-codes': BillingCodesPage }, at: '/admin/billing-codes' };

async function list() {
  const server = createFakeServer();
  server.on('POST /billing-code/search', {
    body: { items: [CODE], totalCount: 1, totalCountIsApproximate: false },
  });
  return { ...(await showPage({ server, ...OPEN })), server };
}

describe('billing code page', () => {
  it('reports "Failed to load billing codes"', async () => {
    const server = createFakeServer();
    server.on('POST /billing-code/search', { status: 500 });
    await showPage({ server, ...OPEN });
    expect(await screen.findByText('Failed to load billing codes')).toBeTruthy();
  });

  it('reports failures to save, activate and delete a billing code', async () => {
    const { server, user } = await list();
    server.on(`PUT /admin/billing-code/${CODE.id}`, { status: 500 });
    server.on(`PATCH /admin/billing-code/${CODE.id}/toggle-status`, { status: 500 });
    server.on(`DELETE /admin/billing-code/${CODE.id}`, { status: 500 });
    await user.click(await screen.findByLabelText('Edit CPT 64483'));
    const edit = within(await screen.findByRole('dialog'));
    await user.type(edit.getByLabelText(/^Description/), ' changed');
    await user.click(edit.getByText('Save'));
    expect(await edit.findByText('Failed to save billing code')).toBeTruthy();
    expect(edit.getByLabelText<HTMLTextAreaElement>(/^Description/).value).toBe('Injection changed');
    expect(server.calls.at(-1)?.body).toEqual({
      description: 'Injection changed',
      category: null,
      isActive: false,
      lineType: 'procedure',
      bilateralIndicator: 1,
      unitSize: null,
      unit: null,
      isBillable: true,
      validFrom: null,
      validTo: null,
      version: 3,
    });
    await user.click(edit.getByText('Cancel'));
    await user.click(await screen.findByLabelText('Activate CPT 64483'));
    await user.click(await screen.findByText('Activate'));
    expect(await screen.findByText('Failed to activate billing code')).toBeTruthy();
    await user.click(screen.getByText('Cancel'));
    await user.click(await screen.findByLabelText('Delete CPT 64483'));
    await user.click(await screen.findByText('Delete'));
    expect(await screen.findByText('Failed to delete billing code')).toBeTruthy();
  });

  it('reports "Failed to import billing codes", keeps the pasted text, and allows a retry', async () => {
    const { server, user } = await list();
    const pasted = 'CodeType,Code,Description\nCPT,64484,Further level';
    server.on('POST /admin/billing-code/import/preview', { status: 500 });
    await user.click(await screen.findByText('Import'));
    await user.click(await screen.findByLabelText('CSV data'));
    await user.paste(pasted);
    await user.click(screen.getByText('Check'));
    expect(await screen.findByText(/^Failed to import billing codes\b/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>('CSV data').value).toBe(pasted);

    const row = {
      index: 0,
      outcome: 'insert',
      code: '64484',
      message: null,
      isHeading: false,
      changes: [],
      warning: null,
    };
    const result = {
      message: '',
      inserted: 1,
      updated: 0,
      unchanged: 0,
      failed: 0,
      rows: [row],
      newHeadings: [],
    };
    server.on('POST /admin/billing-code/import/preview', { body: result });
    server.on('POST /admin/billing-code/import', { status: 503, body: { message: 'Away for a moment.' } });
    await user.click(screen.getByText('Check'));
    await user.click(await screen.findByText('Import 1 Code'));
    expect(await screen.findByText('Away for a moment.')).toBeTruthy();
    server.on('POST /admin/billing-code/import', { body: result });
    await user.click(screen.getByText('Import 1 Code'));
    expect(await screen.findByText('1 code was added and 0 changed; 0 unchanged.')).toBeTruthy();
    expect(server.calls.find(({ path }) => path === '/admin/billing-code/import')?.body).toEqual([
      { codeType: 'CPT', code: '64484', description: 'Further level' },
    ]);
  });
});
