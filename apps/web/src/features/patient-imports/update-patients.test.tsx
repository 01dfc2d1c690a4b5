import type { ImportDetails, ImportUpdates, PatientImport } from '@portal/contract/patient-imports';
import type { PermissionName } from '@portal/domain/permissions';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { ImportPatientsPage } from './ImportPatientsPage.tsx';

const CHECKED: PatientImport = {
  id: '55555555-5555-4555-8555-555555555555',
  fileName: 'patients.csv',
  status: 'Checked',
  hasFile: true,
  hasNotes: false,
  isByCommand: false,
  startedBy: null,
  startedAt: '2026-11-20T08:00:00.000Z',
  endedAt: null,
  rowCount: 8,
  lines: null,
  rowsDone: 8,
  imported: 1,
  updated: 3,
  unchanged: 2,
  failed: 0,
  duplicates: 2,
  refused: 1,
  skipped: 0,
  withDuplicates: false,
  trouble: null,
};
const PATIENT = {
  id: '66666666-6666-4666-8666-000000000001',
  firstName: 'Ann',
  lastName: 'Roe',
  medicalRecordNumber: '00000042',
};
const UPDATES: ImportUpdates = {
  patients: 2,
  fields: [
    { field: 'phone', kind: 'blank', count: 2 },
    { field: 'phone', kind: 'edited', count: 1 },
  ],
  rows: [
    {
      line: 2,
      patient: PATIENT,
      changes: [
        { field: 'phone', kind: 'blank', now: null, next: '4105550123' },
        { field: 'socialSecurityNumber', kind: 'different', now: 'set', next: 'changed' },
      ],
    },
  ],
};

async function show(current: PatientImport, permissions: readonly PermissionName[] = ['Patient.Edit']) {
  const server = createFakeServer();
  server.on('GET /admin/patient-import', { body: { data: [current] } });
  const details: ImportDetails = {
    header: null,
    headerLine: null,
    firstLines: [],
    columns: null,
    sheets: [],
    sheet: null,
    choices: {},
    values: [],
    mixedDates: null,
    mapping: null,
    dateOrder: null,
    answers: {},
    words: [],
    mappingTrouble: null,
    preview: null,
    notes: [],
    problems: [],
    savedMappings: [],
  };
  server.on('GET /admin/patient-import/:id/details', { body: details });
  server.on('POST /admin/patient-import/:id/updates', ({ body }) => ({
    body: JSON.stringify(body).includes('edited') ? { ...UPDATES, patients: 3 } : UPDATES,
  }));
  server.on('POST /admin/patient-import/:id/start', { body: { ...current, status: 'Importing' } });
  const at = '/admin/import-patients';
  const page = await showPage({
    server,
    pages: { [at]: ImportPatientsPage },
    at,
    user: { roles: ['Admin'] },
    permissions: ['Patient.View', 'Patient.Create', 'Patient.Deactivate', ...permissions],
  });
  const sent = (call: string) => server.calls.findLast(({ path }) => path.endsWith(call))?.body;
  return { ...page, server, sent };
}

describe('a file with patients of the practice', () => {
  it('shows field by field what differs, and updates what is chosen', async () => {
    const { user, sent } = await show(CHECKED);
    const fields = await screen.findByRole('table', { name: 'Fields that differ' });
    expect(within(fields).getByText('Phone')).toBeTruthy();
    const changes = screen.getByRole('table', { name: 'What differs' });
    expect(within(changes).getByText('(410) 555-0123')).toBeTruthy();
    expect(within(changes).getByText('Another number')).toBeTruthy();
    expect(within(changes).getAllByText('Roe, Ann (00000042)')).toHaveLength(2);
    expect(screen.getByText('Import 1 patient')).toBeTruthy();
    await user.click(screen.getByRole('combobox', { name: 'Update Phone' }));
    await user.click(await screen.findByRole('option', { name: 'All, also those changed in the portal' }));
    await user.click(await screen.findByLabelText('Update 3 patients'));
    expect(sent('/updates')).toMatchObject({ updates: { phone: 'edited', email: 'blank' } });
    await user.click(screen.getByText('Import 1 and update 3 patients'));
    expect(sent('/start')).toMatchObject({
      withDuplicates: false,
      updates: { phone: 'edited', email: 'blank' },
    });
  });

  it('updates nobody unless it is asked to, and never imports a taken former number', async () => {
    const { user, sent } = await show(CHECKED);
    await user.click(await screen.findByLabelText('Import likely duplicates too'));
    await user.click(await screen.findByText('Import 2 patients'));
    expect(sent('/start')).toEqual({ withDuplicates: true, updates: null });
  });

  it('shows no values to people who may not edit patients', async () => {
    const { server } = await show(CHECKED, []);
    expect(
      await screen.findByText(/3 differ\. You may not edit patients, so they stay as they are\.$/),
    ).toBeTruthy();
    expect(screen.queryByLabelText(/^Update/)).toBeNull();
    expect(server.countOf(`POST /admin/patient-import/${CHECKED.id}/updates`)).toBe(0);
  });
});

describe('the undo of an import with updates', () => {
  const FINISHED: PatientImport = { ...CHECKED, status: 'Finished' };

  it('says how many patients get their former values', async () => {
    const { user, server } = await show(FINISHED);
    server.on('GET /admin/patient-import/:id/patients', {
      body: { patients: [], updated: [PATIENT], used: [] },
    });
    await user.click(await screen.findByLabelText('Undo patients.csv'));
    expect(await screen.findByText(/and 3 patients will get the former values/)).toBeTruthy();
    expect(screen.getByText<HTMLButtonElement>('Delete 1 and restore 3 patients').disabled).toBe(false);
  });

  it('names the patients that prevent it', async () => {
    const { user, server } = await show(FINISHED);
    server.on('GET /admin/patient-import/:id/patients', {
      body: { patients: [], updated: [PATIENT], used: [PATIENT] },
    });
    await user.click(await screen.findByLabelText('Undo patients.csv'));
    expect(await screen.findByText(/because these patients were changed or used since/)).toBeTruthy();
    expect(screen.getByText('Roe, Ann (00000042)')).toBeTruthy();
    expect(screen.getByText<HTMLButtonElement>('Delete 1 and restore 3 patients').disabled).toBe(true);
  });
});
