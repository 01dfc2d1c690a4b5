import { documentBulk, documentBulkPreview, documentGet, documentList } from '@portal/contract/documents';
import { messageBulk, messageBulkPreview, messageGet } from '@portal/contract/messages';
import { orderBulk, orderBulkPreview, orderGet, orderStatusChange } from '@portal/contract/orders';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openDocumentDesk, type DocumentDesk } from '#test/document-desk.ts';
import {
  auditOf,
  makeMessage,
  makeOrder,
  makePatient,
  makeUser,
  overridePermission,
  signedInAs,
  type SignedInUser,
} from '#test/factories.ts';
import { lockAwaited, type TestPortal } from '#test/harness.ts';
import { pdfFile } from '#test/sample-files.ts';

const ABSENT = '00000000-0000-7000-8000-000000000000';
const REASON = 'Filed under the wrong patient';
const first = (id: string) => ({ id, version: 1 });

describe('bulk actions', () => {
  let desk: DocumentDesk;
  let portal: TestPortal;
  let staff: SignedInUser;
  let provider: SignedInUser;
  beforeAll(async () => {
    desk = await openDocumentDesk();
    ({ portal, staff } = desk);
    provider = await signedInAs(portal, 'ProviderPhysician');
  });
  afterAll(() => desk.portal.close());

  const makeOrders = async (...statuses: ('Pending' | 'Scheduled' | 'Completed')[]) => {
    const orders = [];
    for (const status of statuses)
      orders.push(await makeOrder(portal, { patientId: desk.patientId, providerId: provider.id, status }));
    return orders;
  };
  const statusOf = async (id: string) =>
    (await portal.succeed(orderGet, { params: { id } }, provider)).status;

  describe('on orders', () => {
    it('advances all of them, with an audit entry, a history step and an activity for each', async () => {
      const orders = await makeOrders('Pending', 'Scheduled');
      const body = {
        action: 'status',
        status: 'InProgress',
        note: 'Moved to Tuesday',
        records: orders.map(({ id }) => first(id)),
      } as const;
      expect(await portal.succeed(orderBulk, { body }, provider)).toMatchObject({
        changedCount: 2,
        changed: [{ label: expect.any(String) }, {}],
      });
      for (const { id } of orders) {
        const order = await portal.succeed(orderGet, { params: { id } }, provider);
        expect(order).toMatchObject({ status: 'InProgress', version: 2 });
        expect(order.history.at(-1)).toMatchObject({ toStatus: 'InProgress', note: 'Moved to Tuesday' });
        const changes = (await auditOf(portal, 'MedicalOrder', id)).filter(
          ({ action }) => action === 'Updated',
        );
        expect(changes).toMatchObject([{ reason: 'Moved to Tuesday', patient_id: desk.patientId }]);
        const { rowCount } = await portal.owner.query('select from activities where entity_id = $1', [id]);
        expect(rowCount).toBe(1);
      }
    });

    it('previews what changes and what cannot, audits that, and changes nothing', async () => {
      const [pending, completed] = await makeOrders('Pending', 'Completed');
      const records = [completed, pending].map((order) => first(order?.id ?? ''));
      const body = { action: 'status', status: 'Scheduled', records } as const;
      const preview = await portal.succeed(orderBulkPreview, { body }, provider);
      expect(preview.records).toEqual([
        {
          id: completed?.id,
          label: completed?.orderNumber,
          from: 'Completed',
          to: 'Completed',
          problem: 'This order is completed and can no longer be changed.',
        },
        { id: pending?.id, label: pending?.orderNumber, from: 'Pending', to: 'Scheduled', problem: null },
      ]);
      expect(await statusOf(pending?.id ?? '')).toBe('Pending');
      expect((await auditOf(portal, 'MedicalOrder', null)).at(-1)).toMatchObject({
        action: 'Accessed',
        new_values: { patientIds: [desk.patientId] },
      });
      expect(await auditOf(portal, 'MedicalOrder', completed?.id ?? '')).toEqual([]);
    });

    it('refuses all of them and names the record that is stale, completed or missing', async () => {
      const orders = await makeOrders('Pending', 'Pending', 'Completed');
      const [good = '', stale = '', completed = ''] = orders.map(({ id }) => id);
      await portal.succeed(
        orderStatusChange,
        { params: { id: stale }, body: { status: 'Scheduled' } },
        provider,
      );
      for (const [bad, code, label] of [
        [stale, 'STALE', orders[1]?.orderNumber ?? ''],
        [completed, 'CONFLICT', orders[2]?.orderNumber ?? ''],
        [ABSENT, 'NOT_FOUND', 'A selected record'],
      ] as const) {
        const body = { action: 'cancel' as const, reason: REASON, records: [first(good), first(bad)] };
        const answer = await portal.call(orderBulk, { body }, provider);
        expect(answer).toMatchObject({ ok: false, error: { code } });
        if (answer.ok) continue;
        expect(answer.error.message).toContain(`Nothing was changed. ${label}: `);
        expect(Object.keys(answer.error.errors ?? {})).toEqual(['records.1']);
      }
      expect(await statusOf(good)).toBe('Pending');
    });

    it('requires the permission of the chosen action', async () => {
      const [order] = await makeOrders('Pending');
      const records = [first(order?.id ?? '')];
      const assistant = await signedInAs(portal, 'MedicalAssistant');
      const cancel = { action: 'cancel', reason: REASON, records } as const;
      for (const endpoint of [orderBulk, orderBulkPreview])
        expect(await portal.call(endpoint, { body: cancel }, assistant)).toMatchObject({ status: 403 });
      const advance = { action: 'status', status: 'Scheduled', records } as const;
      await overridePermission(portal, assistant.id, 'Order.Edit', false);
      await overridePermission(portal, assistant.id, 'Order.Cancel', true);
      expect(await portal.call(orderBulk, { body: advance }, assistant)).toMatchObject({ status: 403 });
      await portal.succeed(orderBulk, { body: cancel }, assistant);
    });

    it('lets one of two simultaneous bulk actions win, in whatever order they list the records', async () => {
      const orders = await makeOrders('Pending', 'Pending', 'Pending');
      const records = orders.map(({ id }) => first(id));
      const answers = await Promise.all(
        [records, records.toReversed()].map((listed) =>
          portal.call(
            orderBulk,
            { body: { action: 'status', status: 'Completed', records: listed } },
            provider,
          ),
        ),
      );
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    });

    it('lock the records in one order, whatever the order of the request', async () => {
      const ids = (await makeOrders('Pending', 'Pending')).map(({ id }) => id).toSorted();
      const hold = await portal.owner.connect();
      onTestFinished(() => hold.release());
      const lock = (id: string | undefined) =>
        hold.query('select from medical_orders where id = $1 for update nowait', [id]);
      await hold.query('begin');
      await lock(ids[0]);
      const records = ids.toReversed().map(first);
      const running = portal.call(
        orderBulk,
        { body: { action: 'status', status: 'Completed', records } },
        provider,
      );
      await lockAwaited(portal);
      await lock(ids[1]);
      await hold.query('rollback');
      expect(await running).toMatchObject({ status: 200 });
    });

    it.each([
      ['no records', []],
      ['a record twice', [first(ABSENT), first(ABSENT.toUpperCase())]],
      ['no version', [{ id: ABSENT }]],
      ['version 0', [{ id: ABSENT, version: 0 }]],
      ['a version that is text', [{ id: ABSENT, version: '1' }]],
      ['an id that is none', [{ id: "1'; drop table medical_orders", version: 1 }]],
      ['more fields', [{ ...first(ABSENT), status: 'Completed' }]],
      ['a record instead of a list', first(ABSENT)],
      [
        'more than 100',
        Array.from({ length: 101 }, (_, index) => first(ABSENT.slice(0, -3) + String(100 + index))),
      ],
    ])('refuses %s', async (_what, records) => {
      for (const path of ['', '/preview']) {
        const answer = await portal.raw({
          method: 'POST',
          url: `/api/medicalorder/bulk${path}`,
          headers: { authorization: `Bearer ${provider.token}`, 'content-type': 'application/json' },
          payload: JSON.stringify({ action: 'status', status: 'Scheduled', records }),
        });
        expect(answer.status).toBe(400);
      }
    });
  });

  describe('on phone messages', () => {
    it('assigns and completes', async () => {
      const colleague = await makeUser(portal, { roles: ['Staff'] });
      const messages = [await makeMessage(portal), await makeMessage(portal, { assignedToUserId: staff.id })];
      const records = messages.map(({ id }) => first(id));
      const assign = { action: 'assign', userId: colleague.id, records } as const;
      const preview = await portal.succeed(messageBulkPreview, { body: assign }, staff);
      expect(preview.records).toMatchObject([
        { label: messages[0]?.messageNumber, from: 'Unassigned', problem: null },
        { label: messages[1]?.messageNumber, problem: null },
      ]);
      await portal.succeed(messageBulk, { body: assign }, staff);
      const complete = {
        action: 'complete',
        resolution: 'Called back',
        records: records.map(({ id }) => ({ id, version: 2 })),
      } as const;
      await portal.succeed(messageBulk, { body: complete }, staff);
      for (const { id } of messages) {
        const message = await portal.succeed(messageGet, { params: { id } }, staff);
        expect(message).toMatchObject({
          status: 'Completed',
          resolution: 'Called back',
          assignedToUser: { id: colleague.id },
        });
        expect(message.events.map(({ kind }) => kind)).toEqual(['Assigned', 'Completed']);
      }
    });

    it('reports an assignee without access at the field, not for each message', async () => {
      const outsider = await makeUser(portal, { roles: ['Staff'] });
      await overridePermission(portal, outsider.id, 'Message.View', false);
      const { id } = await makeMessage(portal);
      const body = { action: 'assign' as const, userId: outsider.id, records: [first(id)] };
      for (const endpoint of [messageBulk, messageBulkPreview]) {
        const answer = await portal.call(endpoint, { body }, staff);
        expect(answer).toMatchObject({ ok: false, error: { code: 'VALIDATION' } });
        expect(answer.ok ? [] : Object.keys(answer.error.errors ?? {})).toEqual(['userId']);
      }
    });

    it('requires Message.Assign to assign', async () => {
      const editor = await signedInAs(portal, 'Staff');
      await overridePermission(portal, editor.id, 'Message.Assign', false);
      const { id } = await makeMessage(portal);
      const body = { action: 'assign' as const, userId: staff.id, records: [first(id)] };
      expect(await portal.call(messageBulk, { body }, editor)).toMatchObject({ status: 403 });
    });
  });

  describe('on documents', () => {
    it('changes only the category, and moves to another patient with a reason', async () => {
      const documents = [
        await desk.upload(pdfFile('one'), { note: 'Fasting' }),
        await desk.upload(pdfFile('two')),
      ];
      const records = documents.map(({ id }) => first(id));
      await portal.succeed(
        documentBulk,
        { body: { action: 'category', category: 'Financial', records } },
        staff,
      );
      const target = await makePatient(portal, { firstName: 'Mo', lastName: 'Ved' });
      const move = {
        action: 'move',
        patientId: target.id,
        reason: REASON,
        records: records.map(({ id }) => ({ id, version: 2 })),
      } as const;
      const preview = await portal.succeed(documentBulkPreview, { body: move }, staff);
      expect(preview.records[0]?.to).toBe(`Ved, Mo (${target.medicalRecordNumber})`);
      await portal.succeed(documentBulk, { body: move }, staff);
      expect(
        await portal.succeed(documentGet, { params: { id: documents[0]?.id ?? '' } }, staff),
      ).toMatchObject({
        category: 'Financial',
        type: 'LabResult',
        note: 'Fasting',
        patient: { id: target.id },
      });
      const moved = (await auditOf(portal, 'Document', documents[1]?.id ?? '')).filter(
        ({ reason }) => reason === REASON,
      );
      expect(new Set(moved.map(({ patient_id: id }) => id))).toEqual(new Set([desk.patientId, target.id]));
      expect(await portal.succeed(documentList, { query: { patientId: target.id } }, staff)).toMatchObject({
        totalCount: 2,
      });
    });

    it('refuses a deleted document without naming it, and a deactivated patient at the field', async () => {
      const kept = await desk.upload(pdfFile('kept'));
      const deleted = await desk.upload(pdfFile('deleted'));
      await desk.remove(deleted.id, REASON);
      const records = [first(kept.id), { id: deleted.id, version: 2 }];
      const answer = await portal.call(
        documentBulk,
        { body: { action: 'category', category: 'Financial', records } },
        staff,
      );
      expect(answer).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } });
      expect(answer.ok ? '' : answer.error.message).not.toContain(deleted.fileName);
      const { id: inactive } = await makePatient(portal, { isActive: false });
      const moved = await portal.call(
        documentBulk,
        { body: { action: 'move', patientId: inactive, reason: REASON, records: [first(kept.id)] } },
        staff,
      );
      expect(moved).toMatchObject({ ok: false, error: { code: 'VALIDATION' } });
      expect(await portal.succeed(documentGet, { params: { id: kept.id } }, staff)).toMatchObject({
        category: 'Clinical',
        version: 1,
      });
    });
  });
});
