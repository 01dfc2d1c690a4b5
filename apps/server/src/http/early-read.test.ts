import { messageGet } from '@portal/contract/messages';
import { orderGet } from '@portal/contract/orders';
import { patientGet, patientList } from '@portal/contract/patients';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Connection } from '#db/connection.ts';
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

const ABSENT = '00000000-0000-7000-8000-000000000000';

/** Watches the statements that are sent until the first one has its result. Returns their tables. */
function sentBeforeSession(): () => readonly string[] {
  const sent: string[] = [];
  let isAnswered = false;
  // oxlint-disable-next-line typescript/unbound-method -- called with its object below
  const { send } = Connection.prototype;
  vi.spyOn(Connection.prototype, 'send').mockImplementation(async function (this: Connection, statement) {
    if (!isAnswered) sent.push(/from "?(\w+)/.exec(statement.sql)?.[1] ?? '');
    const result = await send.call(this, statement);
    isAnswered = true;
    return result;
  });
  return () => sent;
}

describe('records that are read together with the session check', () => {
  let portal: TestPortal;
  let reader: SignedInUser;
  let patientId: string;
  let ids: Record<'Patient' | 'MedicalOrder' | 'PhoneMessage', string>;
  beforeAll(async () => {
    portal = await openTestPortal();
    reader = await signedInAs(portal, 'Staff');
    const provider = await signedInAs(portal, 'ProviderPhysician');
    ({ id: patientId } = await makePatient(portal));
    ids = {
      Patient: patientId,
      MedicalOrder: (await makeOrder(portal, { patientId, providerId: provider.id })).id,
      PhoneMessage: (await makeMessage(portal, { patientId })).id,
    };
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => portal.close());

  const CASES = [
    ['Patient', patientGet, 'Patient.View'],
    ['MedicalOrder', orderGet, 'Order.View'],
    ['PhoneMessage', messageGet, 'Message.View'],
  ] as const;
  const views = async (type: keyof typeof ids) =>
    (await auditOf(portal, type, ids[type])).filter(({ action }) => action === 'Viewed').length;

  it.each(CASES)('%s: the read is sent before the session has arrived', async (type, endpoint) => {
    const call = () => portal.call(endpoint, { params: { id: ids[type] } }, reader);
    await call();
    const sent = sentBeforeSession();
    expect((await call()).status).toBe(200);
    expect(sent()).toHaveLength(2);
    expect(sent()[0]).toBe('sessions');
  });

  it.each(CASES)(
    '%s: a refused caller gets nothing, and no view is recorded',
    async (type, endpoint, permission) => {
      const refused = await signedInAs(portal, 'Staff');
      await overridePermission(portal, refused.id, permission, false);
      const before = await views(type);
      for (const id of [ids[type], ABSENT, 'new']) {
        const answer = await portal.call(endpoint, { params: { id } }, refused);
        expect(answer).toMatchObject({ status: 403, error: { code: 'FORBIDDEN' } });
      }
      for (const token of [`${refused.token}x`, 'none'])
        expect((await portal.call(endpoint, { params: { id: ids[type] } }, { token })).status).toBe(401);
      expect(await views(type)).toBe(before);
    },
  );

  it('the first page of patients is sent with the session, and a refused caller gets nothing', async () => {
    const list = (user: { readonly token: string }) => portal.call(patientList, { query: {} }, user);
    const shown = async () =>
      (await auditOf(portal, 'Patient', null)).filter(({ action }) => action === 'Accessed').length;
    await list(reader);
    const sent = sentBeforeSession();
    expect((await list(reader)).status).toBe(200);
    // The statement of patients begins with their alerts.
    expect(sent()).toEqual(['sessions', 'row_counts', 'patient_alerts']);
    const refused = await signedInAs(portal, 'Staff');
    await overridePermission(portal, refused.id, 'Patient.View', false);
    const before = await shown();
    expect(await list(refused)).toMatchObject({ status: 403, error: { code: 'FORBIDDEN' } });
    expect((await list({ token: `${refused.token}x` })).status).toBe(401);
    expect(await shown()).toBe(before);
  });

  it('calls of a session that arrive together share its check; later ones check it again', async () => {
    const read = () => portal.call(patientGet, { params: { id: patientId } }, reader);
    await read();
    const sent = sentBeforeSession();
    await Promise.all([read(), read(), read()]);
    expect(sent()).toEqual(['sessions', 'patients', 'patients', 'patients']);
    vi.restoreAllMocks();
    const sentAgain = sentBeforeSession();
    await portal.owner.query('update sessions set ended_at = now() where user_id = $1', [reader.id]);
    expect((await read()).status).toBe(401);
    expect(sentAgain()[0]).toBe('sessions');
    reader = await signedInAs(portal, 'Staff');
  });

  it('searches and later pages of patients wait until the caller is known', async () => {
    for (const query of [{ search: 'nobody' }, { page: '2' }, { page: 'two' }]) {
      await portal.call(patientList, { query }, reader);
      const sent = sentBeforeSession();
      await portal.call(patientList, { query }, reader);
      expect(sent()).toEqual(['sessions']);
      vi.restoreAllMocks();
    }
  });

  it.each(CASES)('%s: an unknown id is not found, an invalid one refused', async (_type, endpoint) => {
    expect((await portal.call(endpoint, { params: { id: ABSENT } }, reader)).status).toBe(404);
    expect((await portal.call(endpoint, { params: { id: 'new' } }, reader)).status).toBe(400);
  });
});
