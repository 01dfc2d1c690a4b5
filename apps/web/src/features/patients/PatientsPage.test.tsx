import type { Patient, PatientRow } from '@portal/contract/patients';
import type { PermissionName } from '@portal/domain/permissions';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { aUser } from '#lib/test/people.ts';
import { aPatient } from '#lib/test/patients.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { PatientSearchPage, PatientsPage } from './PatientsPage.tsx';

const ann = aPatient();
const ben = aPatient({
  id: '44444444-4444-4444-8444-444444444444',
  firstName: 'Ben',
  insuranceProvider: null,
  isActive: false,
});
const cal = aPatient({
  id: '55555555-5555-4555-8555-555555555555',
  firstName: 'Cal',
  dateOfBirth: '1990-11-22',
  isDeceased: false,
  dateOfDeath: null,
  phone: null,
  email: null,
});

interface Options {
  readonly at?: string;
  readonly permissions?: readonly PermissionName[];
  readonly pageSize?: 10 | 20 | 50;
  readonly total?: object;
  readonly patients?: readonly (Patient & Pick<PatientRow, 'alerts' | 'similar'>)[];
}

async function list({
  at = '/patients',
  permissions = [],
  pageSize = 20,
  total,
  patients = [ann, ben],
}: Options = {}) {
  const server = createFakeServer();
  const totals = total ?? { totalCount: patients.length, totalCountIsApproximate: false };
  server.on('GET /patient', { body: { data: patients, ...totals } });
  const page = await showPage({
    server,
    at,
    pages: { '/patients': PatientsPage, '/patients/search': PatientSearchPage },
    permissions: ['Patient.View', ...permissions],
    user: { preferences: { ...aUser().preferences, pageSize } },
  });
  const asked = () => {
    const call = server.calls.findLast(({ path }) => path === '/patient');
    return Object.fromEntries(call?.query ?? []);
  };
  return { ...page, server, asked };
}

const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
const box = () => screen.getByRole('textbox', { name: 'Search patients' });

describe('patient list', () => {
  it('shows its columns', async () => {
    await list();
    const table = await screen.findByRole('table', { name: 'Patients' });
    const headers = within(table).getAllByRole('columnheader');
    expect(headers.map(({ textContent }) => textContent)).toEqual([
      'MRN',
      'Name',
      'Age',
      'Date of Birth',
      'Phone',
      'Email',
      'Insurance',
      'Status',
      'Actions',
    ]);
    const row = (await within(table).findByText('Ben Lee')).closest('tr');
    const texts = Array.from(row?.cells ?? [], ({ textContent }) => textContent);
    await waitFor(() => expect(row?.cells[2]?.textContent).toBe('36'));
    expect([texts[0], texts[3], texts[4], texts[6], texts[7]]).toEqual([
      '00000042',
      '04/05/1990',
      '(555) 123-4567',
      'N/A',
      'Inactive',
    ]);
  });

  it('calculates the age on the practice’s current date, and leaves a missing phone and email blank', async () => {
    await list({ patients: [cal] });
    const row = (await screen.findByText('Cal Lee')).closest('tr');
    await waitFor(() => expect(row?.cells[2]?.textContent).toBe('35'));
    expect(Array.from(row?.cells ?? [], ({ textContent }) => textContent).slice(4, 8)).toEqual([
      '',
      '',
      'Aetna',
      'Active',
    ]);
  });

  it('marks patients whose names are only similar to the search', async () => {
    await list({ at: '/patients?search=lea', patients: [ann, { ...ben, similar: true }] });
    const similar = within(await screen.findByRole('row', { name: /Ben Lee/ }));
    expect(similar.getByText('Similar')).toBeTruthy();
    expect(screen.getAllByText('Similar')).toHaveLength(1);
  });

  it('marks patients with alerts, and the mark says them', async () => {
    await list({ patients: [{ ...ann, alerts: ['Latex allergy', 'Needs an interpreter'] }, ben] });
    const row = within(await screen.findByRole('row', { name: /Ann Lee/ }));
    expect(row.getByTitle('Alerts: Latex allergy; Needs an interpreter')).toBeTruthy();
    expect(screen.getAllByTitle(/^Alert/)).toHaveLength(1);
  });

  it('marks deceased patients, with their age at death', async () => {
    const dead = { ...cal, isDeceased: true, dateOfDeath: '2020-11-21' };
    await list({ patients: [dead] });
    const row = await screen.findByRole('row', { name: /Cal Lee/ });
    expect(within(row).getByText('Deceased 11/21/2020')).toBeTruthy();
    await waitFor(() => expect(within(row).getByText('29')).toBeTruthy());
  });

  it('offers View and Print to everyone, Edit and Add Patient to users who may', async () => {
    await list();
    await screen.findByRole('link', { name: 'View Ann Lee' });
    expect(screen.getByRole('link', { name: 'Print Ann Lee' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Edit Ann Lee' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Add Patient' })).toBeNull();
  });

  it('links to the pages of the row and of a new patient', async () => {
    await list({ permissions: ['Patient.Edit', 'Patient.Create'] });
    await screen.findByRole('link', { name: 'View Ann Lee' });
    expect(href('View Ann Lee')).toBe(`/patients/${ann.id}`);
    expect(href('Edit Ann Lee')).toBe(`/patients/${ann.id}/edit`);
    expect(href('Print Ann Lee')).toBe(`/patients/${ann.id}/print`);
    expect(href('Add Patient')).toBe('/patients/new');
  });

  it('searches while typing and on Enter, from the first page, as one step of the history', async () => {
    const { user, asked, router } = await list({ at: '/patients?page=3' });
    expect(box().getAttribute('placeholder')).toBe('Search by MRN, name, or phone...');
    await user.type(box(), 'lee');
    await waitFor(() => expect(asked()).toMatchObject({ search: 'lee', page: '1' }));
    await user.type(box(), ' ann{Enter}');
    await waitFor(() => expect(asked()).toMatchObject({ search: 'lee ann' }));
    await user.clear(box());
    await user.type(box(), 'b');
    await user.click(screen.getByRole('button', { name: 'Search' }));
    await waitFor(() => expect(asked()).toMatchObject({ search: 'b' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(JSON.stringify(router.state.location)).not.toContain('lee');
    await act(() => router.navigate(-1));
    await waitFor(() => expect(router.state.location.search).toBe('?page=3'));
  });

  it('sorts by every column on the server, in both directions', async () => {
    const { user, asked } = await list({ at: '/patients?orderBy=status&sortDirection=desc&page=2' });
    await screen.findByRole('table', { name: 'Patients' });
    for (const header of ['MRN', 'Name', 'Age', 'Phone', 'Email', 'Insurance', 'Status'])
      for (const sortDirection of ['asc', 'desc']) {
        await user.click(screen.getByText(header));
        await waitFor(() => expect(asked()).toMatchObject({ orderBy: header.toLowerCase(), sortDirection }));
      }
  });

  it('uses the defaults for invalid URL parameters', async () => {
    const at = '/patients?page=-3&pageSize=7&orderBy=ssn&sortDirection=up&inactive=maybe&showInactive=maybe';
    const { asked } = await list({ at });
    await screen.findByText('Ann Lee');
    expect(asked()).toEqual({
      page: '1',
      pageSize: '20',
      orderBy: 'name',
      sortDirection: 'asc',
      includeInactive: 'false',
    });
    expect(screen.getByRole('switch', { name: 'Show inactive' })).toHaveProperty('checked', false);
  });

  it('shows the empty state, and the full list once the filters are cleared', async () => {
    const { user, server, asked } = await list({ at: '/patients?search=nobody&inactive=true', patients: [] });
    expect(await screen.findByText('No patients found matching your search criteria')).toBeTruthy();
    server.on('GET /patient', {
      body: { data: [ann], totalCount: 1, totalCountIsApproximate: false },
    });
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
    expect(await screen.findByText('Ann Lee')).toBeTruthy();
    expect(asked()).toMatchObject({ includeInactive: 'false' });
    expect(asked()).not.toHaveProperty('search');
  });

  it('hides inactive patients by default, and keeps the choice in the URL', async () => {
    const { user, asked, router } = await list();
    await waitFor(() => expect(asked()).toMatchObject({ includeInactive: 'false' }));
    await user.click(screen.getByRole('switch', { name: 'Show inactive' }));
    await waitFor(() => expect(asked()).toMatchObject({ includeInactive: 'true' }));
    await waitFor(() => expect(router.state.location.search).toBe('?inactive=true'));
  });

  it('starts with the user’s preferred page size', async () => {
    const { asked } = await list({ pageSize: 50 });
    await waitFor(() => expect(asked()).toMatchObject({ pageSize: '50' }));
  });

  it('shows when the total is a lower bound', async () => {
    await list({ total: { totalCount: 10_001, totalCountIsApproximate: true } });
    expect(await screen.findByText('1–2 of more than 10,000')).toBeTruthy();
  });

  it('focuses the search box at /patients/search', async () => {
    const { asked } = await list({ at: '/patients/search?search=lee' });
    await waitFor(() => expect(document.activeElement).toBe(box()));
    await waitFor(() => expect(asked()).toMatchObject({ search: 'lee' }));
  });

  it.each([
    ['a failure', { status: 500, body: '' }],
    ['an answer that is no JSON', { status: 200, body: '<html>proxy</html>' }],
  ])('shows "Failed to fetch patients" for %s and offers a retry', async (_what, answer) => {
    const server = createFakeServer();
    server.on('GET /patient', answer);
    const { user } = await showPage({ server, at: '/patients', pages: { '/patients': PatientsPage } });
    expect(await screen.findByText('Failed to fetch patients')).toBeTruthy();
    server.on('GET /patient', { body: { data: [], totalCount: 0, totalCountIsApproximate: false } });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No patients found')).toBeTruthy();
  });
});
