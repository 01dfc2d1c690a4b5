import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aCode, aPageOf, showCodes } from './test/billing-code-fixtures.ts';

const SEARCH = 'POST /billing-code/search';
const PREVIEW = 'POST /admin/billing-code/bulk/preview';
const CHANGE = 'POST /admin/billing-code/bulk';
const OTHER = aCode({ id: '77777777-7777-4777-8777-777777777777', code: '64484', version: 5 });

async function open() {
  const page = await showCodes([aCode()], '/admin/billing-codes?search=64&tab=cpt', 2);
  await page.user.click(await screen.findByRole('checkbox', { name: /CPT 64483/ }));
  const bar = within(await screen.findByRole('region', { name: 'Selected rows' }));
  const choose = async (field: string, option: string) => {
    const dialog = within(screen.getByRole('dialog'));
    await page.user.click(dialog.getByRole('combobox', { name: field }));
    await page.user.click(await screen.findByRole('option', { name: option }));
  };
  return { ...page, bar, choose };
}

describe('bulk change of codes', () => {
  it('changes all that match the filters: names and previews them, without selecting codes of other pages', async () => {
    const { user, server, sent, bar, choose } = await open();
    server.on(SEARCH, aPageOf(aCode(), OTHER));
    await user.click(await bar.findByText('Change all 2 codes'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('64483'),
      expect.stringContaining('64484'),
    ]);
    expect(screen.getByText('1 selected')).toBeTruthy();
    expect(sent(SEARCH)).toContainEqual({
      codeType: 'CPT',
      searchTerm: '64',
      isActive: true,
      pageSize: 500,
    });
    await choose('Line type', 'Drug');
    await choose('Unit size and unit', 'Set for all');
    await user.type(dialog.getByLabelText(/^Unit size \*/), '0');
    await user.click(dialog.getByText('Preview'));
    expect(await dialog.findByText('Unit size must be a number above 0')).toBeTruthy();
    await user.type(dialog.getByLabelText(/^Unit size \*/), '.5');
    await user.click(dialog.getByText('Preview'));
    expect(await dialog.findByText('Enter the unit of the unit size, for example mg')).toBeTruthy();
    await user.type(dialog.getByLabelText(/^Unit \*/), 'mg');
    const records = [aCode(), OTHER].map(({ id, code }) => ({
      id,
      label: `CPT ${code}`,
      from: 'Procedure, no unit size',
      to: 'Drug, 0.5 mg',
      problem: null,
    }));
    server.on(PREVIEW, { body: { records } });
    await user.click(dialog.getByText('Preview'));
    expect(await dialog.findAllByText('Procedure, no unit size → Drug, 0.5 mg')).toHaveLength(2);
    server.on(CHANGE, {
      body: { changedCount: 2, changed: records.map(({ id, label }) => ({ id, label })) },
    });
    await user.click(dialog.getByText('Change 2 codes'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent(CHANGE)).toEqual([
      {
        lineType: 'drug',
        unitSize: 0.5,
        unit: 'mg',
        records: [
          { id: aCode().id, version: 3 },
          { id: OTHER.id, version: 5 },
        ],
      },
    ]);
  });

  it('sets the last day of the selected codes', async () => {
    const { user, server, sent, bar, choose } = await open();
    await user.click(bar.getByText('Change codes'));
    const dialog = within(await screen.findByRole('dialog'));
    await choose('Dates', 'Set for all');
    await user.type(dialog.getByLabelText('Valid to'), '12312026');
    server.on(PREVIEW, { body: { records: [] } });
    await user.click(dialog.getByText('Preview'));
    await waitFor(() =>
      expect(sent(PREVIEW)).toEqual([{ validTo: '2026-12-31', records: [{ id: aCode().id, version: 3 }] }]),
    );
  });

  it('changes what was previewed, although the list behind it has shown newer versions since', async () => {
    const { user, server, sent, bar, choose, queryClient } = await open();
    await user.click(bar.getByText('Change codes'));
    const dialog = within(await screen.findByRole('dialog'));
    await choose('Line type', 'Drug');
    const { id } = aCode();
    const records = [{ id, label: 'CPT 64483', from: 'Procedure', to: 'Drug', problem: null }];
    server.on(PREVIEW, { body: { records } });
    await user.click(dialog.getByText('Preview'));
    await dialog.findByText('Procedure → Drug');
    server.on(SEARCH, aPageOf(aCode({ version: 4, description: 'Changed by somebody else' })));
    await act(() => queryClient.invalidateQueries());
    expect(await screen.findByText('Changed by somebody else')).toBeTruthy();
    const current = aCode({ version: 4 });
    server.on(CHANGE, { status: 409, body: { code: 'STALE', message: 'Somebody else changed it', current } });
    await user.click(dialog.getByText('Change 1 code'));
    await waitFor(() => expect(sent(CHANGE)).toEqual([{ lineType: 'drug', records: [{ id, version: 3 }] }]));
  });

  it('changes the others once those that cannot change are removed', async () => {
    const { user, server, sent, bar, choose } = await open();
    server.on(SEARCH, aPageOf(aCode(), OTHER));
    await user.click(await bar.findByText('Change all 2 codes'));
    const dialog = within(await screen.findByRole('dialog'));
    await choose('Line type', 'Drug');
    const records = [aCode(), OTHER].map(({ id, code }) => ({
      id,
      label: `CPT ${code}`,
      from: 'Procedure',
      to: 'Drug',
      problem: id === OTHER.id ? 'Changed by somebody else' : null,
    }));
    server.on(PREVIEW, { body: { records } });
    await user.click(dialog.getByText('Preview'));
    expect(await dialog.findByText('Change 2 codes')).toHaveProperty('disabled', true);
    await user.click(dialog.getByText('Remove from selection'));
    server.on(CHANGE, { body: { changedCount: 1, changed: [{ id: aCode().id, label: 'CPT 64483' }] } });
    await user.click(dialog.getByText('Change 1 code'));
    await waitFor(() =>
      expect(sent(CHANGE)).toEqual([{ lineType: 'drug', records: [{ id: aCode().id, version: 3 }] }]),
    );
  });

  it('asks what to change', async () => {
    const { user, server, bar } = await open();
    await user.click(bar.getByText('Change codes'));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByText('Preview'));
    expect(await dialog.findByText('Choose what to change')).toBeTruthy();
    expect(server.countOf(PREVIEW)).toBe(0);
  });
});
