import {
  pillCountCalculate,
  pillCountDelete,
  pillCountGet,
  pillCountHistory,
} from '@portal/contract/pill-counts';
import { todayIn } from '@portal/domain/date';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, makePatient, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const ABSENT = '00000000-0000-7000-8000-000000000000';

describe('pill counts', () => {
  let portal: TestPortal;
  let physician: SignedInUser;
  let midLevel: SignedInUser;
  let admin: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    physician = await signedInAs(portal, 'ProviderPhysician');
    midLevel = await signedInAs(portal, 'ProviderMidLevel');
    admin = await signedInAs(portal, 'Admin');
  });
  afterAll(() => portal.close());

  const today = () => todayIn('America/New_York', portal.clock.now());
  const daysAgo = (days: number) =>
    new Date(Date.parse(`${today()}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
  const bodyFor = (patientId: string, more: Record<string, unknown> = {}) => ({
    patientId,
    prescriptionDate: daysAgo(10),
    pillsGiven: 30,
    pillsPerDay: 1,
    pillsRemaining: 22,
    ...more,
  });
  const save = async (patientId: string, who = physician, more: Record<string, unknown> = {}) => {
    const body = bodyFor(patientId, { saveToHistory: true, ...more });
    const { id } = await portal.succeed(pillCountCalculate, { body }, who);
    if (id === null) throw new Error('nothing was saved');
    return id;
  };
  const stored = async () =>
    Number((await portal.owner.query<{ n: string }>('select count(*) as n from pill_counts')).rows[0]?.n);

  describe('200', () => {
    it('calculates every field of the result without saving it, and audits the calculation', async () => {
      const { id: patientId } = await makePatient(portal);
      const before = await stored();
      const result = await portal.succeed(pillCountCalculate, { body: bodyFor(patientId) }, physician);
      expect(result).toEqual({
        id: null,
        complianceStatus: 'Moderate Variance',
        complianceMessage: expect.stringMatching(/^The count differs from the prescription/),
        daysSincePrescription: 10,
        expectedPillsUsed: 10,
        expectedPillsRemaining: 20,
        pillsCarriedOver: 0,
        pillsRemaining: 22,
        variance: 2,
        overUnderText: '2 pills over: more remain than expected',
        averageDailyUse: 0.8,
        isCarryOver: false,
        calculatedAt: portal.clock.now().toISOString(),
      });
      expect(await stored()).toBe(before);
      expect((await auditOf(portal, 'PillCount', null)).at(-1)).toMatchObject({
        action: 'Accessed',
        patient_id: patientId,
        user_id: physician.id,
      });
    });

    it('has no average on day 0, and accepts and marks a carry-over', async () => {
      const { id: patientId } = await makePatient(portal);
      const day0 = bodyFor(patientId, { prescriptionDate: today(), pillsRemaining: 30 });
      expect(await portal.succeed(pillCountCalculate, { body: day0 }, physician)).toMatchObject({
        daysSincePrescription: 0,
        averageDailyUse: null,
        complianceStatus: 'Appropriate',
      });
      const carried = bodyFor(patientId, { pillsRemaining: 40 });
      expect(await portal.succeed(pillCountCalculate, { body: carried }, physician)).toMatchObject({
        isCarryOver: true,
        averageDailyUse: null,
      });
    });

    it('includes pills carried over from an earlier fill in the result, record, history and audit log', async () => {
      const { id: patientId } = await makePatient(portal);
      const adherent = { pillsCarriedOver: 12, pillsRemaining: 32 };
      const expected = { pillsCarriedOver: 12, expectedPillsRemaining: 32, complianceStatus: 'Appropriate' };
      const body = bodyFor(patientId, adherent);
      expect(await portal.succeed(pillCountCalculate, { body }, physician)).toMatchObject(expected);
      const id = await save(patientId, physician, adherent);
      const record = await portal.succeed(pillCountGet, { params: { id } }, physician);
      expect(record).toMatchObject({ ...expected, pillsGiven: 30 });
      const { data } = await portal.succeed(pillCountHistory, { params: { patientId } }, physician);
      expect(data).toEqual([record]);
      await portal.call(pillCountDelete, { params: { id } }, physician);
      const entries = await auditOf(portal, 'PillCount', id);
      expect(entries[0]).toMatchObject({ new_values: { pillsCarriedOver: 12 } });
      expect(entries.at(-1)).toMatchObject({ old_values: { pillsCarriedOver: 12 } });
    });

    it('saves the count, and returns it in history and record with the figures of the day it was counted', async () => {
      const { id: patientId, medicalRecordNumber } = await makePatient(portal, {
        firstName: 'Ada',
        lastName: 'Moss',
      });
      const id = await save(patientId, physician, {
        pillsPerDay: 1.5,
        prescriptionName: ' Oxycodone 5 mg ',
        notes: 'Counted twice\nby the nurse',
      });
      portal.clock.advance({ hours: 72 });
      const record = await portal.succeed(
        pillCountGet,
        { params: { id } },
        await signedInAs(portal, 'Admin'),
      );
      expect(record).toMatchObject({
        id,
        prescriptionName: 'Oxycodone 5 mg',
        notes: 'Counted twice\nby the nurse',
        pillsGiven: 30,
        pillsPerDay: 1.5,
        pillsRemaining: 22,
        daysSincePrescription: 10,
        expectedPillsUsed: 15,
        expectedPillsRemaining: 15,
        variance: 7 / 1.5,
        complianceStatus: 'Significant Variance',
        patient: { id: patientId, firstName: 'Ada', lastName: 'Moss', medicalRecordNumber },
        provider: { id: physician.id },
        providerName: expect.stringMatching(/, MD$/),
      });
      physician = await signedInAs(portal, 'ProviderPhysician');
      midLevel = await signedInAs(portal, 'ProviderMidLevel');
      admin = await signedInAs(portal, 'Admin');
      const history = await portal.succeed(pillCountHistory, { params: { patientId } }, physician);
      expect(history).toEqual({ data: [record], totalCount: 1, totalCountIsApproximate: false });
      const entries = await auditOf(portal, 'PillCount', id);
      expect(entries).toMatchObject([
        {
          action: 'Created',
          patient_id: patientId,
          new_values: { pillsGiven: 30, pillsPerDay: 1.5, prescriptionName: 'Oxycodone 5 mg' },
        },
        { action: 'Viewed', patient_id: patientId },
      ]);
    });

    it('lists history newest first, paged without overlap', async () => {
      const { id: patientId } = await makePatient(portal);
      const ids: string[] = [];
      for (let at = 0; at < 5; at += 1) {
        ids.unshift(await save(patientId));
        // Two of them at the same time.
        if (at !== 2) portal.clock.advance({ seconds: 1 });
      }
      const pages = await Promise.all(
        ['1', '2', '3'].map((page) =>
          portal.succeed(pillCountHistory, { params: { patientId }, query: { page, pageSize: '2' } }, admin),
        ),
      );
      expect(pages.map(({ totalCount }) => totalCount)).toEqual([5, 5, 5]);
      expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(ids);
    });

    it('saves once for a repeated idempotency key', async () => {
      const { id: patientId } = await makePatient(portal);
      const body = bodyFor(patientId, { saveToHistory: true });
      const headers = { 'idempotency-key': 'a-count-of-pills-0001' };
      const options = { token: physician.token, headers };
      const [first, second] = [
        await portal.succeed(pillCountCalculate, { body }, options),
        await portal.succeed(pillCountCalculate, { body }, options),
      ];
      expect(second).toEqual(first);
      const other = await portal.call(pillCountCalculate, { body: { ...body, pillsGiven: 31 } }, options);
      expect(other.status).toBe(422);
      const history = await portal.succeed(pillCountHistory, { params: { patientId } }, physician);
      expect(history.totalCount).toBe(1);
    });

    it('lets the author soft-delete a count, and an Admin any count; deleted counts leave the history', async () => {
      const { id: patientId } = await makePatient(portal);
      const [mine, theirs] = [await save(patientId), await save(patientId, midLevel)];
      expect((await portal.call(pillCountDelete, { params: { id: mine } }, physician)).status).toBe(204);
      expect((await portal.call(pillCountDelete, { params: { id: theirs } }, admin)).status).toBe(204);
      const history = await portal.succeed(pillCountHistory, { params: { patientId } }, admin);
      expect(history.totalCount).toBe(0);
      for (const id of [mine, theirs]) {
        expect((await portal.call(pillCountGet, { params: { id } }, admin)).status).toBe(404);
        expect((await portal.call(pillCountDelete, { params: { id } }, admin)).status).toBe(404);
        expect((await auditOf(portal, 'PillCount', id)).at(-1)).toMatchObject({
          action: 'Deleted',
          patient_id: patientId,
          old_values: { pillsGiven: 30 },
        });
      }
      const { rows } = await portal.owner.query(
        'select deleted_by from pill_counts where patient_id = $1 and deleted_at is not null order by id',
        [patientId],
      );
      expect(rows).toEqual([{ deleted_by: physician.id }, { deleted_by: admin.id }]);
    });
  });

  describe('400', () => {
    it.each([-1, 1.5, 10_001, 'three', null])('refuses %j pills carried over', async (pillsCarriedOver) => {
      const { id: patientId } = await makePatient(portal);
      expect(
        await portal.call(pillCountCalculate, { body: bodyFor(patientId, { pillsCarriedOver }) }, physician),
      ).toMatchObject({ status: 400, error: { errors: { pillsCarriedOver: [expect.any(String)] } } });
    });

    it.each([
      ['prescriptionDate', '', 'Please select the prescription date'],
      ['prescriptionDate', undefined, 'Please select the prescription date'],
      ['prescriptionDate', '2026-02-30', 'Prescription date must be a valid date (MM/DD/YYYY)'],
      ['pillsGiven', undefined, 'Please enter the number of pills given'],
      ['pillsGiven', 0, 'Please enter the number of pills given'],
      ['pillsGiven', -5, 'Please enter the number of pills given'],
      ['pillsGiven', 1.5, 'Pills given must be a whole number'],
      ['pillsGiven', 10_001, 'Pills given can be at most 10,000'],
      ['pillsPerDay', null, 'Please enter pills per day'],
      ['pillsPerDay', 0, 'Please enter pills per day'],
      ['pillsPerDay', 0.25, 'Pills per day must be at least 0.1, in steps of 0.1'],
      ['pillsRemaining', undefined, 'Please enter the number of pills remaining'],
      ['pillsRemaining', -1, 'Please enter the number of pills remaining'],
      ['notes', 'x'.repeat(2001), 'Notes can have at most 2000 characters'],
    ])('refuses %s %j: %s', async (field, value, message) => {
      const { id: patientId } = await makePatient(portal);
      const before = await stored();
      const answer = await portal.raw({
        method: 'POST',
        url: '/api/pillcount/calculate',
        token: physician.token,
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(bodyFor(patientId, { saveToHistory: true, [field]: value })),
      });
      expect(answer).toMatchObject({ status: 400, body: { errors: { [field]: [message] } } });
      expect(await stored()).toBe(before);
    });

    it('refuses a date after the practice’s current date', async () => {
      const { id: patientId } = await makePatient(portal);
      const body = bodyFor(patientId, { prescriptionDate: daysAgo(-1), saveToHistory: true });
      expect(await portal.call(pillCountCalculate, { body }, physician)).toMatchObject({
        status: 400,
        error: { errors: { prescriptionDate: ['The prescription date cannot be in the future'] } },
      });
    });

    it('refuses unknown and deactivated patients, and unknown fields', async () => {
      const { id: inactive } = await makePatient(portal, { isActive: false });
      for (const [patientId, message] of [
        [ABSENT, 'This patient does not exist'],
        [inactive, 'This patient is inactive'],
      ] as const)
        for (const saveToHistory of [true, false])
          expect(
            await portal.call(pillCountCalculate, { body: bodyFor(patientId, { saveToHistory }) }, physician),
          ).toMatchObject({ status: 400, error: { errors: { patientId: [message] } } });
      const { id: patientId } = await makePatient(portal);
      const unknown = await portal.call(
        pillCountCalculate,
        { body: bodyFor(patientId, { providerName: 'me' }) },
        physician,
      );
      expect(unknown).toMatchObject({
        status: 400,
        error: { errors: { providerName: ['Unknown field'] } },
      });
    });
  });

  it('403 for deleting another author’s count without role Admin, changing nothing', async () => {
    const { id: patientId } = await makePatient(portal);
    const id = await save(patientId);
    expect(await portal.call(pillCountDelete, { params: { id } }, midLevel)).toMatchObject({
      status: 403,
      error: { message: 'Only the author or an Admin can delete this record.' },
    });
    expect((await portal.call(pillCountGet, { params: { id } }, midLevel)).status).toBe(200);
  });

  it('404 for unknown records and patients', async () => {
    expect((await portal.call(pillCountGet, { params: { id: ABSENT } }, admin)).status).toBe(404);
    expect((await portal.call(pillCountDelete, { params: { id: ABSENT } }, admin)).status).toBe(404);
    expect((await portal.call(pillCountHistory, { params: { patientId: ABSENT } }, admin)).status).toBe(404);
  });
});
