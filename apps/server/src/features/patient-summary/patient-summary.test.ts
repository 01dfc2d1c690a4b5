import { HISTORY_ROWS, patientSummary, SUMMARY_GUARDS } from '@portal/contract/patient-summary';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDictation, makeDictationDesk } from '#test/dictation-factories.ts';
import {
  auditOf,
  makeMessage,
  makeOrder,
  makePatient,
  overridePermission,
  signedInAs,
  type SignedInUser,
} from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const idsOf = (section: { rows: readonly { id: string }[] } | undefined) => section?.rows.map(({ id }) => id);

describe('GET /patient/{id}/summary', () => {
  let portal: TestPortal;
  let physician: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    physician = await signedInAs(portal, 'ProviderPhysician');
  });
  afterAll(() => portal.close());

  const read = (id: string, user = physician) => portal.succeed(patientSummary, { params: { id } }, user);

  it('has what is open, the newest records of all kinds and the newest pill counts', async () => {
    const { id } = await makePatient(portal);
    const other = await makePatient(portal);
    const order = async (options: Partial<Parameters<typeof makeOrder>[1]>) =>
      (await makeOrder(portal, { patientId: id, providerId: physician.id, ...options })).id;
    const older = await order({ orderDate: '2026-10-01' });
    const newer = await order({ orderDate: '2026-11-19', status: 'Scheduled' });
    const stat = await order({ orderDate: '2026-09-01', isStat: true });
    await order({ status: 'Completed' });
    await order({ patientId: other.id });
    const normal = await makeMessage(portal, { patientId: id });
    const urgent = await makeMessage(portal, { patientId: id, priority: 'Urgent' });
    await makeMessage(portal, { patientId: id, status: 'Completed' });
    const desk = { ...(await makeDictationDesk(portal)), patientId: id, providerId: physician.id };
    const draft = await makeDictation(portal, { ...desk, procedureDate: '2026-11-10' });
    const saved = await makeDictation(portal, { ...desk, status: 'Saved', procedureDate: '2026-11-12' });
    const signed = await makeDictation(portal, { ...desk, status: 'Signed', procedureDate: '2026-11-01' });
    await makeDictation(portal, { ...desk, status: 'Saved', isActive: false });
    const summary = await read(id);
    expect(idsOf(summary.openOrders)).toEqual([stat, newer, older]);
    expect(idsOf(summary.openMessages)).toEqual([urgent.id, normal.id]);
    expect(idsOf(summary.unsignedDictations)).toEqual([saved, draft]);
    expect(summary.history).toHaveLength(HISTORY_ROWS);
    expect(summary.history?.map((entry) => entry.id)).toContain(signed);
    expect(summary.pillCounts).toEqual([]);
  });

  it('warns of patients with the same name and birth date or SSN, but not of a shared phone', async () => {
    const alike = { firstName: 'Twin', lastName: `Alike${randomUUID()}`, dateOfBirth: '1970-02-03' };
    const ssn = '219099999';
    const { id } = await makePatient(portal, { ...alike, ssn, phone: '4105550177' });
    const sameName = await makePatient(portal, alike);
    const sameSsn = await makePatient(portal, { ssn });
    await makePatient(portal, { phone: '4105550177' });
    const seen = async (user: SignedInUser) =>
      (await read(id, user)).duplicates?.map((match) => [match.id, match.reasons]);
    expect(await seen(physician)).toEqual([
      [sameName.id, ['name and birth date']],
      [sameSsn.id, ['social security number']],
    ]);
    const masked = await signedInAs(portal, 'Staff');
    await overridePermission(portal, masked.id, 'Patient.ViewSsn', false);
    expect(await seen(masked)).toEqual([[sameName.id, ['name and birth date']]]);
  });

  it('has only the sections that the user may see', async () => {
    const { id } = await makePatient(portal);
    const all = Object.keys(SUMMARY_GUARDS).toSorted();
    expect(Object.keys(await read(id)).toSorted()).toEqual(all);
    const staff = await signedInAs(portal, 'Staff');
    expect(Object.keys(await read(id, staff)).toSorted()).toEqual([
      'duplicates',
      'endedAlerts',
      'history',
      'openMessages',
      'openOrders',
    ]);
    for (const permission of ['Order.View', 'Message.View', 'Patient.Create', 'Patient.Edit'] as const)
      await overridePermission(portal, staff.id, permission, false);
    expect(await read(id, staff)).toMatchObject({ history: [], endedAlerts: { rows: [] } });
  });

  it('is audited with the patient and the records shown', async () => {
    const { id } = await makePatient(portal);
    const message = await makeMessage(portal, { patientId: id });
    await read(id);
    expect((await auditOf(portal, 'Patient', id)).at(-1)).toMatchObject({
      action: 'Accessed',
      patient_id: id,
      new_values: { messageIds: [message.id], orderIds: [] },
    });
  });

  it('returns 400 for a malformed ID, 401, 403 without Patient.View, and 404 for an unknown patient', async () => {
    const { id } = await makePatient(portal);
    const status = async (url: string, token: string | undefined = physician.token) =>
      (await portal.raw({ method: 'GET', url: `/api/patient/${url}/summary`, token })).status;
    expect(await status('none')).toBe(400);
    expect(await status(randomUUID())).toBe(404);
    expect((await portal.call(patientSummary, { params: { id } })).status).toBe(401);
    const staff = await signedInAs(portal, 'Staff');
    await overridePermission(portal, staff.id, 'Patient.View', false);
    expect(await status(id, staff.token)).toBe(403);
  });
});
