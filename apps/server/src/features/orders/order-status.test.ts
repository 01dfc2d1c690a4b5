import { dashboardStats } from '@portal/contract/dashboard';
import { orderCancel, orderGet, orderList, orderPrint, orderStatusChange } from '@portal/contract/orders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  auditOf,
  makeOffice,
  makeOrder,
  makePatient,
  makeUser,
  signedInAs,
  type SignedInUser,
} from '#test/factories.ts';
import { pdfPages } from '#test/pdf-text.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const ABSENT = '00000000-0000-7000-8000-000000000000';
const REASON = 'Ordered twice by mistake';

describe('order status', () => {
  let portal: TestPortal;
  let provider: SignedInUser;
  let assistant: SignedInUser;
  let staff: SignedInUser;
  let patientId: string;
  beforeAll(async () => {
    portal = await openTestPortal();
    provider = await signedInAs(portal, 'ProviderMidLevel');
    assistant = await signedInAs(portal, 'MedicalAssistant');
    staff = await signedInAs(portal, 'Staff');
    patientId = (await makePatient(portal, { firstName: 'Ada', lastName: 'Stone' })).id;
  });
  afterAll(() => portal.close());

  const make = (options: Partial<Parameters<typeof makeOrder>[1]> = {}) =>
    makeOrder(portal, { patientId, providerId: provider.id, ...options });

  describe('200', () => {
    it('moves Pending → Scheduled → InProgress → Completed, recording each step with user and reason', async () => {
      const { id } = await make();
      for (const [status, note, who] of [
        ['Scheduled', 'Tuesday 10 am', assistant],
        ['InProgress', undefined, provider],
        ['Completed', '', provider],
      ] as const) {
        portal.clock.advance({ seconds: 1 });
        await portal.succeed(orderStatusChange, { params: { id }, body: { status, note } }, who);
      }
      const order = await portal.succeed(orderGet, { params: { id } }, staff);
      expect(order).toMatchObject({
        status: 'Completed',
        version: 4,
        history: [
          {
            fromStatus: 'Pending',
            toStatus: 'Scheduled',
            note: 'Tuesday 10 am',
            changedByUser: { id: assistant.id },
          },
          {
            fromStatus: 'Scheduled',
            toStatus: 'InProgress',
            note: null,
            changedByUser: { id: provider.id },
          },
          { fromStatus: 'InProgress', toStatus: 'Completed', note: null },
        ],
      });
      expect((await auditOf(portal, 'MedicalOrder', id)).slice(0, 3)).toMatchObject([
        {
          action: 'Updated',
          patient_id: patientId,
          reason: 'Tuesday 10 am',
          old_values: { status: 'Pending' },
          new_values: { status: 'Scheduled' },
        },
        { action: 'Updated', reason: null, new_values: { status: 'InProgress' } },
        { action: 'Updated', new_values: { status: 'Completed' } },
      ]);
    });

    it('allows skipping steps, and counts Pending orders on the dashboard', async () => {
      const { id } = await make();
      const before = (await portal.succeed(dashboardStats, {}, staff)).pendingOrders ?? Number.NaN;
      const order = await portal.succeed(
        orderStatusChange,
        { params: { id }, body: { status: 'Completed', version: 1 } },
        assistant,
      );
      expect(order.status).toBe('Completed');
      expect((await portal.succeed(dashboardStats, {}, staff)).pendingOrders).toBe(before - 1);
    });

    it('cancels with a reason: the order is hidden from the list but stays readable', async () => {
      for (const status of ['Pending', 'Scheduled', 'InProgress'] as const) {
        const patient = (await makePatient(portal)).id;
        const { id } = await make({ patientId: patient, status });
        const order = await portal.succeed(
          orderCancel,
          { params: { id }, body: { reason: `  ${REASON} ` } },
          provider,
        );
        expect(order).toMatchObject({
          status: 'Cancelled',
          history: [{ fromStatus: status, toStatus: 'Cancelled', note: REASON }],
        });
        expect((await portal.succeed(orderList, { query: { patientId: patient } }, staff)).data).toEqual([]);
        expect((await portal.succeed(orderGet, { params: { id } }, staff)).status).toBe('Cancelled');
        expect((await auditOf(portal, 'MedicalOrder', id))[0]).toMatchObject({
          action: 'Deleted',
          reason: REASON,
          patient_id: patient,
          old_values: { status },
          new_values: { status: 'Cancelled' },
        });
      }
    });

    it('prints a PDF named order_{timestamp}.pdf and audits it', async () => {
      const { id } = await make({ isStat: true });
      const { blob, fileName } = await portal.succeed(orderPrint, { params: { id } }, staff);
      // 15:00 UTC is 10:00 in the practice's time zone.
      expect(fileName).toMatch(/^order_20261121-1000\d\d\.pdf$/);
      expect(blob.type).toBe('application/pdf');
      const bytes = Buffer.from(await blob.arrayBuffer()).toString('latin1');
      expect(bytes.startsWith('%PDF-')).toBe(true);
      expect(bytes).not.toContain('Stone');
      expect(await auditOf(portal, 'MedicalOrder', id)).toMatchObject([
        { action: 'Printed', patient_id: patientId, user_id: staff.id },
      ]);
    });

    describe('the printed order', () => {
      let doctorId: string;
      beforeAll(async () => {
        const officeId = await makeOffice(portal, { name: 'Harbor Clinic' });
        doctorId = (await makeUser(portal, { roles: ['ProviderPhysician'], officeId })).id;
      });
      const pagesWith = async (instructions: string, change: object = {}) => {
        const { id, orderNumber } = await make({ providerId: doctorId, isStat: true });
        await portal.deps.db
          .updateTable('medical_orders')
          .set({ instructions, ...change })
          .where('id', '=', id)
          .execute();
        const { blob } = await portal.succeed(orderPrint, { params: { id } }, staff);
        return { orderNumber, pages: await pdfPages(new Uint8Array(await blob.arrayBuffer())) };
      };

      it('fits one page with short instructions, with a signature line', async () => {
        for (const instructions of ['Right knee.', 'w'.repeat(1200), 'Łukasz Ōta Ж Ελλ אב '.repeat(90)]) {
          const { pages } = await pagesWith(instructions);
          expect(pages).toHaveLength(1);
          expect(pages[0]).toContain('Page 1 of 1');
          expect(pages[0]).toContain('Signature of');
          expect(pages[0]).not.toContain('continue');
        }
      });

      it.each([
        ['many short lines', Array.from({ length: 250 }, (_, line) => `Step ${line}.`).join('\n')],
        ['a long text', Array.from({ length: 1600 }, (_, word) => `Step ${word}.`).join(' ')],
      ])('continues %s on further pages without loss, with the patient on every page', async (_, text) => {
        const { orderNumber, pages } = await pagesWith(text, { body_part: 'B'.repeat(100) });
        expect(pages.length).toBeGreaterThan(1);
        const words = text.split(/\s+/).filter((word) => /\d/.test(word));
        const all = pages.join(' ').replaceAll(/\s+/g, ' ');
        for (const word of words) expect(all).toContain(` ${word}`);
        for (const [index, page] of pages.entries()) {
          for (const identity of [orderNumber, 'Stone', 'Ada', 'MRN', 'DOB', 'STAT'])
            expect(page).toContain(identity);
          expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
          expect(page.includes('Instructions continue on the next page.')).toBe(index < pages.length - 1);
          expect(page.includes('Signature of')).toBe(index === pages.length - 1);
        }
        expect(all).not.toContain('in the portal');
      });

      it('prints a Hebrew name and instructions', async () => {
        const { pages } = await pagesWith('לבצע MRI של הברך');
        expect(pages[0]).toContain('לבצע');
        expect(pages[0]).toContain('הברך');
      });
    });
  });

  describe('400', () => {
    it.each([
      [{ status: 'Pending' }, 'status', 'Status must be one of: Scheduled, InProgress, Completed'],
      [{ status: 'Cancelled' }, 'status', 'Status must be one of: Scheduled, InProgress, Completed'],
      [{}, 'status', 'Status must be one of: Scheduled, InProgress, Completed'],
      [{ status: 'Scheduled', note: 'x'.repeat(501) }, 'note', 'Note can have at most 500 characters'],
    ])('refuses %j', async (body, field, message) => {
      const { id } = await make();
      const answer = await portal.raw({
        method: 'POST',
        url: `/api/medicalorder/${id}/status`,
        token: provider.token,
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      });
      expect(answer).toMatchObject({ status: 400, body: { errors: { [field]: [message] } } });
    });

    it.each([
      [undefined, 'Reason is required'],
      [{}, 'Reason is required'],
      [{ reason: ' too short ' }, 'Enter a reason of at least 10 characters'],
      [{ reason: 'x'.repeat(501) }, 'The reason can have at most 500 characters'],
    ])('refuses to cancel without a reason: %j', async (body, message) => {
      const { id } = await make();
      const answer = await portal.raw({
        method: 'DELETE',
        url: `/api/medicalorder/${id}`,
        token: provider.token,
        ...(body && {
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify(body),
        }),
      });
      expect(answer.status).toBe(400);
      expect(JSON.stringify(answer.body)).toContain(message);
      expect((await portal.succeed(orderGet, { params: { id } }, staff)).status).toBe('Pending');
    });
  });

  describe('403 and 404', () => {
    it('lets assistants advance but not cancel orders, and Staff do neither', async () => {
      const { id } = await make();
      const params = { id };
      const cancel = { params, body: { reason: REASON } };
      expect((await portal.call(orderCancel, cancel, assistant)).status).toBe(403);
      expect((await portal.call(orderCancel, cancel, staff)).status).toBe(403);
      const body = { status: 'Scheduled' as const };
      expect((await portal.call(orderStatusChange, { params, body }, staff)).status).toBe(403);
      expect((await portal.call(orderStatusChange, { params, body }, assistant)).status).toBe(200);
    });

    it('404 for an unknown order', async () => {
      const params = { id: ABSENT };
      const body = { status: 'Scheduled' as const };
      expect((await portal.call(orderStatusChange, { params, body }, provider)).status).toBe(404);
      expect((await portal.call(orderCancel, { params, body: { reason: REASON } }, provider)).status).toBe(
        404,
      );
      expect((await portal.call(orderPrint, { params }, provider)).status).toBe(404);
    });
  });

  describe('409', () => {
    it.each([
      ['Scheduled', 'Scheduled', 'This order is already scheduled.'],
      ['InProgress', 'Scheduled', 'An order that is in progress cannot go back to scheduled.'],
      ['Completed', 'InProgress', 'This order is completed and can no longer be changed.'],
      ['Cancelled', 'Scheduled', 'This order is cancelled and can no longer be changed.'],
    ] as const)('refuses to move %s to %s', async (from, status, message) => {
      const { id } = await make({ status: from });
      const answer = await portal.call(orderStatusChange, { params: { id }, body: { status } }, provider);
      expect(answer).toMatchObject({
        ok: false,
        status: 409,
        error: { code: 'CONFLICT', message, current: { id, status: from, version: 1, history: [] } },
      });
    });

    it.each([
      ['Completed', 'This order is completed and can no longer be changed.'],
      ['Cancelled', 'This order is already cancelled.'],
    ] as const)('refuses to cancel a %s order', async (status, message) => {
      const { id } = await make({ status });
      const answer = await portal.call(orderCancel, { params: { id }, body: { reason: REASON } }, provider);
      expect(answer).toMatchObject({ ok: false, status: 409, error: { code: 'CONFLICT', message } });
    });

    it('lets one of several concurrent status changes win; the others get the current order', async () => {
      const { id } = await make();
      const params = { id };
      const answers = await Promise.all([
        portal.call(orderStatusChange, { params, body: { status: 'Completed' } }, assistant),
        portal.call(orderStatusChange, { params, body: { status: 'Completed' } }, provider),
        portal.call(orderCancel, { params, body: { reason: REASON } }, provider),
      ]);
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
      const order = await portal.succeed(orderGet, { params }, staff);
      expect(order.history).toHaveLength(1);
      for (const answer of answers.filter(({ ok }) => !ok))
        expect(answer).toMatchObject({
          status: 409,
          error: { code: 'CONFLICT', current: { status: order.status, version: 2 } },
        });
    });

    it('refuses a stale version with the current order', async () => {
      const { id } = await make();
      const params = { id };
      await portal.succeed(
        orderStatusChange,
        { params, body: { status: 'Scheduled', version: 1 } },
        provider,
      );
      for (const answer of [
        await portal.call(orderStatusChange, { params, body: { status: 'Completed', version: 1 } }, provider),
        await portal.call(orderCancel, { params, body: { reason: REASON, version: 1 } }, provider),
        await portal.call(
          orderCancel,
          { params, body: { reason: REASON } },
          { ...provider, headers: { 'if-match': '"1"' } },
        ),
      ])
        expect(answer).toMatchObject({
          ok: false,
          status: 409,
          error: { code: 'STALE', current: { status: 'Scheduled', version: 2 } },
        });
    });
  });
});
