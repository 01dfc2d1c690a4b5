import type { PermissionName } from '@portal/domain/permissions';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeServer, type Answer, type FakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { aRow, IDS, withClinic } from '../test/dictation-fixtures.ts';
import { DictationManagementPage } from './DictationManagementPage.tsx';

const LIST = 'GET /admin/dictation/dictations';
const DELETE = 'POST /admin/dictation/dictations/bulk-delete';
const rows = [
  aRow({ status: 'Draft' }),
  aRow({ id: IDS.second, patientName: 'Poe, Max', status: 'Signed' }),
  aRow({ id: IDS.third, patientName: 'Fox, Kim', isActive: false }),
];
const listed = (data: readonly object[]): Answer => ({
  body: { data, totalCount: data.length, totalCountIsApproximate: false },
});

const ALL = ['Dictation.View', 'Dictation.Edit', 'Patient.View'] as const;

async function manage(
  answer: Answer = listed(rows),
  query = '',
  permissions: readonly PermissionName[] = ALL,
) {
  const server = withClinic(createFakeServer());
  server.on(LIST, answer);
  const page = await showPage({
    server,
    pages: { '/admin/dictations': DictationManagementPage },
    at: `/admin/dictations${query}`,
    user: { roles: ['Admin'] },
    permissions,
  });
  return { ...page, server };
}

const action = (name: string, patient: string) =>
  screen.findByLabelText<HTMLButtonElement>(`${name} ${patient} – Block`);
const select = async (patient: string) =>
  fireEvent.click(await screen.findByLabelText(`Select ${patient} – Block`));
const question = (name: string) => screen.findByRole('alertdialog', { name });
const confirm = async (name: string, verb: string) =>
  fireEvent.click(within(await question(name)).getByText(verb, { selector: 'button' }));
const sent = (server: FakeServer) =>
  server.calls.filter(({ path }) => path.endsWith('/bulk-delete')).map(({ body }) => body);
const asked = (server: FakeServer) =>
  Object.fromEntries(
    server.calls.findLast(({ path }) => path === '/admin/dictation/dictations')?.query ?? [],
  );

describe('Dictation Management list', () => {
  it('disables Delete Forever for signed dictations and Deactivate for inactive ones', async () => {
    await manage();
    expect((await action('Delete Forever', 'Poe, Max')).disabled).toBe(true);
    expect((await action('Deactivate', 'Poe, Max')).disabled).toBe(false);
    expect((await action('Deactivate', 'Fox, Kim')).disabled).toBe(true);
    expect((await action('Delete Forever', 'Fox, Kim')).disabled).toBe(false);
    expect(screen.queryByLabelText('Reactivate Lee, Ann – Block')).toBeNull();
  });

  it('shows an empty state without filters', async () => {
    await manage(listed([]));
    expect(await screen.findByText('No dictations found')).toBeTruthy();
  });

  it('sends the filters and shows an empty state when nothing matches', async () => {
    const { server } = await manage(listed([]), '?status=Pending&startDate=2026-11-01&inactive=true');
    expect(await screen.findByText('No dictations match the filters')).toBeTruthy();
    expect(asked(server)).toMatchObject({
      status: 'Pending',
      startDate: '2026-11-01',
      includeInactive: 'true',
    });
  });

  it('reports an end date before the start date and sends no request', async () => {
    const { server } = await manage(listed(rows), '?startDate=2026-11-02&endDate=2026-11-01');
    expect(await screen.findByText('Before the start date')).toBeTruthy();
    expect(server.countOf(LIST)).toBe(0);
    expect(screen.queryByText('Lee, Ann')).toBeNull();
  });

  it('retries after a failed load', async () => {
    const { server } = await manage({ status: 500 });
    await screen.findByText('Failed to load dictations');
    server.on(LIST, listed(rows));
    fireEvent.click(screen.getByText('Retry'));
    expect(await screen.findByText('Lee, Ann')).toBeTruthy();
  });
});

describe('deactivating and deleting', () => {
  it('names a single dictation and shows an error in the dialog', async () => {
    const { server } = await manage();
    fireEvent.click(await action('Deactivate', 'Lee, Ann'));
    const dialog = await question('Deactivate dictation?');
    expect(dialog.textContent).toContain('Lee, Ann – Block will be deactivated and removed from all lists.');
    server.on(DELETE, { status: 500 });
    await confirm('Deactivate dictation?', 'Deactivate');
    await within(dialog).findByText('Failed to delete');
    server.on(DELETE, { body: { message: '1 dictation deactivated', count: 1, dictations: [] } });
    await confirm('Deactivate dictation?', 'Deactivate');
    await screen.findAllByText('1 dictation deactivated');
    expect(sent(server).at(-1)).toEqual({ dictationIds: [IDS.dictation], permanent: false });
  });

  it('permanently deletes several at once and keeps the selection after an error', async () => {
    const { server } = await manage();
    expect(screen.queryByRole('toolbar')).toBeNull();
    await select('Lee, Ann');
    await select('Poe, Max');
    const toolbar = within(screen.getByRole('toolbar', { name: 'Selected dictations' }));
    expect(toolbar.getByText('2 dictations selected')).toBeTruthy();
    fireEvent.click(toolbar.getByText('Delete Forever'));
    const dialog = await question('Delete forever?');
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Lee, Ann – Block', 'Poe, Max – Block']);
    server.on(DELETE, {
      status: 409,
      body: { message: 'One of them is signed', code: 'CONFLICT' },
    });
    await confirm('Delete forever?', 'Delete Forever');
    await within(dialog).findByText('One of them is signed');
    fireEvent.click(within(dialog).getByText('Cancel'));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByText('2 dictations selected')).toBeTruthy();

    await select('Poe, Max');
    fireEvent.click(toolbar.getByText('Delete Forever'));
    server.on(DELETE, { body: { message: 'Deleted forever', count: 1, dictations: [] } });
    await confirm('Delete forever?', 'Delete Forever');
    await screen.findAllByText('Deleted forever');
    expect(sent(server).at(-1)).toEqual({ dictationIds: [IDS.dictation], permanent: true });
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
  });

  it('reactivates an inactive dictation or reports the error', async () => {
    const { server } = await manage();
    const reactivate = `POST /admin/dictation/dictations/${IDS.third}/reactivate`;
    server.on(reactivate, { status: 500 });
    fireEvent.click(await action('Reactivate', 'Fox, Kim'));
    await screen.findAllByText(/^Failed to reactivate/u);
    server.on(reactivate, { body: rows[2] });
    fireEvent.click(await action('Reactivate', 'Fox, Kim'));
    expect(await screen.findAllByText('Fox, Kim – Block reactivated')).not.toHaveLength(0);
  });

  it('offers no changes to those who may not edit dictations', async () => {
    await manage(listed(rows), '', ['Dictation.View', 'Patient.View']);
    expect(await screen.findByText('Poe, Max')).toBeTruthy();
    expect(screen.queryByLabelText('Deactivate Poe, Max – Block')).toBeNull();
    expect(screen.queryByLabelText('Select Poe, Max – Block')).toBeNull();
  });
});
