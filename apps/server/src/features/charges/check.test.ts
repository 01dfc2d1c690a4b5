import { chargeCheck } from '@portal/contract/charges';
import { orderStatusChange } from '@portal/contract/orders';
import type { OrderType } from '@portal/domain/order';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeChargeDesk, type ChargeDesk } from '#test/charge-desk.ts';
import {
  auditOf,
  makeOrder,
  makePatient,
  makeTimecard,
  overridePermission,
  signedInAs,
  type SignedInUser,
} from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { makeTemplate } from '#test/template-factories.ts';

describe('GET /charges/check', () => {
  let portal: TestPortal;
  let desk: ChargeDesk;
  beforeAll(async () => {
    portal = await openTestPortal();
    desk = await makeChargeDesk(portal);
  });
  afterAll(() => portal.close());

  const check = (query: Record<string, string> = {}, user: SignedInUser = desk.admin) =>
    portal.succeed(chargeCheck, { query }, user);

  /** Completes an order of the doctor on November 21. */
  const complete = async (type: OrderType, patientId: string) => {
    const { id } = await makeOrder(portal, { patientId, providerId: desk.doctor.id, type });
    await portal.succeed(orderStatusChange, { params: { id }, body: { status: 'Completed' } }, desk.doctor);
    return id;
  };
  const ordersOf = async (patientId: string, user?: SignedInUser) =>
    (await check({ startDate: '2026-11-21', endDate: '2026-11-21' }, user)).orders.filter(
      ({ patient }) => patient.id === patientId,
    );

  describe('days without a timecard', () => {
    it('lists procedures on days when the provider was not at work, if the provider keeps timecards', async () => {
      const range = { startDate: '2026-10-05', endDate: '2026-10-09' };
      // 6 PM on October 5 to 1 AM on October 6 in New York.
      await makeTimecard(portal, desk.doctor.id, '2026-10-05T22:00:00Z', '2026-10-06T05:00:00Z');
      await desk.note({ procedureDate: '2026-10-05' });
      await desk.note({ procedureDate: '2026-10-06' });
      const away = await desk.note({ procedureDate: '2026-10-07' });
      await desk.note({ procedureDate: '2026-10-07', status: 'Completed' });
      await desk.note({ procedureDate: '2026-10-07', status: 'Draft' });
      await desk.note({ procedureDate: '2026-10-07', billingOption: 'noshow-patient' });
      await desk.note({ procedureDate: '2026-10-07', providerId: desk.other.id });
      const found = await check(range);
      expect(found.notes.map(({ id }) => id)).toEqual([away]);
      expect(found.notesCount).toBe(1);
      expect(await check(range, desk.other)).toMatchObject({ notes: [], notesCount: 0 });
      expect((await check(range, desk.doctor)).notes).toHaveLength(1);
      expect((await auditOf(portal, 'Charge', null)).at(-1)).toMatchObject({
        action: 'Accessed',
        new_values: { dictationIds: [away], patientIds: [found.notes[0]?.patient.id] },
      });
    });

    it('does not list procedures of future days', async () => {
      await makeTimecard(portal, desk.doctor.id, '2026-11-20T14:00:00Z', '2026-11-20T22:00:00Z');
      await desk.note({ procedureDate: '2026-11-22' });
      expect((await check({ startDate: '2026-11-20', endDate: '2026-11-25' })).notes).toEqual([]);
    });
  });

  describe('completed orders', () => {
    it('lists those of patients without a note within 7 days', async () => {
      const patientId = (await makePatient(portal)).id;
      const id = await complete('MRI', patientId);
      await desk.note({ patientId, procedureDate: '2026-11-13' });
      await desk.note({ patientId, procedureDate: '2026-11-20', billingOption: 'noshow-patient' });
      await desk.note({ patientId, procedureDate: '2026-11-20', isActive: false });
      expect(await ordersOf(patientId)).toMatchObject([
        { id, type: 'MRI', completedDate: '2026-11-21', dueDate: '2026-11-28' },
      ]);
      await desk.note({ patientId, procedureDate: '2026-11-14', status: 'Draft' });
      expect(await ordersOf(patientId)).toEqual([]);
    });

    it('asks for a note of the order’s kind if the practice has such a template', async () => {
      const templateId = await makeTemplate(portal, { name: 'Ultrasound report' });
      const patientId = (await makePatient(portal)).id;
      await complete('Ultrasound', patientId);
      await desk.note({ patientId, procedureDate: '2026-11-21' });
      expect(await ordersOf(patientId)).toHaveLength(1);
      await desk.note({ patientId, procedureDate: '2026-11-21', templateId });
      expect(await ordersOf(patientId)).toEqual([]);
    });

    it('shows providers their own orders, and nobody orders without Order.View', async () => {
      const patientId = (await makePatient(portal)).id;
      await complete('LabWork', patientId);
      expect(await ordersOf(patientId, desk.doctor)).toHaveLength(1);
      expect(await ordersOf(patientId, desk.other)).toEqual([]);
      const foreign = await check({ providerId: desk.doctor.id }, desk.other);
      expect(foreign).toMatchObject({ orders: [], notes: [] });
      const auditor = await signedInAs(portal, 'Admin');
      await overridePermission(portal, auditor.id, 'Order.View', false);
      expect(await ordersOf(patientId, auditor)).toEqual([]);
    });
  });

  it('refuses a nurse, and a range that is reversed', async () => {
    const nurse = await signedInAs(portal, 'MedicalAssistant');
    expect(await portal.call(chargeCheck, { query: {} }, nurse)).toMatchObject({ status: 403 });
    const query = { startDate: '2026-11-20', endDate: '2026-11-01' };
    expect(await portal.call(chargeCheck, { query }, desk.admin)).toMatchObject({ status: 400 });
  });
});
