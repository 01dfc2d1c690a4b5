import { patientTimeline, type TimelineKind } from '@portal/contract/patient-timeline';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  auditOf,
  makeMessage,
  makeOrder,
  makePatient,
  overridePermission,
  signedInAs,
  type SignedInUser,
} from '#test/factories.ts';
import { makeDictation, makeDictationDesk } from '#test/dictation-factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

describe('GET /patient/{id}/timeline', () => {
  let portal: TestPortal;
  let physician: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    physician = await signedInAs(portal, 'ProviderPhysician');
  });
  afterAll(() => portal.close());

  const hoursAgo = (hours: number) => new Date(portal.clock.now().getTime() - hours * 3_600_000);
  const read = (id: string, query: Record<string, string> = {}, user = physician) =>
    portal.succeed(patientTimeline, { params: { id }, query }, user);

  async function addOrder(patientId: string, hours: number): Promise<string> {
    const { id } = await makeOrder(portal, { patientId, providerId: physician.id });
    await portal.deps.db
      .updateTable('medical_orders')
      .set({ created_at: hoursAgo(hours) })
      .where('id', '=', id)
      .execute();
    return id;
  }
  async function addDocument(patientId: string, hours: number): Promise<string> {
    const id = randomUUID();
    await portal.deps.db
      .insertInto('documents')
      .values({
        id,
        patient_id: patientId,
        type: 'LabResult',
        category: 'Clinical',
        file_name: 'blood.pdf',
        file_name_key: 'blood.pdf',
        note: null,
        file_key: Buffer.from('key'),
        file_type: 'pdf',
        size_bytes: 10,
        content_hash: Buffer.from('hash'),
        uploaded_by: physician.id,
        created_at: hoursAgo(hours),
        deleted_by: null,
        delete_reason: null,
      })
      .execute();
    return id;
  }
  async function addPillCount(patientId: string, hours: number): Promise<string> {
    const { id } = await portal.deps.db
      .insertInto('pill_counts')
      .values({
        patient_id: patientId,
        provider_id: physician.id,
        prescription_name: 'Tramadol 50 mg',
        prescription_date: '2026-01-01',
        pills_given: 84,
        tenths_per_day: 30,
        pills_remaining: 10,
        notes: null,
        counted_on: '2026-01-20',
        calculated_at: hoursAgo(hours),
        deleted_by: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }
  /** One record of each kind; the order is the newest. */
  async function patientWithHistory() {
    const { id } = await makePatient(portal);
    const order = await addOrder(id, 1);
    const message = await makeMessage(portal, { patientId: id, callAt: hoursAgo(2) });
    const document = await addDocument(id, 3);
    const pillCount = await addPillCount(id, 4);
    const dictation = await makeDictation(portal, {
      ...(await makeDictationDesk(portal)),
      patientId: id,
      providerId: physician.id,
      status: 'Completed',
      createdAt: hoursAgo(5),
    });
    return { id, order, message: message.id, document, pillCount, dictation };
  }

  it('merges orders, messages, documents, pill counts and dictations, newest first', async () => {
    const { id, ...records } = await patientWithHistory();
    await makeMessage(portal, { callAt: hoursAgo(1) });
    const { data, ...totals } = await read(id);
    expect(totals).toEqual({ totalCount: 5, totalCountIsApproximate: false });
    const user = expect.objectContaining({ id: physician.id }) as unknown;
    expect(data).toEqual([
      expect.objectContaining({ kind: 'Order', id: records.order, type: 'MRI', status: 'Pending', user }),
      expect.objectContaining({
        kind: 'Message',
        id: records.message,
        text: 'Please call back',
        at: hoursAgo(2).toISOString(),
        user: null,
      }),
      expect.objectContaining({ kind: 'Document', id: records.document, text: 'blood.pdf', user }),
      expect.objectContaining({ kind: 'PillCount', id: records.pillCount, text: 'Tramadol 50 mg', user }),
      expect.objectContaining({
        kind: 'Dictation',
        id: records.dictation,
        text: expect.stringContaining('Template') as unknown,
        status: 'Completed',
        user,
      }),
    ]);
  });

  it('pages over all kinds, with a stable order of ties', async () => {
    const { id } = await makePatient(portal);
    for (let index = 0; index < 4; index += 1) {
      await makeMessage(portal, { patientId: id, callAt: hoursAgo(1) });
      await addDocument(id, 1);
    }
    const all = (await read(id)).data.map((entry) => entry.id);
    expect(new Set(all).size).toBe(8);
    const pages = await Promise.all(['1', '2', '3'].map((page) => read(id, { page, pageSize: '3' })));
    expect(pages.flatMap(({ data }) => data.map((entry) => entry.id))).toEqual(all);
    expect((await read(id, { page: '99', pageSize: '3' })).data.map((entry) => entry.id)).toEqual(
      all.slice(6),
    );
  });

  it('filters by one kind', async () => {
    const { id, document } = await patientWithHistory();
    const { data, totalCount } = await read(id, { kind: 'Document' });
    expect(totalCount).toBe(1);
    expect(data.map((entry) => entry.id)).toEqual([document]);
  });

  it('shows each kind only to users who may view it', async () => {
    const { id } = await patientWithHistory();
    const kinds = async (user: SignedInUser): Promise<TimelineKind[]> =>
      (await read(id, {}, user)).data.map(({ kind }) => kind);
    const staff = await signedInAs(portal, 'Staff');
    expect(await kinds(staff)).toEqual(['Order', 'Message', 'Document']);
    await overridePermission(portal, staff.id, 'Message.View', false);
    await overridePermission(portal, staff.id, 'Document.View', false);
    expect(await kinds(staff)).toEqual(['Order']);
    expect((await read(id, { kind: 'Message' }, staff)).totalCount).toBe(0);
    await overridePermission(portal, staff.id, 'Order.View', false);
    expect(await read(id, {}, staff)).toEqual({ data: [], totalCount: 0, totalCountIsApproximate: false });
    expect(await kinds(await signedInAs(portal, 'SuperAdmin'))).toHaveLength(5);
  });

  it('leaves out deleted records', async () => {
    const { id, message, document, pillCount, dictation } = await patientWithHistory();
    const gone = { deleted_at: portal.clock.now(), deleted_by: physician.id };
    await portal.deps.db.updateTable('phone_messages').set(gone).where('id', '=', message).execute();
    await portal.deps.db.updateTable('documents').set(gone).where('id', '=', document).execute();
    await portal.deps.db.updateTable('pill_counts').set(gone).where('id', '=', pillCount).execute();
    await portal.deps.db
      .updateTable('dictations')
      .set({ is_active: false, deactivated_at: portal.clock.now() })
      .where('id', '=', dictation)
      .execute();
    expect((await read(id)).data.map(({ kind }) => kind)).toEqual(['Order']);
  });

  it('is audited with the patient and the records shown', async () => {
    const { id, order } = await patientWithHistory();
    await read(id, { kind: 'Order' });
    const entries = await auditOf(portal, 'Patient', id);
    expect(entries.at(-1)).toMatchObject({
      action: 'Accessed',
      patient_id: id,
      new_values: { timeline: [`Order:${order}`] },
    });
  });

  it('returns 400 for an unknown kind or malformed ID, 403 without Patient.View, 404 for an unknown patient', async () => {
    const { id } = await makePatient(portal);
    const status = async (url: string, user = physician) =>
      (await portal.raw({ method: 'GET', url: `/api/patient/${url}`, token: user.token })).status;
    expect(await status(`${id}/timeline?kind=Secret`)).toBe(400);
    expect(await status('none/timeline')).toBe(400);
    expect(await status(`${randomUUID()}/timeline`)).toBe(404);
    const staff = await signedInAs(portal, 'Staff');
    await overridePermission(portal, staff.id, 'Patient.View', false);
    expect(await status(`${id}/timeline`, staff)).toBe(403);
  });
});
