import { dashboardStats, recentActivity } from '@portal/contract/dashboard';
import {
  orderCancel,
  orderCreate,
  orderGet,
  orderList,
  orderStatusChange,
  orderUpdate,
} from '@portal/contract/orders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, makeOrder, makePatient, makeUser, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const ABSENT = '00000000-0000-7000-8000-000000000000';

describe('medical orders', () => {
  let portal: TestPortal;
  let provider: SignedInUser;
  let assistant: SignedInUser;
  let staff: SignedInUser;
  let patientId: string;
  beforeAll(async () => {
    portal = await openTestPortal();
    provider = await signedInAs(portal, 'ProviderPhysician');
    assistant = await signedInAs(portal, 'MedicalAssistant');
    staff = await signedInAs(portal, 'Staff');
    patientId = (await makePatient(portal, { firstName: 'Ada', lastName: 'Stone' })).id;
  });
  afterAll(() => portal.close());

  const fields = () => ({
    patientId,
    type: 'MRI' as const,
    diagnosis: 'M54.16 Lumbar radiculopathy',
    orderDate: '2026-11-21',
    orderedByUserId: provider.id,
  });
  const ordersOf = async () =>
    (await portal.succeed(orderList, { query: { patientId, includeCancelled: 'true' } }, staff)).totalCount;

  describe('200 and 201', () => {
    it('creates a Pending order numbered within the year', async () => {
      const order = await portal.succeed(
        orderCreate,
        {
          body: {
            ...fields(),
            bodyPart: 'Lumbar spine',
            side: 'Bilateral',
            contrast: 'Without',
            instructions: 'Claustrophobic.\nOpen MRI please.',
            isStat: true,
            priority: 'Urgent',
          },
        },
        assistant,
      );
      expect(order).toMatchObject({
        orderNumber: expect.stringMatching(/^ORD-2026-\d{6}$/),
        type: 'MRI',
        patient: { id: patientId, firstName: 'Ada', lastName: 'Stone' },
        diagnosis: 'M54.16 Lumbar radiculopathy',
        orderDate: '2026-11-21',
        status: 'Pending',
        priority: 'Urgent',
        isStat: true,
        orderedByUser: { id: provider.id },
        createdByUser: { id: assistant.id },
        bodyPart: 'Lumbar spine',
        side: 'Bilateral',
        contrast: 'Without',
        instructions: 'Claustrophobic.\nOpen MRI please.',
        version: 1,
        history: [{ fromStatus: null, toStatus: 'Pending', changedByUser: { id: assistant.id } }],
      });
      const next = await portal.succeed(orderCreate, { body: fields() }, assistant);
      expect(Number(next.orderNumber.slice(9))).toBe(Number(order.orderNumber.slice(9)) + 1);
      expect(next).toMatchObject({ priority: 'Normal', isStat: false, instructions: null });
      expect(await auditOf(portal, 'MedicalOrder', order.id)).toMatchObject([
        {
          action: 'Created',
          patient_id: patientId,
          user_id: assistant.id,
          new_values: { orderNumber: order.orderNumber, status: 'Pending', isStat: true },
        },
      ]);
    });

    it('stores the specialist of a referral', async () => {
      const body = {
        ...fields(),
        type: 'ReferralNeurosurgery' as const,
        specialist: 'Dr. Lin, Spine Center',
      };
      expect((await portal.succeed(orderCreate, { body }, provider)).specialist).toBe(
        'Dr. Lin, Spine Center',
      );
    });

    it('restarts numbers with the year in the practice’s zone', async () => {
      const own = await openTestPortal();
      try {
        const doctor = await signedInAs(own, 'ProviderPhysician');
        const patient = await makePatient(own);
        const write = async (token: string) =>
          (
            await own.succeed(
              orderCreate,
              { body: { ...fields(), patientId: patient.id, orderedByUserId: doctor.id } },
              { token },
            )
          ).orderNumber;
        const together = await Promise.all([1, 2, 3, 4].map(() => write(doctor.token)));
        expect(together.toSorted()).toEqual([1, 2, 3, 4].map((count) => `ORD-2026-00000${count}`));
        // 2027-01-01 04:30 UTC is still New Year's Eve in the practice's time zone.
        own.clock.advance({ hours: 24 * 40 + 13, minutes: 30 });
        const { token } = await signedInAs(own, 'ProviderMidLevel');
        expect(await write(token)).toBe('ORD-2026-000005');
        own.clock.advance({ minutes: 31 });
        expect(await write((await signedInAs(own, 'ProviderMidLevel')).token)).toBe('ORD-2027-000001');
      } finally {
        await own.close();
      }
    });

    it('returns an order, audited with its patient', async () => {
      const { id } = await makeOrder(portal, { patientId, providerId: provider.id });
      expect(await portal.succeed(orderGet, { params: { id } }, staff)).toMatchObject({ id, type: 'MRI' });
      expect(await auditOf(portal, 'MedicalOrder', id)).toMatchObject([
        { action: 'Viewed', patient_id: patientId, user_id: staff.id },
      ]);
    });

    it('updates an order and audits what changed', async () => {
      const { id } = await makeOrder(portal, { patientId, providerId: provider.id });
      const order = await portal.succeed(
        orderUpdate,
        { params: { id }, body: { ...fields(), type: 'LabWork', diagnosis: 'CBC', version: 1 } },
        assistant,
      );
      expect(order).toMatchObject({ type: 'LabWork', diagnosis: 'CBC', status: 'Pending', version: 2 });
      expect((await auditOf(portal, 'MedicalOrder', id)).at(-1)).toMatchObject({
        action: 'Updated',
        patient_id: patientId,
        old_values: { type: 'MRI', diagnosis: 'M54.16 Lumbar radiculopathy', orderDate: '2026-11-20' },
        new_values: { type: 'LabWork', diagnosis: 'CBC', orderDate: '2026-11-21' },
      });
    });

    it('keeps the ordering provider after deactivation', async () => {
      const gone = await makeUser(portal, { roles: ['ProviderPhysician'], isActive: false });
      const { id } = await makeOrder(portal, { patientId, providerId: gone.id });
      const body = { ...fields(), orderedByUserId: gone.id };
      expect((await portal.succeed(orderUpdate, { params: { id }, body }, assistant)).orderedByUser.id).toBe(
        gone.id,
      );
    });

    it('counts Pending orders on the dashboard; the feed names no patient and needs Order.View', async () => {
      const before = (await portal.succeed(dashboardStats, {}, staff)).pendingOrders ?? Number.NaN;
      const order = await portal.succeed(orderCreate, { body: fields() }, provider);
      await makeOrder(portal, { patientId, providerId: provider.id, status: 'Scheduled' });
      expect((await portal.succeed(dashboardStats, {}, staff)).pendingOrders).toBe(before + 1);
      const [entry] = await portal.succeed(recentActivity, {}, staff);
      expect(entry).toMatchObject({
        description: `Order ${order.orderNumber} was created`,
        icon: 'Assignment',
        entityType: 'MedicalOrder',
        entityId: order.id,
      });
    });
  });

  describe('400', () => {
    it('requires patient, type, diagnosis, order date and ordering provider, and reports all errors together', async () => {
      const before = await ordersOf();
      const answer = await portal.raw({
        method: 'POST',
        url: '/api/medicalorder',
        token: assistant.token,
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ patientId: '', diagnosis: ' ', orderDate: '' }),
      });
      expect(answer).toMatchObject({
        status: 400,
        body: {
          code: 'VALIDATION',
          errors: {
            patientId: ['Patient is required'],
            type: ['Type is required'],
            diagnosis: ['Diagnosis is required'],
            orderDate: ['Order date is required'],
            orderedByUserId: ['Ordering provider is required'],
          },
        },
      });
      expect(await ordersOf()).toBe(before);
    });

    it.each([
      ['type', { type: 'PET' }, 'Type is required'],
      ['diagnosis', { diagnosis: 'x'.repeat(301) }, 'Diagnosis can have at most 300 characters'],
      ['instructions', { instructions: 'x'.repeat(2001) }, 'Instructions can have at most 2000 characters'],
      ['instructions', { instructions: 'a\u0000b' }, 'Instructions contains characters that are not allowed'],
      ['orderDate', { orderDate: '2026-11-22' }, 'Order date cannot be in the future'],
      ['orderDate', { orderDate: '1999-12-31' }, 'Order date must be 01/01/2000 or later'],
      ['orderDate', { orderDate: '2026-02-30' }, 'Order date must be a valid date (MM/DD/YYYY)'],
      ['priority', { priority: 'STAT' }, 'Priority must be one of: Urgent, High, Normal, Low'],
      ['isStat', { isStat: 'yes' }, 'STAT must be true or false'],
      ['patientId', { patientId: ABSENT }, 'This patient does not exist'],
      ['patientId', { patientId: 'nobody' }, 'This patient does not exist'],
      ['orderedByUserId', { orderedByUserId: ABSENT }, 'Choose an active provider'],
      ['specialist', { specialist: 'Dr. Lin' }, 'Only referrals have a specialist'],
      ['bodyPart', { type: 'LabWork', bodyPart: 'Knee' }, 'Only imaging orders have a body part'],
      ['side', { type: 'ReferralPT', side: 'Left' }, 'Only imaging orders and procedures have a side'],
      ['contrast', { type: 'Other', contrast: 'With' }, 'Only imaging orders have contrast'],
      ['side', { side: 'Up' }, 'Side must be Left, Right or Bilateral'],
      ['status', { status: 'Completed' }, 'Unknown field'],
    ])('refuses %s %j, and stores nothing', async (field, change, message) => {
      const before = await ordersOf();
      const answer = await portal.raw({
        method: 'POST',
        url: '/api/medicalorder',
        token: assistant.token,
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ ...fields(), ...change }),
      });
      expect(answer).toMatchObject({ status: 400, body: { errors: { [field]: [message] } } });
      expect(await ordersOf()).toBe(before);
    });

    it('refuses a new order for a deactivated patient or from anyone but an active provider', async () => {
      const gone = await makePatient(portal, { isActive: false });
      const retired = await makeUser(portal, { roles: ['ProviderPhysician'], isActive: false });
      for (const [change, field, message] of [
        [{ patientId: gone.id }, 'patientId', 'This patient is inactive'],
        [{ orderedByUserId: retired.id }, 'orderedByUserId', 'Choose an active provider'],
        [{ orderedByUserId: assistant.id }, 'orderedByUserId', 'Choose an active provider'],
      ] as const) {
        const answer = await portal.call(orderCreate, { body: { ...fields(), ...change } }, assistant);
        expect(answer).toMatchObject({ ok: false, status: 400, error: { errors: { [field]: [message] } } });
      }
    });

    it('refuses to change the provider to anyone but an active provider', async () => {
      const retired = await makeUser(portal, { roles: ['ProviderPhysician'], isActive: false });
      const { id } = await makeOrder(portal, { patientId, providerId: provider.id });
      for (const orderedByUserId of [retired.id, assistant.id]) {
        const body = { ...fields(), orderedByUserId };
        expect(await portal.call(orderUpdate, { params: { id }, body }, assistant)).toMatchObject({
          status: 400,
          error: { errors: { orderedByUserId: ['Choose an active provider'] } },
        });
      }
    });

    it('refuses to move an order to another patient', async () => {
      const { id } = await makeOrder(portal, { patientId, providerId: provider.id });
      const other = await makePatient(portal);
      const body = { ...fields(), patientId: other.id };
      expect(await portal.call(orderUpdate, { params: { id }, body }, assistant)).toMatchObject({
        ok: false,
        status: 400,
        error: { errors: { patientId: [expect.stringContaining('cannot be changed')] } },
      });
      expect((await portal.succeed(orderGet, { params: { id } }, staff)).patient.id).toBe(patientId);
    });
  });

  describe('403 and 404', () => {
    it('lets Staff view orders, but neither create nor update them', async () => {
      const { id } = await makeOrder(portal, { patientId, providerId: provider.id });
      expect((await portal.call(orderCreate, { body: fields() }, staff)).status).toBe(403);
      expect((await portal.call(orderUpdate, { params: { id }, body: fields() }, staff)).status).toBe(403);
      expect((await portal.call(orderGet, { params: { id } }, staff)).status).toBe(200);
    });

    it('404 for an unknown order', async () => {
      const params = { id: ABSENT };
      expect((await portal.call(orderGet, { params }, staff)).status).toBe(404);
      expect((await portal.call(orderUpdate, { params, body: fields() }, provider)).status).toBe(404);
    });
  });

  describe('409 and 422', () => {
    it('refuses to edit a Completed or Cancelled order', async () => {
      for (const status of ['Completed', 'Cancelled'] as const) {
        const { id } = await makeOrder(portal, { patientId, providerId: provider.id });
        await (status === 'Cancelled'
          ? portal.succeed(
              orderCancel,
              { params: { id }, body: { version: 1, reason: 'Entered twice' } },
              provider,
            )
          : portal.succeed(orderStatusChange, { params: { id }, body: { version: 1, status } }, provider));
        // The version of a form that was open when the status changed.
        const body = { ...fields(), version: 1 };
        const answer = await portal.call(orderUpdate, { params: { id }, body }, provider);
        expect(answer).toMatchObject({
          ok: false,
          status: 409,
          error: {
            code: 'CONFLICT',
            message: `This order is ${status.toLowerCase()} and can no longer be changed.`,
            current: { id, status, version: 2 },
          },
        });
      }
    });

    it('refuses a stale version with the current order; one of several concurrent updates wins', async () => {
      const { id } = await makeOrder(portal, { patientId, providerId: provider.id });
      const save = (diagnosis: string) =>
        portal.call(orderUpdate, { params: { id }, body: { ...fields(), diagnosis, version: 1 } }, assistant);
      const answers = await Promise.all([save('First'), save('Second'), save('Third')]);
      const winners = answers.filter(({ ok }) => ok);
      expect(winners).toHaveLength(1);
      const kept = await portal.succeed(orderGet, { params: { id } }, staff);
      for (const answer of answers.filter(({ ok }) => !ok))
        expect(answer).toMatchObject({
          status: 409,
          error: { code: 'STALE', current: { diagnosis: kept.diagnosis, version: 2 } },
        });
    });

    it('creates one order for a repeated idempotency key, and returns 422 with another body', async () => {
      const before = await ordersOf();
      const options = { ...provider, headers: { 'idempotency-key': 'order-1' } };
      const twice = await Promise.all(
        [1, 2, 3].map(() => portal.succeed(orderCreate, { body: fields() }, options)),
      );
      expect(new Set(twice.map(({ id }) => id)).size).toBe(1);
      expect(await ordersOf()).toBe(before + 1);
      const other = await portal.call(orderCreate, { body: { ...fields(), isStat: true } }, options);
      expect(other).toMatchObject({ ok: false, status: 422, error: { code: 'IDEMPOTENCY_MISMATCH' } });
    });
  });
});
