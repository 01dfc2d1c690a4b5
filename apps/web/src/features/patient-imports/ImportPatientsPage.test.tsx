import type { ImportDetails, PatientImport } from '@portal/contract/patient-imports';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { ImportPatientsPage } from './ImportPatientsPage.tsx';

const LIST = 'GET /admin/patient-import';
const IMPORTING: PatientImport = {
  id: '55555555-5555-4555-8555-555555555555',
  fileName: 'patients.csv',
  status: 'Importing',
  hasFile: true,
  hasNotes: false,
  isByCommand: false,
  startedBy: null,
  startedAt: '2026-11-20T08:00:00.000Z',
  endedAt: null,
  rowCount: 2000,
  lines: null,
  rowsDone: 500,
  imported: 490,
  updated: 0,
  unchanged: 0,
  failed: 9,
  duplicates: 1,
  skipped: 0,
  refused: 0,
  withDuplicates: false,
  trouble: null,
};
const STOPPED: PatientImport = { ...IMPORTING, status: 'Stopped' };
const FINISHED: PatientImport = { ...IMPORTING, status: 'Finished', rowsDone: 2000, imported: 1990 };

const LINES: PatientImport['lines'] = {
  total: 6,
  before: 0,
  header: 1,
  blank: 1,
  blankEnd: { first: 6, last: 6 },
  totals: 0,
  totalLines: [],
  other: 0,
  rows: 3,
  rowLines: 4,
  spans: [{ first: 2, last: 3 }],
};
const DETAILS: ImportDetails = {
  header: ['Name', 'DOB', 'Status'],
  headerLine: 1,
  firstLines: [
    { line: 1, text: 'Name, DOB, Status' },
    { line: 2, text: 'Roe, Jane' },
  ],
  columns: [
    { name: 'Name', values: 3, samples: ['Roe, Jane', 'Poe, Jim'] },
    { name: 'DOB', values: 3, samples: ['1/5/1980'] },
    { name: 'Status', values: 3, samples: ['Active', 'Established'] },
  ],
  mapping: { fullName: ['Name'], dateOfBirth: ['DOB'], status: ['Status'] },
  sheets: [],
  sheet: null,
  dateOrder: null,
  answers: {},
  words: [],
  choices: {},
  values: [],
  mixedDates: null,
  mappingTrouble: null,
  preview: null,
  notes: [],
  problems: [],
  savedMappings: [],
};

async function show(...data: readonly PatientImport[]) {
  const server = createFakeServer();
  server.on(LIST, { body: { data } });
  const at = '/admin/import-patients';
  const page = await showPage({
    server,
    pages: { [at]: ImportPatientsPage },
    at,
    user: { roles: ['Admin'] },
    permissions: ['Patient.View', 'Patient.Create', 'Patient.Deactivate'],
  });
  /** The server responds with this import from now on. */
  const turnsInto = (call: string, next: PatientImport) =>
    server.on(call, () => {
      server.on(LIST, { body: { data: [next] } });
      return { body: next };
    });
  return { ...page, server, turnsInto };
}

describe('the import of patients', () => {
  it('shows the progress, can be canceled, and continues', async () => {
    const { user, server, turnsInto } = await show(IMPORTING);
    expect(await screen.findByText(/^500 of 2,000 rows\./)).toBeTruthy();
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
    turnsInto('POST /admin/patient-import/:id/cancel', STOPPED);
    await user.click(screen.getByText('Cancel'));
    expect(
      await screen.findByText(
        'The import was stopped after 500 of 2,000 rows. 490 patients were imported. 9 rows failed and 1 likely duplicate was skipped. Continue or undo it.',
      ),
    ).toBeTruthy();
    turnsInto('POST /admin/patient-import/:id/start', FINISHED);
    await user.click(screen.getByText('Continue'));
    expect(
      await screen.findByText(
        '1,990 patients were imported. 9 rows failed and 1 likely duplicate was skipped.',
      ),
    ).toBeTruthy();
    await user.click(screen.getByText('Import another file'));
    expect(await screen.findByText('Choose file')).toBeTruthy();
    expect(server.countOf(`POST /admin/patient-import/${IMPORTING.id}/start`)).toBe(1);
  });

  it('continues with the command if it was started with it', async () => {
    await show({ ...STOPPED, hasFile: false, isByCommand: true });
    expect(await screen.findByText(/run the same command again to continue, or undo it\.$/)).toBeTruthy();
    expect(screen.getByText<HTMLButtonElement>('Continue').disabled).toBe(true);
    expect(screen.queryByText('Download rows to fix')).toBeNull();
  });

  it('names the first patients and how many more before it is undone', async () => {
    const { user, server } = await show(FINISHED);
    const patients = ['Ann', 'Bo', 'Cy', 'Di', 'Ed'].map((firstName, index) => ({
      id: `66666666-6666-4666-8666-00000000000${index}`,
      firstName,
      lastName: 'Roe',
      medicalRecordNumber: `0000000${index}`,
    }));
    server.on('GET /admin/patient-import/:id/patients', { body: { patients, updated: [], used: [] } });
    await user.click(await screen.findByLabelText('Undo patients.csv'));
    const names = await screen.findByRole('list', { name: 'Records' });
    expect(Array.from(names.children, ({ textContent }) => textContent)).toEqual([
      'Roe, Ann (00000000)',
      'Roe, Bo (00000001)',
      'Roe, Cy (00000002)',
      'Roe, Di (00000003)',
      'Roe, Ed (00000004)',
      'and 1,985 more',
    ]);
  });

  it('says why it cannot be undone', async () => {
    const { user, server } = await show(FINISHED);
    const message = 'The import can no longer be undone: 1 of its patients was changed or used.';
    server.on('POST /admin/patient-import/:id/undo', { status: 409, body: { message } });
    await user.click(await screen.findByLabelText('Undo patients.csv'));
    await user.click(await screen.findByText('Delete 1,990 patients'));
    expect(await screen.findByText(message)).toBeTruthy();
  });

  it('shows what went wrong in the background', async () => {
    await show({ ...STOPPED, trouble: 'It stopped because of an unexpected problem. Try again.' });
    expect(await screen.findByText('It stopped because of an unexpected problem. Try again.')).toBeTruthy();
  });
});

describe('a saved mapping', () => {
  it('is offered for a file with more columns, whose new ones stay undecided', async () => {
    const { user, server } = await show({ ...IMPORTING, status: 'NotChecked' });
    const columns = { fullName: ['Who'], dateOfBirth: ['Born'] };
    const words = { status: { old: 'Inactive' } };
    server.on('GET /admin/patient-import/:id/details', {
      body: {
        ...DETAILS,
        header: ['Who', 'Born', 'Cell', 'Race'],
        columns: ['Who', 'Born', 'Cell', 'Race'].map((name) => ({ name, values: null, samples: [] })),
        mapping: { phone: ['Cell'] },
        words: [],
        savedMappings: [
          {
            id: '77777777-7777-4777-8777-777777777777',
            name: 'Old system',
            columns,
            dateOrder: 'day first',
            words,
            choices: {},
            newColumns: ['Cell', 'Race'],
          },
        ],
      },
    });
    server.on('POST /admin/patient-import/:id/check', { body: { ...IMPORTING, status: 'Checking' } });
    await user.click(await screen.findByRole('combobox', { name: 'Saved mapping' }));
    await user.click(await screen.findByRole('option', { name: 'Old system (2 new columns)' }));
    await user.click(screen.getByText('Check file'));
    expect(server.calls.find(({ path }) => path.endsWith('/check'))?.body).toEqual({
      columns,
      dateOrder: 'day first',
      words,
      choices: {},
    });
  });
});

describe('a workbook', () => {
  it('shows its sheets, and reads and checks the one that is chosen', async () => {
    const { user, server, turnsInto } = await show({ ...IMPORTING, status: 'NotChecked' });
    const sheets = [
      { name: 'Cover', rows: 1, isHidden: false },
      { name: 'Patients', rows: 1200, isHidden: false },
      { name: 'Old', rows: 30, isHidden: true },
    ];
    const details = {
      ...DETAILS,
      header: ['Cover'],
      columns: [],
      mapping: {},
      sheets,
      sheet: 'Cover',
      mappingTrouble: 'No column has the names of the patients.',
    };
    const mapping = { fullName: ['Name'], dateOfBirth: ['DOB'] };
    server.on('GET /admin/patient-import/:id/details', { body: details });
    server.on('POST /admin/patient-import/:id/sheet', () => {
      server.on('GET /admin/patient-import/:id/details', {
        body: { ...details, header: ['Name', 'DOB'], mapping, sheet: 'Patients', mappingTrouble: null },
      });
      return { body: { ...IMPORTING, status: 'NotChecked' } };
    });
    turnsInto('POST /admin/patient-import/:id/check', { ...IMPORTING, status: 'Checking' });
    await user.click(await screen.findByRole('combobox', { name: 'Sheet' }));
    expect(await screen.findByRole('option', { name: 'Old (30 rows, hidden)' })).toBeTruthy();
    await user.click(screen.getByRole('option', { name: 'Patients (1,200 rows)' }));
    expect(await screen.findByText(/^500 of 2,000 rows\./)).toBeTruthy();
    expect(server.calls.find(({ path }) => path.endsWith('/sheet'))?.body).toEqual({ sheet: 'Patients' });
    expect(server.calls.find(({ path }) => path.endsWith('/check'))?.body).toEqual({
      columns: mapping,
      dateOrder: null,
      words: {},
      choices: {},
    });
  });
});

describe('a checked file', () => {
  it('shows its lines, and asks what unknown words mean', async () => {
    const draft: PatientImport = {
      ...IMPORTING,
      status: 'Checked',
      rowCount: 3,
      rowsDone: 3,
      imported: 1,
      failed: 2,
      duplicates: 0,
      lines: LINES,
    };
    const server = createFakeServer();
    server.on(LIST, { body: { data: [draft] } });
    server.on('GET /admin/patient-import/:id/details', {
      body: {
        ...DETAILS,
        words: [
          { field: 'status', word: 'active', count: 1, meaning: 'Active' },
          { field: 'status', word: 'established', count: 2, meaning: null },
        ],
        values: [
          {
            text: 'Phone is not a valid US phone number',
            count: 7,
            lines: [2, 3, 4, 5, 6, 7],
            choice: 'leave out',
          },
          { text: 'Last name is required', count: 1, lines: [8], choice: null },
        ],
        notes: [{ text: 'ZIP code 00000 left out', count: 2, lines: [2, 4] }],
      },
    });
    server.on('POST /admin/patient-import/:id/check', { body: { ...draft, imported: 3, failed: 0 } });
    const at = '/admin/import-patients';
    const { user } = await showPage({ server, pages: { [at]: ImportPatientsPage }, at });
    expect(
      await screen.findByText(
        '6 lines in the file: 1 with the column names, 3 rows on 4 lines, 1 blank. Rows that span several lines: 2–3. Not imported: line 6, blank at the end.',
      ),
    ).toBeTruthy();
    expect(screen.getByText(/^1 word is not understood\. Choose what it means/)).toBeTruthy();
    await user.click(screen.getByRole('combobox', { name: 'Status “established”' }));
    await user.click(await screen.findByRole('option', { name: 'Active' }));
    expect(screen.getByText('lines 2, 3, 4, 5, 6 and 2 more')).toBeTruthy();
    expect(screen.getByText('These rows fail')).toBeTruthy();
    await user.click(screen.getByRole('combobox', { name: 'Phone is not a valid US phone number' }));
    await user.click(await screen.findByRole('option', { name: 'Leave out and note' }));
    await user.click(await screen.findByText('Check again'));
    expect(server.calls.find(({ path }) => path.endsWith('/check'))?.body).toMatchObject({
      words: { status: { established: 'Active' } },
      choices: { 'Phone is not a valid US phone number': 'leave out' },
    });
  });

  const CHECKED: PatientImport = {
    ...IMPORTING,
    status: 'Checked',
    rowCount: 3,
    rowsDone: 3,
    imported: 3,
    failed: 0,
    duplicates: 0,
    lines: LINES,
  };
  const HEADER = ['Name', 'DOB', 'Cell', 'Home', 'Shoe Size', 'Fax', 'Pager', ''];
  const COLUMNS_DETAILS: ImportDetails = {
    ...DETAILS,
    header: HEADER,
    columns: HEADER.map((name) => ({
      name,
      values: name === 'Fax' || name === '' ? 0 : 3,
      samples: name === 'Fax' || name === '' ? [] : [`${name} 1`, `${name} 2`],
    })),
    mapping: { fullName: ['Name'], dateOfBirth: ['DOB'], phone: ['Cell'] },
  };
  async function showColumns() {
    const page = await show(CHECKED);
    page.server.on('GET /admin/patient-import/:id/details', { body: COLUMNS_DETAILS });
    page.server.on('POST /admin/patient-import/:id/check', { body: CHECKED });
    page.server.on('POST /admin/patient-import/:id/header', { body: { ...CHECKED, status: 'NotChecked' } });
    const sent = (call: string) => page.server.calls.find(({ path }) => path.endsWith(call))?.body;
    return { ...page, sent };
  }

  it('shows each column with its values, and stops until all are decided', async () => {
    const { user, sent } = await showColumns();
    const table = await screen.findByRole('table', { name: 'Columns of the file' });
    expect(within(table).getAllByRole('combobox')).toHaveLength(7);
    expect(within(table).getByText('Shoe Size 1 · Shoe Size 2')).toBeTruthy();
    expect(within(table).getByText('No values')).toBeTruthy();
    expect(screen.getByRole('combobox', { name: 'Cell becomes' }).textContent).toBe('Phone');
    expect(screen.getByRole('combobox', { name: 'Shoe Size becomes' }).textContent).toBe('Choose');
    expect(screen.getByText(/^3 columns have values but no field\. Choose what they become/)).toBeTruthy();
    expect(screen.getByText('Decide above about 3 columns first.')).toBeTruthy();
    expect(screen.getByText<HTMLButtonElement>('Import 3 patients').disabled).toBe(true);
    await user.click(screen.getByText('Leave out the other 3 columns'));
    expect(sent('/check')).toMatchObject({
      columns: { phone: ['Cell'], leftOut: ['Home', 'Shoe Size', 'Pager'] },
    });
  });

  it('takes a phone from several columns, and another field from the last chosen one', async () => {
    const { user, sent } = await showColumns();
    const choose = async (column: string, use: string) => {
      await user.click(await screen.findByRole('combobox', { name: `${column} becomes` }));
      await user.click(await screen.findByRole('option', { name: use }));
    };
    await choose('Home', 'Phone');
    expect(screen.getByText('Where Cell has no value')).toBeTruthy();
    await choose('Pager', 'Date of birth');
    expect(screen.getByRole('combobox', { name: 'DOB becomes' }).textContent).toBe('Choose');
    await choose('DOB', 'Left out');
    await choose('Shoe Size', 'Left out');
    expect(screen.queryByText(/values but no field/)).toBeNull();
    await user.click(screen.getByText('Check again'));
    expect(sent('/check')).toMatchObject({
      columns: {
        fullName: ['Name'],
        dateOfBirth: ['Pager'],
        phone: ['Cell', 'Home'],
        leftOut: ['DOB', 'Shoe Size'],
      },
    });
  });

  it('reads the names of the columns from another line', async () => {
    const { user, sent } = await showColumns();
    const select = await screen.findByRole('combobox', { name: 'Names of columns' });
    expect(select.textContent).toBe('In line 1');
    await user.click(select);
    await user.click(await screen.findByRole('option', { name: 'Line 2: Roe, Jane' }));
    expect(sent('/header')).toEqual({ line: 2 });
  });

  it('shows no result that depends on social security numbers, and makes room for another file', async () => {
    const unseen = { imported: null, updated: null, failed: null, duplicates: null, skipped: null };
    const { user, server } = await show({ ...IMPORTING, ...unseen, status: 'Checked' });
    expect(await screen.findByText(/compared social security numbers, which you may not view/)).toBeTruthy();
    expect(screen.queryByText(/^Import \d/)).toBeNull();
    server.on('DELETE /admin/patient-import/:id', { status: 204 });
    await user.click(screen.getByText('Discard file'));
    expect(await screen.findByText('Discard this file?')).toBeTruthy();
  });
});
