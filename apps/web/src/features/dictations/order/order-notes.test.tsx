import { dictationBody, type Dictation } from '@portal/contract/dictations';
import type { PermissionName } from '@portal/domain/permissions';
import { contentOf } from '@portal/domain/template/test/content-of';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { anOrder } from '#lib/test/orders.ts';
import { createFakeServer, type FakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { DictationEditorPage } from '../DictationEditorPage.tsx';
import { openEditor, press, sentDrafts, side, write } from '../editor/test/editor-fixtures.ts';
import { aDictation, aTemplate, IDS, NOW, PROVIDER, withClinic, WRITE } from '../test/dictation-fixtures.ts';

const ORDER = anOrder({
  type: 'Other',
  isProcedure: true,
  side: 'Right',
  levels: ['L4-L5'],
  locationId: IDS.secondOffice,
  patient: { id: IDS.patient, firstName: 'Ann', lastName: 'Lee', medicalRecordNumber: '00000042' },
});
const GET = `GET /medicalorder/${ORDER.id}`;
const NEW = `/dictations/new?template=${IDS.template}&order=${ORDER.id}`;
const PERMISSIONS: readonly PermissionName[] = [...WRITE, 'Order.View', 'Order.Edit'];
const withOrder = (server: FakeServer, change: Partial<typeof ORDER> = {}) =>
  server.on(GET, { body: { ...ORDER, ...change } });
const created = ({ calls }: FakeServer) =>
  calls
    .filter(({ method, path }) => method === 'POST' && path === '/dictation')
    .map(({ body }) => dictationBody.parse(body));

describe('a note from an order', () => {
  it('starts with its patient, place and side, and names it in the draft and when it is saved', async () => {
    const { server } = await openEditor({ at: NEW, permissions: PERMISSIONS, prepare: withOrder });
    expect(await screen.findByText(/Procedure, Right, L4-L5/)).toBeTruthy();
    expect(side().value).toBe('Right');
    write('Done');
    await waitFor(() => expect(sentDrafts(server).at(-1)?.content.orderId).toBe(ORDER.id));
    press('s', { ctrlKey: true });
    await waitFor(() =>
      expect(created(server)).toMatchObject([
        {
          orderId: ORDER.id,
          patientId: IDS.patient,
          locationId: IDS.secondOffice,
          formData: { side: 'Right', technique: 'Done' },
        },
      ]),
    );
  });

  it('marks what is from the order until the person goes there', async () => {
    const { sections } = contentOf(
      { id: 'technique', label: 'Technique', type: 'textarea' },
      { id: 'side', label: 'Side', type: 'select', options: ['Left', 'Right'] },
      { id: 'levels', label: 'Levels', type: 'checkbox', options: ['L3-L4', 'L4-L5'] },
    );
    const { person } = await openEditor({
      at: NEW,
      permissions: PERMISSIONS,
      prepare: (server) => {
        withOrder(server);
        server.on(`GET /dictation/templates/${IDS.template}`, {
          body: aTemplate({ structure: { sections } }),
        });
      },
    });
    expect(await screen.findAllByText('From the order')).toHaveLength(2);
    await person.click(side());
    expect(screen.getAllByText('From the order')).toHaveLength(1);
    expect(side().value).toBe('Right');
  });

  it.each([
    ['cancelled', { status: 'Cancelled' }, /^Order ORD-2026-000007 is cancelled\./],
    ['completed', { status: 'Completed' }, /^Order ORD-2026-000007 is completed\./],
  ] as const)('says that the order is %s', async (_status, change, text) => {
    await openEditor({ at: NEW, permissions: PERMISSIONS, prepare: (server) => withOrder(server, change) });
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('is written without the order by people who may not view orders', async () => {
    const { server } = await openEditor({
      at: `${NEW}&patientId=${IDS.patient}`,
      prepare: (on) => on.on(GET, { status: 403, body: { message: 'No', code: 'FORBIDDEN' } }),
    });
    expect(
      await screen.findByText('You may not view orders, so the note is not started from it.'),
    ).toBeTruthy();
    expect(side().value).toBe('');
    write('Done');
    press('s', { ctrlKey: true });
    await waitFor(() => expect(created(server)).toHaveLength(1));
    expect(created(server)[0]).not.toHaveProperty('orderId');
  });

  it('does not belong to the order of another patient', async () => {
    const { server } = await openEditor({
      at: `${NEW}&patientId=${IDS.patient}`,
      permissions: PERMISSIONS,
      prepare: (on) => withOrder(on, { patient: { ...ORDER.patient, id: IDS.colleague } }),
    });
    expect(await screen.findByText(/is for another patient/)).toBeTruthy();
    expect(side().value).toBe('');
    write('Done');
    press('s', { ctrlKey: true });
    await waitFor(() => expect(created(server)).toHaveLength(1));
    expect(created(server)[0]).not.toHaveProperty('orderId');
  });
});

it('asks for a template, with the order’s place and its provider', async () => {
  const server = withClinic(createFakeServer());
  withOrder(server);
  server.on('GET /dictation/templates', { body: [aTemplate()] });
  server.on('GET /dictation/categories', { body: [] });
  await showPage({
    server,
    pages: { '/dictations/new': DictationEditorPage },
    at: `/dictations/new?order=${ORDER.id}`,
    permissions: PERMISSIONS,
    user: PROVIDER,
  });
  expect(await screen.findByText(/Procedure, Right, L4-L5/)).toBeTruthy();
  const tile = await screen.findByRole('link', { name: /Block/ });
  await waitFor(() => {
    const query = new URLSearchParams(tile.getAttribute('href')?.split('?')[1]);
    expect(Object.fromEntries(query)).toMatchObject({
      template: IDS.template,
      patientId: IDS.patient,
      locationId: IDS.secondOffice,
      order: ORDER.id,
    });
  });
});

describe('a signed note from an order', () => {
  const SIGNED = {
    status: 'Signed',
    orderId: ORDER.id,
    signedAt: NOW,
    signature: { name: 'Jane Roe', title: 'MD', signedAt: NOW, contentHash: 'ab'.repeat(32), hashVersion: 2 },
  } as const;

  async function view(stored: Partial<Dictation>, permissions = PERMISSIONS, change = {}) {
    const server = withClinic(createFakeServer());
    withOrder(server, change);
    server.on(`GET /dictation/${IDS.dictation}`, { body: aDictation(stored) });
    const page = await showPage({
      server,
      pages: { '/dictations/:id': DictationEditorPage },
      at: `/dictations/${IDS.dictation}`,
      permissions,
      user: PROVIDER,
    });
    await screen.findByText('Block for Lee, Ann (00000042)');
    return { ...page, server };
  }

  it('asks whether the order is completed, and completes it', async () => {
    const { server, user } = await view(SIGNED);
    server.on(`POST /medicalorder/${ORDER.id}/status`, () => {
      withOrder(server, { status: 'Completed', version: 4 });
      return { body: { ...ORDER, status: 'Completed', version: 4 } };
    });
    await screen.findByText(/mark the order as completed\?/);
    await user.click(screen.getByText('Mark order as Completed'));
    const dialog = await screen.findByRole('alertdialog');
    await user.click(within(dialog).getByText('Mark as Completed', { selector: 'button' }));
    await screen.findByText(/^Order ORD-2026-000007 is completed\./);
    expect(server.calls.find(({ path }) => path.endsWith('/status'))?.body).toMatchObject({
      status: 'Completed',
      version: ORDER.version,
    });
  });

  it('says in the dialog when somebody else has cancelled the order', async () => {
    const { server, user } = await view(SIGNED);
    server.on(`POST /medicalorder/${ORDER.id}/status`, {
      status: 409,
      body: { message: 'This order is cancelled and can no longer be changed.', code: 'CONFLICT' },
    });
    await user.click(await screen.findByText('Mark order as Completed'));
    const dialog = await screen.findByRole('alertdialog');
    await user.click(within(dialog).getByText('Mark as Completed', { selector: 'button' }));
    expect((await screen.findAllByText(/This order is cancelled/)).length).toBeGreaterThan(0);
  });

  it.each([
    ['while it is not signed', { orderId: ORDER.id }, PERMISSIONS],
    ['people who may not change orders', SIGNED, [...WRITE, 'Order.View'] as const],
  ])('does not ask %s', async (_who, stored, permissions) => {
    await view(stored, permissions);
    expect(await screen.findByText(/Procedure, Right, L4-L5/)).toBeTruthy();
    expect(screen.queryByText('Mark order as Completed')).toBeNull();
  });

  it('shows nothing of the order to people who may not view orders', async () => {
    const { server } = await view(SIGNED, WRITE);
    expect(server.calls.some(({ path }) => path.startsWith('/medicalorder'))).toBe(false);
    expect(screen.queryByText(/ORD-2026/)).toBeNull();
  });
});
