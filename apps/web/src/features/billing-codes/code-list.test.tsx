import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { aCode, aPageOf, showCodes } from './test/billing-code-fixtures.ts';

const texts = (role: string) => screen.getAllByRole(role).map(({ textContent }) => textContent);

const SEARCH = 'POST /billing-code/search';

describe('billing code list', () => {
  it.each([
    ['', { codeType: null, searchTerm: '', isActive: true, pageNumber: 1, pageSize: 25 }],
    [
      '?tab=icd10&search=lumbar&inactive=true&page=3&pageSize=100',
      { codeType: 'ICD10', searchTerm: 'lumbar', isActive: null, pageNumber: 3, pageSize: 100 },
    ],
    [
      '?tab=other&pageSize=7',
      { codeType: null, searchTerm: '', isActive: true, pageNumber: 1, pageSize: 25 },
    ],
  ])('requests the filters of the URL "%s", or the defaults', async (query, body) => {
    const { sent } = await showCodes([aCode()], `/admin/billing-codes${query}`);
    await waitFor(() => expect(sent(SEARCH)[0]).toEqual(body));
  });

  it('has a tab for each type, its columns and four page sizes', async () => {
    const { user } = await showCodes();
    await screen.findByText('Injection');
    expect(texts('tab')).toEqual(['All', 'CPT', 'ICD-10']);
    expect(texts('columnheader')).toEqual([
      '',
      'Type',
      'Code',
      'Description',
      'Category',
      'Line Type',
      'Status',
      'Bilateral',
      'Source',
      'Last Updated',
      'Actions',
    ]);
    await user.click(screen.getByRole('combobox', { name: /Rows per page/ }));
    await screen.findAllByRole('option');
    expect(texts('option')).toEqual(['10', '25', '50', '100']);
  });

  it('shows line type and unit of procedures, and headings', async () => {
    await showCodes([
      aCode({ lineType: 'drug', unitSize: 0.1, unit: 'mg' }),
      aCode({
        id: '77777777-7777-4777-8777-777777777777',
        codeType: 'ICD10',
        code: 'M17',
        lineType: 'other',
        isBillable: false,
      }),
    ]);
    await screen.findByText('M17');
    const cells = screen
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      );
    expect(cells.map((row) => row.filter((text) => /Drug|Other|Heading/u.test(text)))).toEqual([
      ['Drug0.1 mg'],
      ['ActiveHeading'],
    ]);
  });

  it.each([
    ['', 'No billing codes found'],
    ['?search=zzz', 'No billing codes found matching your search'],
  ])('without results at the URL "%s" shows "%s"', async (query, text) => {
    await showCodes([], `/admin/billing-codes${query}`);
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('searches from the first page once typing pauses', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const { user, sent, router } = await showCodes([aCode()], '/admin/billing-codes?page=2');
    await screen.findByText('Injection');
    await user.click(screen.getByLabelText('Search billing codes'));
    await user.paste('tfesi');
    await vi.advanceTimersByTimeAsync(300);
    await waitFor(() => expect(sent(SEARCH).at(-1)).toMatchObject({ searchTerm: 'tfesi', pageNumber: 1 }));
    expect(sent(SEARCH)).toHaveLength(2);
    expect(router.state.location.search).toBe('?search=tfesi');
  });

  it('reloads on Refresh', async () => {
    const { user, server } = await showCodes();
    await screen.findByText('Injection');
    server.on(SEARCH, aPageOf(aCode({ description: 'Changed elsewhere' })));
    await user.click(screen.getByText('Refresh'));
    expect(await screen.findByText('Changed elsewhere')).toBeTruthy();
  });

  it('exports with the current filters and reports a failure', async () => {
    const { user, server, sent } = await showCodes([aCode()], '/admin/billing-codes?tab=cpt&search=inj');
    await screen.findByText('Injection');
    server.on('POST /admin/billing-code/export', { status: 500 });
    await user.click(screen.getByText('Export'));
    expect(
      await screen.findByText(/^Failed to export billing codes/, { selector: 'output span' }),
    ).toBeTruthy();
    expect(sent('POST /admin/billing-code/export')).toEqual([
      { codeType: 'CPT', searchTerm: 'inj', isActive: true },
    ]);
  });
});

describe('activating and deactivating a code', () => {
  const TOGGLE = `/admin/billing-code/${aCode().id}/toggle-status`;

  it('sends the version and shows the server’s message', async () => {
    const { user, server, sent } = await showCodes();
    const billingCode = aCode({ isActive: false, version: 4 });
    server.on(`PATCH ${TOGGLE}`, { body: { message: 'Billing code deactivated successfully', billingCode } });
    await user.click(await screen.findByLabelText('Deactivate CPT 64483'));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(/^CPT 64483 will no longer be offered or suggested/)).toBeTruthy();
    await user.click(dialog.getByText('Deactivate'));
    await screen.findByText('Billing code deactivated successfully', { selector: 'output span' });
    expect(sent(`PATCH ${TOGGLE}`)).toEqual([{ version: 3 }]);
  });

  it('reports a failure in the dialog', async () => {
    const { user, server } = await showCodes();
    server.on(`PATCH ${TOGGLE}`, { status: 500 });
    await user.click(await screen.findByLabelText('Deactivate CPT 64483'));
    const dialog = within(await screen.findByRole('alertdialog'));
    await user.click(dialog.getByText('Deactivate'));
    expect(await dialog.findByText('Failed to deactivate billing code')).toBeTruthy();
  });

  it('reports a stale version and reloads the list', async () => {
    const { user, server } = await showCodes();
    server.on(`PATCH ${TOGGLE}`, {
      status: 409,
      body: { message: 'Someone else changed this code.', code: 'STALE' },
    });
    await user.click(await screen.findByLabelText('Deactivate CPT 64483'));
    server.on(SEARCH, aPageOf(aCode({ description: 'Theirs', version: 4 })));
    const dialog = within(await screen.findByRole('alertdialog'));
    await user.click(dialog.getByText('Deactivate'));
    expect(await dialog.findByText('Someone else changed this code.')).toBeTruthy();
    expect(await screen.findByText('Theirs')).toBeTruthy();
  });
});

it('shows in the dialog why a code cannot be deleted', async () => {
  const { user, server } = await showCodes();
  server.on(`DELETE /admin/billing-code/${aCode().id}`, {
    status: 409,
    body: { message: '2 rules use this code. Deactivate it instead.', code: 'IN_USE' },
  });
  await user.click(await screen.findByLabelText('Delete CPT 64483'));
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByText('Delete'));
  expect(await dialog.findByText('2 rules use this code. Deactivate it instead.')).toBeTruthy();
  await user.click(dialog.getByText('Cancel'));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.getByText('Injection')).toBeTruthy();
});
