import {
  patientCreate,
  patientGet,
  patientList,
  patientPrint,
  patientUpdate,
} from '@portal/contract/patients';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  auditOf,
  makePatient,
  makeUser,
  overridePermission,
  signedInAs,
  signIn,
  type SignedInUser,
} from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const NAME = { firstName: 'Ann', lastName: 'Roe', dateOfBirth: '1990-02-28' };
const NUMBER = '851-23-4567';
const FORMS = /851-?23-?4567/;
const REFUSAL = 'You do not have permission to change the social security number';

describe('social security numbers', () => {
  let portal: TestPortal;
  let staff: SignedInUser;
  let blind: { readonly id: string; readonly token: string };
  beforeAll(async () => {
    portal = await openTestPortal();
    staff = await signedInAs(portal, 'Staff');
    const user = await makeUser(portal, { roles: ['Staff'] });
    await overridePermission(portal, user.id, 'Patient.ViewSsn', false);
    blind = { id: user.id, token: await signIn(portal, user.userName) };
  });
  afterAll(() => portal.close());
  const create = (socialSecurityNumber: string | null) =>
    portal.succeed(patientCreate, { body: { ...NAME, socialSecurityNumber } }, staff);
  const full = async (id: string) =>
    (await portal.succeed(patientGet, { params: { id }, query: { fullSsn: 'true' } }, staff))
      .socialSecurityNumber;

  it.each(['851-23-4567', '851234567', '851 23 4567'])(
    'stores %s and shows it in full format',
    async (typed) => {
      const { id, socialSecurityNumber } = await create(typed);
      expect(socialSecurityNumber).toBe('***-**-4567');
      expect(await full(id)).toBe(NUMBER);
    },
  );

  it('audits reading the full number separately from Viewed and Printed', async () => {
    const { id } = await create(NUMBER);
    await full(id);
    const printed = await portal.succeed(patientPrint, { params: { id } }, staff);
    expect(printed.socialSecurityNumber).toBe(NUMBER);
    const field = { field: 'socialSecurityNumber' };
    expect((await auditOf(portal, 'Patient', id)).slice(1)).toMatchObject([
      { action: 'Viewed', patient_id: id, new_values: null },
      { action: 'Viewed', patient_id: id, new_values: field },
      { action: 'Printed', patient_id: id, new_values: null },
      { action: 'Printed', patient_id: id, new_values: field },
    ]);
  });

  it('masks it everywhere without Patient.ViewSsn, without an error or an audit entry for reading it', async () => {
    const { id } = await create(NUMBER);
    for (const answer of [
      await portal.succeed(patientGet, { params: { id }, query: { fullSsn: 'true' } }, blind),
      await portal.succeed(patientPrint, { params: { id } }, blind),
    ]) {
      expect(answer.socialSecurityNumber).toBe('***-**-****');
    }
    expect((await auditOf(portal, 'Patient', id)).slice(1).map((entry) => entry.new_values)).toEqual([
      null,
      null,
    ]);
  });

  it('returns none for a patient without a number', async () => {
    const { id } = await create(null);
    expect(await full(id)).toBeNull();
    expect(await auditOf(portal, 'Patient', id)).toHaveLength(2);
  });

  it('keeps the number when it is omitted on PUT, changes it when sent, and removes it for null or blank', async () => {
    const { id } = await create(NUMBER);
    const put = (ssn?: string | null) =>
      portal.succeed(
        patientUpdate,
        { params: { id }, body: { ...NAME, ...(ssn === undefined ? {} : { socialSecurityNumber: ssn }) } },
        staff,
      );
    await put();
    expect(await full(id)).toBe(NUMBER);
    await put(NUMBER);
    await put('852-11-2222');
    expect(await full(id)).toBe('852-11-2222');
    await put('');
    expect(await full(id)).toBeNull();
    const updates = (await auditOf(portal, 'Patient', id)).filter(({ action }) => action === 'Updated');
    expect(updates.map((entry) => [entry.old_values, entry.new_values])).toEqual([
      [{}, {}],
      [{}, {}],
      [{ socialSecurityNumber: 'set' }, { socialSecurityNumber: 'changed' }],
      [{ socialSecurityNumber: 'set' }, { socialSecurityNumber: null }],
    ]);
  });

  it('refuses any number without permission, correct or not, so that guessing reveals nothing', async () => {
    const { id } = await create(NUMBER);
    for (const sent of ['852-11-2222', NUMBER, null, '']) {
      const answer = await portal.call(
        patientUpdate,
        { params: { id }, body: { ...NAME, socialSecurityNumber: sent } },
        blind,
      );
      expect(answer).toMatchObject({
        ok: false,
        status: 403,
        error: { code: 'FORBIDDEN', errors: { socialSecurityNumber: [REFUSAL] } },
      });
    }
    const other = await portal.succeed(
      patientUpdate,
      { params: { id }, body: { ...NAME, firstName: 'Anna' } },
      blind,
    );
    expect(other).toMatchObject({ firstName: 'Anna', socialSecurityNumber: '***-**-****' });
    expect(await full(id)).toBe(NUMBER);
    const none = await makePatient(portal);
    const kept = { params: { id: none.id }, body: { ...NAME, socialSecurityNumber: null } };
    expect((await portal.call(patientUpdate, kept, blind)).status).toBe(200);
  });

  it('gives users without permission no response that depends on a number', async () => {
    const supervisor = await makeUser(portal, { roles: ['Admin'] });
    await overridePermission(portal, supervisor.id, 'Patient.ViewSsn', false);
    const token = await signIn(portal, supervisor.userName);
    const identity = { ...NAME, lastName: 'Twin', phone: '4105550177' };
    const [one, two] = [await create('851-23-4567'), await create('853-33-9876')];
    const body = { ...identity, phone: null, version: 1 };
    const answers = async (id: string) => {
      const calls = [
        { method: 'GET', url: `/api/patient/${id}?fullSsn=true` },
        { method: 'GET', url: `/api/patient/${id}/print` },
        { method: 'PUT', url: `/api/patient/${id}`, payload: body },
        { method: 'PUT', url: `/api/patient/${id}`, payload: body },
        { method: 'PUT', url: `/api/patient/${id}`, payload: { ...NAME, socialSecurityNumber: NUMBER } },
        {
          method: 'POST',
          url: '/api/patient/duplicates',
          payload: { ...NAME, lastName: 'Other', socialSecurityNumber: NUMBER },
        },
        { method: 'DELETE', url: `/api/patient/${id}`, payload: { reason: 'Moved to another practice' } },
        {
          method: 'POST',
          url: `/api/patient/${id}/reactivate`,
          payload: { reason: 'Came back to the practice' },
        },
        { method: 'GET', url: `/api/patient/${id}/timeline` },
        { method: 'GET', url: `/api/patient?search=${NUMBER}` },
      ];
      const texts: string[] = [];
      for (const { payload, ...request } of calls) {
        const { status, body: answer } = await portal.raw({
          ...request,
          token,
          ...(payload === undefined
            ? {}
            : { payload: JSON.stringify(payload), headers: { 'content-type': 'application/json' } }),
        });
        texts.push(`${request.method} ${request.url} ${status} ${JSON.stringify(answer)}`);
      }
      return texts;
    };
    const unlike = /"(?:medicalRecordNumber|requestId|createdAt)":"[^"]*"/g;
    const [first, second] = [await answers(one.id), await answers(two.id)];
    const comparable = (texts: readonly string[], id: string) =>
      texts.map((text) => text.replaceAll(id, ':id').replaceAll(unlike, ''));
    expect(comparable(first, one.id)).toEqual(comparable(second, two.id));
    expect(first.join('\n')).not.toMatch(/\b4567"|"851/);
  });

  it('binds a stored number to its patient, so it cannot be decrypted in another row', async () => {
    const [one, two] = [await create(NUMBER), await create('852-11-2222')];
    await portal.owner.query(
      'update patients set ssn = (select ssn from patients where id = $1) where id = $2',
      [one.id, two.id],
    );
    expect((await portal.call(patientGet, { params: { id: two.id } }, staff)).status).toBe(500);
    expect(await full(one.id)).toBe(NUMBER);
  });

  it('encrypts it at rest, and keeps it out of lists, logs, live feed, audit and stored responses', async () => {
    const keyed = { ...staff, headers: { 'idempotency-key': 'ssn-1' } };
    const body = { ...NAME, socialSecurityNumber: NUMBER };
    const { id } = await portal.succeed(patientCreate, { body }, keyed);
    await full(id);
    await portal.succeed(patientPrint, { params: { id } }, staff);
    await portal.call(patientCreate, { body: { ...body, dateOfBirth: '2999-01-01' } }, staff);
    await portal.call(patientCreate, { body: { ...body, firstName: '' } }, staff);
    const list = await portal.raw({ method: 'GET', url: '/api/patient?search=roe', token: staff.token });
    expect(list.status).toBe(200);
    expect(JSON.stringify(list.body)).not.toMatch(/\b4567"|[sS]ocial/);
    expect(portal.logged()).toContain('/api/patient');
    expect(portal.logged()).not.toMatch(FORMS);
    const holding = [...(await tableContents(portal))].filter(
      ([, text]) => FORMS.test(text) || text.includes(hex('851234567')) || text.includes(hex(NUMBER)),
    );
    expect(holding.map(([table]) => table)).toEqual([]);
    // Proves that the scan sees stored values.
    expect((await tableContents(portal)).get('patients')).toContain('Roe');
  });

  it('does not search by number', async () => {
    await create(NUMBER);
    for (const search of [NUMBER, '851234567', '4567']) {
      expect((await portal.succeed(patientList, { query: { search } }, staff)).totalCount).toBe(0);
    }
  });
});

const hex = (text: string) => Buffer.from(text).toString('hex');

/** The full content of the database as text, by table. */
async function tableContents(portal: TestPortal): Promise<Map<string, string>> {
  const tables = await portal.owner.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  );
  const contents = new Map<string, string>();
  for (const { name } of tables.rows) {
    const { rows } = await portal.owner.query<{ text: string }>(`select t::text as text from "${name}" t`);
    contents.set(name, rows.map(({ text }) => text).join('\n'));
  }
  return contents;
}
