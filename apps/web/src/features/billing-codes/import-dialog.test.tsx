import type { ImportOutcome } from '@portal/contract/billing-codes';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createFakeServer, type Answer, type SeenCall } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { ImportDialog } from './ImportDialog.tsx';

const PREVIEW = 'POST /admin/billing-code/import/preview';
const IMPORT = 'POST /admin/billing-code/import';

/** A response that gives every row of a call this outcome. */
const allAre =
  (outcome: ImportOutcome['outcome']) =>
  ({ body }: Pick<SeenCall, 'body'>): Answer => {
    const rows = (Array.isArray(body) ? body : []).map((_row: unknown, index) => ({
      index,
      outcome,
      code: '',
      message: outcome === 'error' ? 'Refused by the server' : null,
      isHeading: false,
      changes: [],
      warning: null,
    }));
    return { body: { message: '', inserted: 0, updated: 0, unchanged: 0, failed: 0, rows, newHeadings: [] } };
  };

/** Opens the dialog and checks a text. */
async function check(text: string, preview = allAre('insert')) {
  const page = await open();
  page.server.on(PREVIEW, preview);
  fireEvent.change(page.dialog.getByLabelText('CSV data'), { target: { value: text } });
  await page.user.click(page.dialog.getByText('Check'));
  return page;
}
async function open() {
  const server = createFakeServer();
  const closed = vi.fn();
  const Page = () => <ImportDialog onClose={closed} />;
  const page = await showPage({ server, at: '/', pages: { '/': Page } });
  const dialog = within(await screen.findByRole('dialog'));
  /** The bodies sent to a path, in order. */
  const sent = (call: string) =>
    server.calls.filter(({ method, path }) => `${method} ${path}` === call).map(({ body }) => body);
  return { ...page, server, dialog, sent, closed };
}
const pressEscape = () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
const rowTexts = () =>
  Array.from(screen.getByRole('table', { name: 'Rows' }).querySelectorAll('tbody tr'), (row) =>
    Array.from(row.children, ({ textContent }) => textContent),
  );

describe('invalid CSV data', () => {
  it.each([
    ['CodeType,Code,Description', 'CSV must contain a header row and at least one data row'],
    ['', 'CSV must contain a header row and at least one data row'],
    ['CodeType,Code,Description\nCPT,,x', 'No valid billing codes found in the CSV data'],
    ['CodeType,Code,Description\nCPT,1,"x', 'Line 2: A closing quote may be missing'],
  ])('%j is reported without a request', async (text, message) => {
    const { dialog, server } = await check(text === '' ? '\n' : text);
    expect(await dialog.findByText(new RegExp(`^${message}`))).toBeTruthy();
    expect(server.countOf(PREVIEW)).toBe(0);
  });

  it('skips invalid rows with a reason, and sends the others', async () => {
    const { dialog, sent } = await check(
      'CodeType,Code,Description\nCPT,64483,Injection\nCPT,,Without code\nXYZ,1,Other type\nICD10,M54.16,',
    );
    await dialog.findByText('1 code will be added and 0 changed; 0 unchanged. 3 rows skipped.');
    expect(sent(PREVIEW)).toEqual([[{ codeType: 'CPT', code: '64483', description: 'Injection' }]]);
    expect(rowTexts()).toEqual([
      ['2', 'CPT', '64483', 'Injection', 'New'],
      ['3', 'CPT', '', 'Without code', 'Code is required'],
      ['4', 'XYZ', '1', 'Other type', 'Code type must be CPT or ICD10'],
      ['5', 'ICD-10', 'M54.16', '', 'Description is required'],
    ]);
  });
});

describe('import preview', () => {
  it('can be filtered by result', async () => {
    const { user, dialog } = await check('CodeType,Code,Description\nCPT,64483,Injection\nCPT,,Without code');
    await user.click(await dialog.findByText('Skipped 1'));
    expect(rowTexts()).toHaveLength(1);
    await user.click(dialog.getByText('Changed 0'));
    expect(rowTexts()).toEqual([]);
    await user.click(dialog.getByText('Changed 0'));
    expect(rowTexts()).toHaveLength(2);
  });

  it.each(['unchanged', 'error'] as const)('cannot be imported when every row is %s', async (outcome) => {
    const { dialog } = await check('CodeType,Code,Description\nCPT,64483,Injection', allAre(outcome));
    expect(await dialog.findByText('Import 0 Codes')).toHaveProperty('disabled', true);
  });

  it('is requested again when the type of a list without types changes', async () => {
    const { user, dialog, sent } = await check('G0260,Injection\nG0259,Arthrography');
    await dialog.findByText(/The list has no code types/);
    expect(sent(PREVIEW)[0]).toMatchObject([{ codeType: 'ICD10' }, { codeType: 'ICD10' }]);
    await user.click(dialog.getByText('CPT', { selector: 'button' }));
    await waitFor(() => expect(sent(PREVIEW)).toHaveLength(2));
    expect(sent(PREVIEW)[1]).toMatchObject([{ codeType: 'CPT' }, { codeType: 'CPT' }]);
  });

  it('says what it assumes about the columns, and names those that are left out', async () => {
    const { dialog, sent } = await check('CPT,Description,Fee,Modifier\n99213,Office visit,120,25');
    expect(await dialog.findByText(/^2 lines in the file: .* Read “CPT” as Code\.$/)).toBeTruthy();
    dialog.getByText('Left out, because the catalog has no place for them: Fee and Modifier.');
    dialog.getByText(/The list has no code types/);
    expect(sent(PREVIEW)).toEqual([[{ codeType: 'CPT', code: '99213', description: 'Office visit' }]]);
  });

  it('reads a published file with spaces', async () => {
    const { dialog } = await check('A000    Cholera due to 01, biovar cholerae\nA001    Cholera, other');
    expect(await dialog.findByText(/Read as lines with a code, spaces and a description\.$/)).toBeTruthy();
    expect(rowTexts()).toEqual([
      ['1', 'ICD-10', 'A00.0', 'Cholera due to 01, biovar cholerae', 'New'],
      ['2', 'ICD-10', 'A00.1', 'Cholera, other', 'New'],
    ]);
  });

  it('names new headings, also codes without a row', async () => {
    const row = {
      index: 0,
      outcome: 'insert',
      code: 'M17.0',
      message: null,
      isHeading: true,
      changes: [],
      warning: null,
    };
    const body = {
      message: '',
      inserted: 1,
      updated: 0,
      unchanged: 0,
      failed: 0,
      rows: [row],
      newHeadings: ['M17'],
    };
    const { user, dialog, server } = await check('CodeType,Code,Description\nICD10,M17.0,Knee', () => ({
      body,
    }));
    expect(await dialog.findByText(/^M17 becomes a heading: /)).toBeTruthy();
    expect(rowTexts()).toEqual([['2', 'ICD-10', 'M17.0', 'Knee', 'NewHeading']]);
    server.on(IMPORT, { body });
    await user.click(dialog.getByText('Import 1 Code'));
    expect(await dialog.findByText(/^M17 is now a heading: /)).toBeTruthy();
  });

  it('names what changes, old and new, and what a new drug needs', async () => {
    const row = { code: '', message: null, isHeading: false, changes: [], warning: null };
    const changes = [
      { field: 'Category', before: '', after: 'Steroids' },
      { field: 'Unit size', before: '10 mg', after: '40 mg' },
    ];
    const rows = [
      { ...row, index: 0, outcome: 'update', changes },
      { ...row, index: 1, outcome: 'insert', warning: 'No unit size' },
    ];
    const body = { message: '', inserted: 1, updated: 1, unchanged: 0, failed: 0, rows, newHeadings: [] };
    const text = 'CodeType,Code,Description\nCPT,J3301,Triamcinolone\nCPT,J9998,New drug';
    const { dialog } = await check(text, () => ({ body }));
    await dialog.findByText('Category: none → Steroids');
    expect(rowTexts().map((cells) => cells.at(-1))).toEqual([
      'ChangedCategory: none → SteroidsUnit size: 10 mg → 40 mg',
      'NewNo unit size',
    ]);
  });

  it('goes back to the pasted text with Back', async () => {
    const text = 'CodeType,Code,Description\nCPT,64483,Injection';
    const { user, dialog } = await check(text);
    await user.click(await dialog.findByText('Back'));
    expect(dialog.getByLabelText('CSV data')).toHaveProperty('value', text);
  });
});

describe('import of a long list', () => {
  const many = [
    'CodeType,Code,Description',
    ...Array.from({ length: 2001 }, (_, at) => `CPT,A${at},Code ${at}`),
  ];

  it('takes several calls and can be restarted when one fails', async () => {
    const { user, dialog, server, sent } = await check(many.join('\n'));
    await dialog.findByText('Import 2,001 Codes');
    let calls = 0;
    server.on(IMPORT, (seen) => {
      calls += 1;
      return calls === 2 ? { status: 503, body: { message: 'Away for a moment.' } } : allAre('insert')(seen);
    });
    await user.click(dialog.getByText('Import 2,001 Codes'));
    expect(await dialog.findByText('Away for a moment.')).toBeTruthy();
    server.on(IMPORT, allAre('unchanged'));
    await user.click(dialog.getByText('Import 2,001 Codes'));
    expect(await dialog.findByText('0 codes were added and 0 changed; 2,001 unchanged.')).toBeTruthy();
    expect(
      sent(IMPORT)
        .map((body) => (Array.isArray(body) ? body.length : 0))
        .slice(-2),
    ).toEqual([2000, 1]);
  });

  it('cannot be closed while running, and shows its progress', async () => {
    const { user, dialog, server, closed } = await check(many.join('\n'));
    const { promise, resolve } = Promise.withResolvers<Answer>();
    let calls = 0;
    server.on(IMPORT, (seen) => {
      calls += 1;
      return calls === 2 ? promise : allAre('insert')(seen);
    });
    await user.click(await dialog.findByText('Import 2,001 Codes'));
    expect(await dialog.findByText('Importing codes... 100%')).toBeTruthy();
    expect(dialog.queryByText('Cancel')).toBeNull();
    pressEscape();
    expect(closed).not.toHaveBeenCalled();
    resolve(allAre('insert')({ body: [{}] }));
    expect(await dialog.findByText('2,001 codes were added and 0 changed; 0 unchanged.')).toBeTruthy();
    pressEscape();
    expect(closed).toHaveBeenCalledOnce();
  });
});

describe('import of a file', () => {
  it('replaces pasted text, and leaves an empty input when removed', async () => {
    const { user, dialog } = await open();
    const input = dialog.getByLabelText('Billing codes file');
    await user.upload(input, new File(['CodeType,Code,Description'], 'codes.csv', { type: 'text/csv' }));
    expect(await dialog.findByText('codes.csv')).toBeTruthy();
    expect(dialog.queryByLabelText('CSV data')).toBeNull();
    await user.click(dialog.getByTestId('CancelIcon'));
    expect(dialog.getByLabelText('CSV data')).toHaveProperty('value', '');
  });

  it('refuses a binary file and keeps pasted text', async () => {
    const { user, dialog } = await open();
    fireEvent.change(dialog.getByLabelText('CSV data'), { target: { value: 'CPT,1,a' } });
    const binary = new File([new Uint8Array([80, 75, 0, 0])], 'codes.csv', { type: 'text/csv' });
    await user.upload(dialog.getByLabelText('Billing codes file'), binary);
    expect(await dialog.findByText(/^codes\.csv is not a text file/)).toBeTruthy();
    expect(dialog.getByLabelText('CSV data')).toHaveProperty('value', 'CPT,1,a');
  });
});
