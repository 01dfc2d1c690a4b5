import { bilateralText } from '@portal/domain/billing-line';
import { screen, waitFor, within } from '@testing-library/react';
import { chooseOption } from '#lib/test/choose-option.ts';
import { describe, expect, it } from 'vitest';
import { aCheck, showCodes } from './test/billing-code-fixtures.ts';

const FEES = {
  title: 'CMS, Physician Fee Schedule',
  validFrom: '2026-10-01',
  validTo: '2026-12-31',
  isChecked: true,
};
const LIST = { title: 'CMS, Add-on Codes, 04/01/2024', validFrom: null, validTo: null, isChecked: false };
const pair = (code: string, isPaid: boolean) => ({
  code,
  isPaid,
  canBeDistinct: isPaid,
  rationale: 'Misuse of column two code',
  validFrom: '2024-01-01',
  validTo: null,
});
const RESULT = aCheck({
  status: 'valid',
  message: 'Valid on 11/21/2026',
  statements: [
    { label: 'Bilateral indicator', value: bilateralText(1), source: FEES },
    { label: 'Add-on code', value: 'No', source: LIST },
    { label: 'Global days', value: '000', source: FEES },
  ],
  pairs: [pair('20610', true), ...Array.from({ length: 10 }, (_, index) => pair(`7700${index}`, false))],
  pairCount: 1234,
  pairSource: { ...FEES, title: 'CMS, Pairs' },
});

async function openDetails() {
  const page = await showCodes();
  page.server.on('GET /code-check', { body: RESULT });
  await page.user.click(await screen.findByLabelText('Details CPT 64483'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Details of CPT 64483' }));
  await dialog.findByText('Valid on 11/21/2026');
  return { ...page, dialog };
}

describe('the details of a code', () => {
  it('say each source once, with what it says, and mark what is not checked', async () => {
    const { dialog } = await openDetails();
    expect(dialog.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Bilateral indicator',
      'Global days',
      'Add-on code',
    ]);
    expect(
      dialog.getByText('Source: CMS, Physician Fee Schedule, edition 10/01/2026 to 12/31/2026'),
    ).toBeTruthy();
    expect(
      dialog.getByText('Source: CMS, Add-on Codes, 04/01/2024, not checked against a current file'),
    ).toBeTruthy();
    expect(dialog.getAllByText('Unchecked').length).toBe(1);
  });

  it('ask for the chosen date of service', async () => {
    const { dialog, user, server } = await openDetails();
    const days = () =>
      server.calls.filter(({ path }) => path === '/code-check').map(({ query }) => query.get('date'));
    expect(days().at(-1)).toBe('2026-11-21');
    const date = dialog.getByLabelText('Date of service');
    await user.clear(date);
    await user.type(date, '07012026');
    await waitFor(() => expect(days().at(-1)).toBe('2026-07-01'));
  });

  it('list pairs with the code that is paid, and find one', async () => {
    const { dialog, user } = await openDetails();
    const table = within(dialog.getByRole('table', { name: 'Pairs' }));
    const cells = () =>
      table
        .getAllByRole('row')
        .slice(1)
        .map((row) => Array.from(row.children, ({ textContent }) => textContent).slice(0, 3));
    expect(cells().slice(0, 2)).toEqual([
      ['20610', '64483', 'With a modifier'],
      ['77000', '77000', 'Never'],
    ]);
    expect(dialog.getByText(/11 pairs with codes of the catalog, of 1,234 with all codes\./)).toBeTruthy();
    await user.type(dialog.getByLabelText('Search pairs'), '77003');
    await waitFor(() => expect(cells().map(([code]) => code)).toEqual(['77003']));
  });

  it('mark what the catalog has otherwise, also while it is typed', async () => {
    const { user, server } = await showCodes();
    const official = { label: 'Bilateral indicator', value: bilateralText(0), source: FEES };
    server.on('GET /code-check', { body: aCheck({ statements: [official] }) });
    await user.click(await screen.findByLabelText('Edit CPT 64483'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(`The catalog has: ${bilateralText(1)}`)).toBeTruthy();
    chooseOption(/^Bilateral indicator/, bilateralText(0));
    await waitFor(() => expect(dialog.queryByText('Own value')).toBeNull());
    expect(dialog.getByText(/^Source: CMS, Physician Fee Schedule/)).toBeTruthy();
  });
});
