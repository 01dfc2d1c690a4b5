import { dictationCreate, dictationSign } from '@portal/contract/dictations';
import { patientDiagnoses } from '@portal/contract/patient-diagnoses';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDictationDesk, noteBody, type DictationDesk } from '#test/dictation-factories.ts';
import {
  auditOf,
  makeOrder,
  makePatient,
  overridePermission,
  signedInAs,
  type SignedInUser,
} from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { makeBillingCode } from '#test/template-factories.ts';

describe('GET /patient/{id}/diagnoses', () => {
  let portal: TestPortal;
  let physician: SignedInUser;
  let desk: DictationDesk;
  beforeAll(async () => {
    portal = await openTestPortal();
    physician = await signedInAs(portal, 'ProviderPhysician');
    desk = await makeDictationDesk(portal);
    for (const code of ['M54.16', 'M47.816', 'M17.11']) await makeBillingCode(portal, code);
  });
  afterAll(() => portal.close());

  const read = (id: string, user = physician) => portal.succeed(patientDiagnoses, { params: { id } }, user);
  const textsOf = async (id: string, user = physician) => (await read(id, user)).map(({ text }) => text);
  const order = (patientId: string, orderDate: string, diagnosis: string, more = {}) =>
    makeOrder(portal, { patientId, providerId: physician.id, orderDate, diagnosis, ...more });

  /** A note with these diagnoses. */
  async function note(patientId: string, procedureDate: string, codes: readonly string[], isSigned = true) {
    const body = noteBody(
      { ...desk, patientId },
      {
        procedureDate,
        providerId: physician.id,
        billingCodes: codes.map((code) => ({ code })),
      },
    );
    const { id } = await portal.succeed(dictationCreate, { body }, physician);
    if (isSigned) await portal.succeed(dictationSign, { params: { id }, body: {} }, physician);
    return id;
  }

  it('has those of signed notes and orders, each once with its newest record', async () => {
    const { id } = await makePatient(portal);
    const { id: other } = await makePatient(portal);
    await note(id, '2026-10-01', ['M54.16', 'M47.816']);
    const newer = await note(id, '2026-11-10', ['M54.16']);
    await note(id, '2026-11-15', ['M17.11'], false);
    await note(other, '2026-11-15', ['M17.11']);
    const { id: orderId, orderNumber } = await order(id, '2026-11-12', 'Chronic low back pain');
    await order(id, '2026-09-01', 'chronic low back pain');
    await order(id, '2026-10-15', 'M47.816 Spondylosis');
    await order(id, '2026-11-18', 'Cancelled by mistake', { status: 'Cancelled' });
    const found = await read(id);
    expect(found).toMatchObject([
      {
        text: 'Chronic low back pain',
        billingCode: null,
        source: { kind: 'Order', id: orderId, name: orderNumber, date: '2026-11-12' },
      },
      {
        text: 'M54.16 About M54.16',
        billingCode: { codeType: 'ICD10', code: 'M54.16', description: 'About M54.16' },
        source: { kind: 'Dictation', id: newer, date: '2026-11-10' },
      },
      { text: 'M47.816 Spondylosis', billingCode: { code: 'M47.816' }, source: { kind: 'Order' } },
    ]);
    expect(found).toHaveLength(3);
  });

  it('prefers a note to an order of the same day, and offers no inactive code or heading', async () => {
    const { id } = await makePatient(portal);
    await makeBillingCode(portal, 'M51.16', { isActive: false });
    await makeBillingCode(portal, 'M54', { isBillable: false });
    await order(id, '2026-11-10', 'M54.16 Radiculopathy');
    await note(id, '2026-11-10', ['M54.16']);
    await order(id, '2026-11-09', 'M51.16 Disc disorder');
    await order(id, '2026-11-08', 'M54 Dorsalgia');
    expect((await read(id)).map(({ text, billingCode }) => [text, billingCode?.code])).toEqual([
      ['M54.16 About M54.16', 'M54.16'],
      ['M51.16 Disc disorder', undefined],
      ['M54 Dorsalgia', undefined],
    ]);
  });

  it('leaves out the records that the caller may not view', async () => {
    const { id } = await makePatient(portal);
    await note(id, '2026-11-10', ['M54.16']);
    await order(id, '2026-11-11', 'Low back pain');
    const without = async (permission: 'Dictation.View' | 'Order.View') => {
      const assistant = await signedInAs(portal, 'MedicalAssistant');
      await overridePermission(portal, assistant.id, permission, false);
      return assistant;
    };
    expect(await textsOf(id, await without('Dictation.View'))).toEqual(['Low back pain']);
    expect(await textsOf(id, await without('Order.View'))).toEqual(['M54.16 About M54.16']);
  });

  it('is audited with the patient and the records shown', async () => {
    const { id } = await makePatient(portal);
    const noteId = await note(id, '2026-11-10', ['M54.16']);
    await read(id);
    expect((await auditOf(portal, 'Patient', id)).at(-1)).toMatchObject({
      action: 'Accessed',
      patient_id: id,
      user_id: physician.id,
      new_values: { dictationIds: [noteId], orderIds: [] },
    });
  });

  it('returns 400 for a malformed ID, 401, 403 without both rights, and 404 for an unknown patient', async () => {
    const { id } = await makePatient(portal);
    const status = async (url: string, token: string | undefined = physician.token) =>
      (await portal.raw({ method: 'GET', url: `/api/patient/${url}/diagnoses`, token })).status;
    expect(await status('none')).toBe(400);
    expect(await status(randomUUID())).toBe(404);
    expect((await portal.call(patientDiagnoses, { params: { id } })).status).toBe(401);
    const staff = await signedInAs(portal, 'Staff');
    for (const permission of ['Dictation.View', 'Order.View'] as const)
      await overridePermission(portal, staff.id, permission, false);
    expect(await status(id, staff.token)).toBe(403);
  });
});
