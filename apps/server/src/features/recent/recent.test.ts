import { recentList, recentOpened, type RecentKind } from '@portal/contract/recent';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDocumentDesk, type DocumentDesk } from '#test/document-desk.ts';
import {
  auditOf,
  makeMessage,
  makeOrder,
  makePatient,
  overridePermission,
  signedInAs,
  type SignedInUser,
} from '#test/factories.ts';
import type { TestPortal } from '#test/harness.ts';
import { pdfFile } from '#test/sample-files.ts';

const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000';

describe('recently opened records', () => {
  let desk: DocumentDesk;
  let portal: TestPortal;
  let provider: SignedInUser;
  beforeAll(async () => {
    desk = await openDocumentDesk();
    ({ portal } = desk);
    provider = await signedInAs(portal, 'ProviderPhysician');
  });
  afterAll(() => portal.close());

  const open = async (user: SignedInUser, kind: RecentKind, id: string) => {
    portal.clock.advance({ seconds: 1 });
    await portal.succeed(recentOpened, { body: { kind, id } }, user);
  };
  const list = (user: SignedInUser, kind?: RecentKind) =>
    portal.succeed(recentList, { query: kind === undefined ? {} : { kind } }, user);

  /** Opens a record of each kind, all of one patient. */
  async function openEach(user: SignedInUser) {
    const patient = await makePatient(portal);
    const order = await makeOrder(portal, { patientId: patient.id, providerId: provider.id });
    const message = await makeMessage(portal, { patientId: patient.id });
    const document = await desk.upload(pdfFile('scan.pdf'), { patientId: patient.id });
    await open(user, 'Patient', patient.id);
    await open(user, 'Order', order.id);
    await open(user, 'Message', message.id);
    await open(user, 'Document', document.id);
    return { patients: patient.id, orders: order.id, messages: message.id, documents: document.id };
  }

  it('lists the last ten patients of a user, newest first, each once', async () => {
    const user = await signedInAs(portal, 'Staff');
    const ids: string[] = [];
    for (let index = 0; index < 12; index += 1) ids.push((await makePatient(portal)).id);
    for (const id of [...ids, ids[5] ?? '']) await open(user, 'Patient', id);
    const shown = (await list(user, 'Patient')).patients.map(({ id }) => id);
    expect(shown).toEqual([ids[5], ...ids.filter((_, index) => index !== 5).toReversed()].slice(0, 10));
    const stored = await portal.owner.query('select 1 from recent_records where user_id = $1', [user.id]);
    expect(stored.rowCount).toBe(10);
  });

  it('lists records of every kind, or of one, and only the user’s own', async () => {
    const user = await signedInAs(portal, 'Admin');
    const ids = await openEach(user);
    expect(await list(user)).toMatchObject({
      patients: [{ id: ids.patients, isActive: true }],
      orders: [{ id: ids.orders, patient: { id: ids.patients } }],
      messages: [{ id: ids.messages }],
      documents: [{ id: ids.documents, fileName: 'scan.pdf' }],
    });
    expect(await list(user, 'Order')).toMatchObject({ patients: [], orders: [{ id: ids.orders }] });
    expect(await list(await signedInAs(portal, 'Admin'))).toEqual({
      patients: [],
      orders: [],
      messages: [],
      documents: [],
    });
  });

  it('checks rights when it is shown, and leaves out deleted and unknown records', async () => {
    const user = await signedInAs(portal, 'Admin');
    const ids = await openEach(user);
    await open(user, 'Patient', UNKNOWN_ID);
    await open(user, 'Order', ids.patients);
    await portal.owner.query('update phone_messages set deleted_at = now() where id = $1', [ids.messages]);
    await desk.remove(ids.documents, 'Uploaded for another patient');
    expect(await list(user)).toMatchObject({
      patients: [{ id: ids.patients }],
      orders: [{ id: ids.orders }],
      messages: [],
      documents: [],
    });
    await overridePermission(portal, user.id, 'Patient.View', false);
    await overridePermission(portal, user.id, 'Order.View', false);
    expect(await list(user)).toEqual({ patients: [], orders: [], messages: [], documents: [] });
  });

  it('records which records and patients were shown', async () => {
    const user = await signedInAs(portal, 'Admin');
    const ids = await openEach(user);
    await list(user);
    const entries = (await auditOf(portal, 'Patient', null)).filter(({ user_id: by }) => by === user.id);
    expect(entries).toMatchObject([
      {
        action: 'Accessed',
        new_values: {
          patientIds: [ids.patients],
          orderIds: [ids.orders],
          messageIds: [ids.messages],
          documentIds: [ids.documents],
        },
      },
    ]);
  });

  it('refuses another kind, a value that is no ID, and callers without a session', async () => {
    const user = await signedInAs(portal, 'Staff');
    for (const payload of [
      { kind: 'User', id: UNKNOWN_ID },
      { kind: 'Patient', id: "' or 1=1" },
      { kind: 'Patient', id: UNKNOWN_ID, userId: provider.id },
    ]) {
      const answer = await portal.raw({
        method: 'POST',
        url: '/api/recent',
        token: user.token,
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(payload),
      });
      expect(answer.status).toBe(400);
    }
    const url = '/api/recent?kind=User';
    expect((await portal.raw({ method: 'GET', url, token: user.token })).status).toBe(400);
    expect((await portal.call(recentList, { query: {} })).status).toBe(401);
    const body = { kind: 'Patient', id: UNKNOWN_ID } as const;
    expect((await portal.call(recentOpened, { body })).status).toBe(401);
  });
});
