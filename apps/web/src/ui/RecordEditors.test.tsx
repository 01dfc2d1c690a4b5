import type { PermissionName } from '@portal/domain/permissions';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { changedTopic } from '#lib/live/live.ts';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { RecordEditors } from './RecordEditors.tsx';

const ID = '01980000-0000-7000-8000-000000000001';
const KEISHA = { userId: '01980000-0000-7000-8000-000000000002', name: 'Keisha Brown' };

async function show(isForm: boolean, permissions: readonly PermissionName[]) {
  const server = createFakeServer();
  let editors: readonly object[] = [KEISHA];
  server.on('GET /record-editors', () => ({ body: editors }));
  server.on('POST /record-editors', { status: 204 });
  const Page = () => (
    <>
      <RecordEditors entityType="MedicalOrder" id={ID} isForm={isForm} />
      <p>Shown</p>
    </>
  );
  await showPage({ server, pages: { '/': Page }, at: '/', permissions });
  await screen.findByText('Shown');
  const reports = () => server.calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
  return { server, reports, change: (next: readonly object[]) => (editors = next) };
}

it('names who else is editing, live', async () => {
  const { change, reports } = await show(false, ['Order.View']);
  await screen.findByText('Keisha Brown is editing');
  change([]);
  changedTopic.emit(`editing MedicalOrder ${ID}`);
  await waitFor(() => expect(screen.queryByText('Keisha Brown is editing')).toBeNull());
  expect(reports()).toEqual([]);
});

it('reports a form until it is left', async () => {
  const { reports } = await show(true, ['Order.View', 'Order.Edit']);
  await screen.findByText('Keisha Brown is editing');
  const record = { entityType: 'MedicalOrder', entityId: ID };
  await waitFor(() => expect(reports()).toEqual([{ ...record, isEditing: true }]));
  cleanup();
  await waitFor(() => expect(reports().at(-1)).toEqual({ ...record, isEditing: false }));
});

it('asks and reports nothing without the permissions', async () => {
  const { server } = await show(true, ['Patient.View']);
  expect(server.calls.filter(({ path }) => path === '/record-editors')).toEqual([]);
});
