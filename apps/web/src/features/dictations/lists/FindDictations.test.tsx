import type { PermissionName } from '@portal/domain/permissions';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeServer, type Answer, type FakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import {
  aRow,
  ASSISTANT,
  IDS,
  PROVIDER,
  VIEW,
  withClinic,
  WRITE,
  type Person,
} from '../test/dictation-fixtures.ts';
import { FindDictations } from './FindDictations.tsx';

const LIST = 'GET /dictation';
const STATUS = 'POST /dictation/batch/status';
const rows = [aRow({ status: 'Saved' }), aRow({ id: IDS.second, patientName: 'Poe, Max', status: 'Signed' })];
const listed = (data: readonly object[]): Answer => ({
  body: { data, totalCount: data.length, totalCountIsApproximate: false },
});

interface FindOptions {
  readonly answer?: Answer;
  readonly query?: string;
  readonly user?: Person;
  readonly permissions?: readonly PermissionName[];
}

async function find({
  answer = listed(rows),
  query = '',
  user = PROVIDER,
  permissions = WRITE,
}: FindOptions = {}) {
  const server = withClinic(createFakeServer());
  server.on(LIST, answer);
  server.on('POST /dictation/findings', { body: [] });
  const page = await showPage({
    server,
    pages: { '/dictations': FindDictations },
    at: `/dictations${query}`,
    permissions,
    user,
  });
  return { ...page, server };
}

const select = async (patient: string) =>
  fireEvent.click(await screen.findByLabelText(`Select ${patient} – Block`));
const changeStatus = () => screen.getAllByText('Change Status', { selector: 'button' });
const changes = (server: FakeServer) =>
  server.calls.filter(({ path }) => path === '/dictation/batch/status').map(({ body }) => body);

describe('finding dictations', () => {
  it.each([
    ['Mine', { coSignature: 'Awaiting', supervisorId: IDS.provider }],
    ['Returned', { coSignature: 'Returned' }],
  ])('asks for the co-signature %s, and says the state of each', async (filter, query) => {
    const supervisor = { id: IDS.colleague, firstName: 'Lisa', lastName: 'Moore' };
    const row = aRow({
      status: 'Signed',
      coSignature: { state: 'Awaiting', supervisor },
      hasAddendums: true,
    });
    const { server } = await find({ query: `?coSignature=${filter}`, answer: listed([row]) });
    await screen.findByText('awaits co-signature, with addendum');
    const asked = Object.fromEntries(server.calls.find(({ path }) => path === '/dictation')?.query ?? []);
    expect(asked).toMatchObject(query);
    expect('supervisorId' in asked).toBe('supervisorId' in query);
  });

  it('shows the columns of the list', async () => {
    await find();
    await screen.findByText('Lee, Ann');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      '',
      'Patient',
      'Template',
      'Provider',
      'Procedure Date',
      'Location',
      'Status',
      'Created',
      'Actions',
    ]);
  });

  it('reports a failed load and failed prints', async () => {
    const { server } = await find({ answer: { status: 400 } });
    await screen.findByText('Failed to load dictations');
    server.on(LIST, listed(rows));
    fireEvent.click(screen.getByText('Retry'));
    await select('Lee, Ann');
    server.on('POST /dictation/batch/print', { status: 500 });
    fireEvent.click(screen.getByText(/^Print Selected/u));
    expect(await screen.findAllByText(/^Failed to batch print/u)).not.toHaveLength(0);
    server.on(`GET /dictation/${IDS.dictation}/print`, { status: 500 });
    fireEvent.click(screen.getByLabelText('Print Lee, Ann – Block'));
    expect(await screen.findAllByText(/^Failed to print dictation/u)).not.toHaveLength(0);
  });

  it('sends the filters from the URL and ignores unknown parameters', async () => {
    const { server } = await find({ query: '?search=lee&status=Signed&endDate=2026-11-30&status2=x' });
    await screen.findByText('Lee, Ann');
    const asked = Object.fromEntries(server.calls.find(({ path }) => path === '/dictation')?.query ?? []);
    expect(asked).toMatchObject({ search: 'lee', status: 'Signed', endDate: '2026-11-30' });
    expect(Object.keys(asked)).not.toContain('startDate');
    expect(Object.keys(asked)).not.toContain('status2');
  });

  it.each([
    ['there are none', '', 'No dictations found'],
    ['nothing matches the filters', '?status=Draft', 'No dictations match the filters'],
  ])('shows an empty state when %s', async (_when, query, text) => {
    await find({ answer: listed([]), query });
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it.each([
    ['?startDate=2026-11-02&endDate=2026-11-01', 'Before the start date'],
    ['?startDate=2026-13-02', 'Enter a date as MM/DD/YYYY'],
  ])('reports the invalid range %s and sends no request', async (query, text) => {
    const { server } = await find({ query });
    expect(await screen.findAllByText(text)).not.toHaveLength(0);
    expect(server.countOf(LIST)).toBe(0);
  });

  it('disables Edit for signed dictations', async () => {
    await find();
    const edit = await screen.findByLabelText('Edit Lee, Ann – Block');
    expect(edit.getAttribute('href')).toBe(`/dictations/${IDS.dictation}/edit`);
    expect(screen.getByLabelText('Edit Poe, Max – Block')).toHaveProperty('disabled', true);
  });

  it('hides Edit and Change Status without edit permission', async () => {
    await find({ permissions: VIEW });
    await screen.findByLabelText('View Lee, Ann – Block');
    expect(screen.queryByLabelText('Edit Lee, Ann – Block')).toBeNull();
    expect(screen.queryByText('Change Status')).toBeNull();
  });

  it('asks to select dictations before printing', async () => {
    const { server } = await find();
    await screen.findByText('Lee, Ann');
    fireEvent.click(screen.getByText('Print Selected'));
    await screen.findAllByText('Please select dictations to print');
    expect(server.countOf('POST /dictation/batch/print')).toBe(0);
  });
});

describe('changing the status of several dictations', () => {
  it('requires a selection, which can be cleared', async () => {
    await find();
    await screen.findByText('Lee, Ann');
    expect(changeStatus()[0]).toHaveProperty('disabled', true);
    await select('Lee, Ann');
    expect(screen.getByText('1 dictation selected')).toBeTruthy();
    expect(changeStatus()[0]).toHaveProperty('disabled', false);
    fireEvent.click(screen.getByText('Clear selection'));
    expect(changeStatus()[0]).toHaveProperty('disabled', true);
  });

  it('keeps the selection after an error and clears it after success', async () => {
    const { server } = await find();
    await select('Lee, Ann');
    await select('Poe, Max');
    fireEvent.click(changeStatus()[0] ?? document.body);
    const dialog = await screen.findByRole('dialog', { name: 'Change status' });
    server.on(STATUS, { status: 409, body: { message: 'One of them is signed', code: 'CONFLICT' } });
    const submit = within(dialog).getByText('Change Status', { selector: 'button' });
    fireEvent.click(submit);
    await within(dialog).findByText('One of them is signed');
    expect(screen.getByText('2 dictations selected')).toBeTruthy();
    server.on(STATUS, { body: { message: 'Done', updatedCount: 2 } });
    fireEvent.click(submit);
    await screen.findAllByText('2 dictations changed to Completed');
    await waitFor(() => expect(screen.queryByText('2 dictations selected')).toBeNull());
    expect(changes(server).at(-1)).toEqual({
      dictationIds: [IDS.dictation, IDS.second],
      newStatus: 'Completed',
    });
  });

  it('defaults to Saved for non-providers and checks no report text', async () => {
    const { server } = await find({ user: ASSISTANT });
    await select('Lee, Ann');
    fireEvent.click(changeStatus()[0] ?? document.body);
    const dialog = await screen.findByRole('dialog', { name: 'Change status' });
    server.on(STATUS, { body: { message: 'Done', updatedCount: 1 } });
    fireEvent.click(within(dialog).getByText('Change Status', { selector: 'button' }));
    await screen.findAllByText('1 dictation changed to Saved');
    expect(server.countOf('POST /dictation/findings')).toBe(0);
  });
});
