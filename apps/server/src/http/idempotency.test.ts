import { ipWhitelistAdd, officeCreate, officeList } from '@portal/contract/offices';
import { patientCreate, patientGet } from '@portal/contract/patients';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encryptValue } from '#security/cipher.ts';
import { runMaintenance } from '#jobs/maintenance.ts';
import { auditOf, makeOffice, overridePermission, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

let counter = 0;
const office = (name = `Office by key ${(counter += 1)}`) => ({
  name,
  address: '9 Elm Street',
  city: 'Towson',
  state: 'MD',
  zipCode: '21204',
  phone: '4105550123',
});

describe('Idempotency-Key', () => {
  let portal: TestPortal;
  let other: TestPortal;
  let admin: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    other = await openTestPortal({ sameDatabaseAs: portal });
    admin = await signedInAs(portal, 'Admin');
  });
  afterAll(async () => {
    await other.close();
    await portal.close();
  });

  const create = (key: string, body: object, user: SignedInUser = admin, at: TestPortal = portal) =>
    at.call(
      officeCreate,
      { body: { ...office('unnamed'), ...body } },
      { token: user.token, headers: { 'idempotency-key': key } },
    );

  it('returns the first response for the same key and body without repeating the work', async () => {
    const body = office();
    const first = await create('once', body);
    const again = await create('once', body);
    expect(first).toMatchObject({ status: 201, body: { name: body.name } });
    expect(first.headers).not.toHaveProperty('idempotent-replay');
    expect(again).toMatchObject({ status: 201, headers: { 'idempotent-replay': 'true' } });
    expect(again).toMatchObject({ body: first.ok ? first.body : {} });
    const offices = await portal.succeed(officeList, {}, admin);
    expect(offices.filter(({ name }) => name === body.name)).toHaveLength(1);
    expect(await auditOf(portal, 'Office', first.ok ? first.body.id : null)).toHaveLength(1);
  });

  it('says that the record is saved when an earlier version stored the response in another shape', async () => {
    const body = office();
    await create('older', body);
    const { deps } = portal;
    const context = `idempotency_keys.answer:${admin.id}:older`;
    await deps.db
      .updateTable('idempotency_keys')
      .set({ answer: encryptValue(deps.keys, context, JSON.stringify({ name: body.name })) })
      .where('key', '=', 'older')
      .execute();
    expect(await create('older', body)).toMatchObject({
      status: 409,
      error: { message: 'This was already saved. Reload the page to see it.' },
    });
  });

  it('repeats a request without a key', async () => {
    const body = office();
    await portal.succeed(officeCreate, { body }, admin);
    expect((await portal.call(officeCreate, { body }, admin)).status).toBe(409);
  });

  it('ignores field order and trimmed spaces when comparing bodies', async () => {
    const body = office();
    await create('order', body);
    const reversed = Object.fromEntries(Object.entries({ ...body, name: ` ${body.name} ` }).toReversed());
    expect(await create('order', reversed)).toMatchObject({
      status: 201,
      headers: { 'idempotent-replay': 'true' },
    });
  });

  it('422 for the same key with another body, also at another path', async () => {
    await create('mismatch', office());
    expect(await create('mismatch', office())).toMatchObject({
      status: 422,
      error: { code: 'IDEMPOTENCY_MISMATCH' },
    });
    const id = await makeOffice(portal);
    const add = (officeId: string) =>
      portal.call(
        ipWhitelistAdd,
        { params: { id: officeId }, body: { ipAddress: '10.0.0.1' } },
        { ...admin, headers: { 'idempotency-key': 'list' } },
      );
    expect((await add(id)).status).toBe(201);
    expect((await add(await makeOffice(portal))).status).toBe(422);
  });

  it('is separate for each user', async () => {
    const colleague = await signedInAs(portal, 'Admin');
    const requests = [
      [office(), admin],
      [office(), colleague],
    ] as const;
    const first = [];
    for (const [body, user] of requests) first.push(await create('shared', body, user));
    for (const [index, [body, user]] of requests.entries()) {
      const saved = first[index];
      expect(saved?.status).toBe(201);
      expect(await create('shared', body, user)).toMatchObject({
        status: 201,
        headers: { 'idempotent-replay': 'true' },
        body: saved?.ok === true ? saved.body : {},
      });
    }
  });

  it('is not used up by a rejected request', async () => {
    const body = office();
    expect((await create('refused', { ...body, zipCode: 'x' })).status).toBe(400);
    await portal.succeed(officeCreate, { body: office('Taken already') }, admin);
    expect((await create('refused', office('Taken already'))).status).toBe(409);
    expect(await create('refused', body)).toMatchObject({ status: 201 });
  });

  it('runs one of several concurrent requests on two processes and responds to all', async () => {
    const body = office();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        create('at-once', body, admin, index % 2 === 0 ? portal : other),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 201));
    expect(new Set(answers.map((answer) => (answer.ok ? answer.body.id : '')))).toHaveProperty('size', 1);
  });

  it('creates one patient of forty requests with one key, and gives no number to the others', async () => {
    const body = { firstName: 'Once', lastName: 'Only', dateOfBirth: '1980-01-05' };
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (index % 2 === 0 ? portal : other).call(
          patientCreate,
          { body },
          { ...admin, headers: { 'idempotency-key': 'forty' } },
        ),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const [first] = answers;
    for (const answer of answers)
      expect(answer).toMatchObject({ body: first?.ok === true ? first.body : {} });
    expect(answers.filter(({ headers }) => headers['idempotent-replay'] === undefined)).toHaveLength(1);
    const created = first?.ok === true ? first.body : undefined;
    expect(await portal.succeed(patientGet, { params: { id: created?.id ?? '' } }, admin)).toEqual(created);
    const next = await portal.succeed(patientCreate, { body }, admin);
    expect(Number(next.medicalRecordNumber)).toBe(Number(created?.medicalRecordNumber) + 1);
    expect(await auditOf(portal, 'Patient', created?.id ?? null)).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ action: 'Created' })]),
    );
  });

  it('checks permissions again for a replay', async () => {
    const user = await signedInAs(portal, 'Admin');
    const body = office();
    await create('guarded', body, user);
    await overridePermission(portal, user.id, 'Admin.ManageOffices', false);
    expect((await create('guarded', body, user)).status).toBe(403);
  });

  it('stores responses encrypted for one day', async () => {
    const headers = { 'idempotency-key': 'patient' };
    const body = {
      firstName: 'Wren',
      lastName: 'Quillfeather',
      dateOfBirth: '1970-02-03',
      socialSecurityNumber: '219-09-9998',
    };
    await portal.succeed(patientCreate, { body }, { ...admin, headers });
    const { rows } = await portal.owner.query<{ answer: Buffer; request_hash: Buffer }>(
      "select answer, request_hash from idempotency_keys where key = 'patient'",
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.answer.toString('latin1')).not.toMatch(/Quillfeather|9998/);
    portal.clock.advance({ hours: 24, ms: 1 });
    await runMaintenance(portal.deps);
    expect((await portal.owner.query('select from idempotency_keys')).rowCount).toBe(0);
  });
});
