import type { BodyInputOf } from '@portal/contract/endpoint';
import { patientList } from '@portal/contract/patients';
import { alertCreate, alertEnd, alertList, alertUpdate, MAX_ALERTS } from '@portal/contract/patient-alerts';
import { recentList, recentOpened } from '@portal/contract/recent';
import { recentActivity } from '@portal/contract/dashboard';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, makePatient, overridePermission, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

type Body = Partial<BodyInputOf<typeof alertCreate>>;

describe('alerts of a patient', () => {
  let portal: TestPortal;
  let staff: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    // In the practice's zone, it is still November 21.
    portal.clock.advance({ ms: Date.parse('2026-11-22T03:30:00.000Z') - portal.clock.now().getTime() });
    staff = await signedInAs(portal, 'Staff');
  });
  afterAll(() => portal.close());

  const patient = async () => (await makePatient(portal)).id;
  const add = (id: string, body: Body = {}) =>
    portal.succeed(alertCreate, { params: { id }, body: { text: 'Latex allergy', ...body } }, staff);
  const list = (id: string, ended = false) =>
    portal.succeed(alertList, { params: { id }, query: ended ? { ended: 'true' } : {} }, staff);
  const textsOf = async (id: string, ended = false) => (await list(id, ended)).data.map(({ text }) => text);
  const change = (id: string, alertId: string, body: BodyInputOf<typeof alertUpdate>) =>
    portal.call(alertUpdate, { params: { id, alertId }, body }, staff);
  const end = (id: string, alertId: string, version?: number) =>
    portal.call(alertEnd, { params: { id, alertId }, body: { version } }, staff);

  it('are added by whoever may edit patients, and listed newest first', async () => {
    const id = await patient();
    const first = await add(id, { text: '  Anticoagulant:  ask before procedure ' });
    expect(first).toMatchObject({
      patientId: id,
      text: 'Anticoagulant:  ask before procedure',
      endsOn: null,
      createdBy: { id: staff.id },
      createdAt: portal.clock.now().toISOString(),
      endedAt: null,
      endedBy: null,
      version: 1,
    });
    await add(id, { text: 'Fall risk', endsOn: '2026-12-01' });
    expect(await textsOf(id)).toEqual(['Fall risk', 'Anticoagulant:  ask before procedure']);
    expect(await textsOf(await patient())).toEqual([]);
  });

  it('are audited with the patient, also when they are read, and never named in activities', async () => {
    const id = await patient();
    const alert = await add(id, { text: 'Quexbyword' });
    expect((await change(id, alert.id, { text: 'Quexbytext', version: 1 })).ok).toBe(true);
    expect((await end(id, alert.id, 2)).ok).toBe(true);
    expect(await auditOf(portal, 'PatientAlert', alert.id)).toMatchObject([
      { action: 'Created', patient_id: id, new_values: { text: 'Quexbyword', endsOn: null } },
      { action: 'Updated', patient_id: id, old_values: { text: 'Quexbyword' } },
      { action: 'Updated', patient_id: id, new_values: { isEnded: true } },
    ]);
    await list(id, true);
    const { rows } = await portal.owner.query<{ new_values: unknown }>(
      `select new_values from audit_log where entity_type = 'PatientAlert' and action = 'Accessed' and patient_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ new_values: { alertIds: [alert.id] } }]);
    const activities = await portal.owner.query<{ text: string; description: string }>(
      'select to_jsonb(a)::text as text, description from activities a where entity_id = $1 order by id',
      [id],
    );
    expect(activities.rows.map(({ description }) => description)).toEqual([
      'An alert of a patient was added',
      'An alert of a patient was changed',
      'An alert of a patient was ended',
    ]);
    expect(activities.rows.some(({ text }) => text.includes('Quexby'))).toBe(false);
  });

  /** What the next day makes of alerts of today. */
  const expire = (id: string) =>
    portal.owner.query(
      "update patient_alerts set ends_on = '2026-11-20' where patient_id = $1 and ends_on = '2026-11-21'",
      [id],
    );

  it('count through their end date, in the practice’s time zone, and are history from then on', async () => {
    const id = await patient();
    const today = await add(id, { text: 'Today', endsOn: '2026-11-21' });
    await add(id, { text: 'Later', endsOn: '2026-11-22' });
    expect(await textsOf(id)).toEqual(['Later', 'Today']);
    await expire(id);
    expect(await textsOf(id)).toEqual(['Later']);
    expect(await textsOf(id, true)).toEqual(['Today']);
    const ended = { status: 409, error: { code: 'CONFLICT' } };
    expect(await change(id, today.id, { text: 'Again' })).toMatchObject(ended);
    expect(await end(id, today.id)).toMatchObject(ended);
  });

  it('refuse an end date before today and texts that are no line of 200 characters', async () => {
    const id = await patient();
    const refuse = async (body: Body) => {
      const answer = await portal.call(
        alertCreate,
        { params: { id }, body: { text: 'Latex', ...body } },
        staff,
      );
      return answer.ok ? null : [answer.status, answer.error.errors];
    };
    expect(await refuse({ endsOn: '2026-11-20' })).toEqual([
      400,
      { endsOn: ['End date may not be before today'] },
    ]);
    expect(await refuse({ endsOn: '1899-01-01' })).toMatchObject([400, { endsOn: expect.any(Array) }]);
    expect(await refuse({ endsOn: '2500-01-01' })).toEqual([
      400,
      { endsOn: ['End date must be in a plausible year'] },
    ]);
    expect(await refuse({ endsOn: '2026-02-30' })).toMatchObject([400, { endsOn: expect.any(Array) }]);
    expect(await refuse({ text: ' \u2028 ' })).toEqual([400, { text: ['Alert is required'] }]);
    expect(await refuse({ text: 'x'.repeat(201) })).toEqual([
      400,
      { text: ['Alert can have at most 200 characters'] },
    ]);
    expect(await refuse({ text: 'Bell \u0007' })).toMatchObject([400, { text: expect.any(Array) }]);
    expect(await textsOf(id)).toEqual([]);
    const hostile = `<img src=x onerror=alert(1)> '; drop table patients; -- \u{1F6D1}`;
    expect((await add(id, { text: hostile })).text).toBe(hostile);
  });

  it('keep an end date that a change does not touch, and take a later one', async () => {
    const id = await patient();
    const { id: alertId } = await add(id, { endsOn: '2026-11-21' });
    expect(await change(id, alertId, { text: 'Latex and iodine' })).toMatchObject({
      body: { text: 'Latex and iodine', endsOn: '2026-11-21', version: 2 },
    });
    expect(await change(id, alertId, { text: 'Latex', endsOn: '2026-11-20' })).toMatchObject({ status: 400 });
    expect(await change(id, alertId, { text: 'Latex', endsOn: null })).toMatchObject({
      body: { endsOn: null, version: 3 },
    });
  });

  it('are refused when stale, with the current alert', async () => {
    const id = await patient();
    const alert = await add(id);
    await change(id, alert.id, { text: 'First', version: 1 });
    const stale = { status: 409, error: { code: 'STALE', current: { text: 'First', version: 2 } } };
    expect(await change(id, alert.id, { text: 'Second', version: 1 })).toMatchObject(stale);
    expect(await end(id, alert.id, 1)).toMatchObject(stale);
  });

  it('end once, and are kept with who ended them', async () => {
    const id = await patient();
    const { id: alertId } = await add(id);
    expect(await end(id, alertId, 1)).toMatchObject({
      body: { endedBy: { id: staff.id }, endedAt: portal.clock.now().toISOString(), version: 2 },
    });
    expect(await end(id, alertId)).toMatchObject({ status: 409 });
    expect(await textsOf(id)).toEqual([]);
    expect((await list(id, true)).data).toMatchObject([{ id: alertId, endedBy: { id: staff.id } }]);
  });

  it('are at most eight at a time, also when many are added at once', async () => {
    const id = await patient();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        portal.call(alertCreate, { params: { id }, body: { text: `Alert ${at}` } }, staff),
      ),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(MAX_ALERTS);
    const refused = answers.find(({ ok }) => !ok);
    expect(refused).toMatchObject({
      status: 409,
      error: { message: 'A patient can have at most 8 alerts. End one that no longer matters.' },
    });
    const [newest] = (await list(id)).data;
    expect((await end(id, newest?.id ?? '')).ok).toBe(true);
    expect((await add(id)).version).toBe(1);
  });

  it('take one of many changes of the same version', async () => {
    const id = await patient();
    const alert = await add(id);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => change(id, alert.id, { text: `Text ${at}`, version: 1 })),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await list(id)).data).toMatchObject([{ version: 2 }]);
  });

  it('have pages of what has ended', async () => {
    const id = await patient();
    await portal.owner.query(
      `insert into patient_alerts (patient_id, text, created_by, created_at, ended_by, ended_at)
       select $1, 'Old ' || n, $2, now() - n * interval '1 day', $2, now() from generate_series(1, 200) n`,
      [id, staff.id],
    );
    const query = { ended: 'true', page: '2', pageSize: '5' } as const;
    const page = await portal.succeed(alertList, { params: { id }, query }, staff);
    expect(page.data.map(({ text }) => text)).toEqual(['Old 6', 'Old 7', 'Old 8', 'Old 9', 'Old 10']);
    expect(page.totalCount).toBe(200);
    expect(await textsOf(id)).toEqual([]);
  });

  it('are in rows that patients are chosen from, unless they have ended', async () => {
    const lastName = `Alerted${randomUUID()}`;
    const { id } = await makePatient(portal, { lastName });
    const found = async () =>
      (await portal.succeed(patientList, { query: { search: lastName } }, staff)).data[0]?.alerts;
    expect(await found()).toBeUndefined();
    await add(id, { text: 'Today', endsOn: '2026-11-21' });
    const { id: other } = await add(id, { text: 'Latex' });
    await portal.succeed(recentOpened, { body: { kind: 'Patient', id } }, staff);
    const recent = async () =>
      (await portal.succeed(recentList, { query: { kind: 'Patient' } }, staff)).patients[0]?.alerts;
    expect([await found(), await recent()]).toEqual([
      ['Latex', 'Today'],
      ['Latex', 'Today'],
    ]);
    await end(id, other);
    expect(await found()).toEqual(['Today']);
    await expire(id);
    expect([await found(), await recent()]).toEqual([undefined, undefined]);
  });

  it('belong to one patient', async () => {
    const [id, other] = [await patient(), await patient()];
    const { id: alertId } = await add(id);
    const missing = { status: 404, error: { message: 'This alert does not exist.' } };
    expect(await change(other, alertId, { text: 'Mine' })).toMatchObject(missing);
    expect(await end(other, alertId)).toMatchObject(missing);
    expect(await end(id, randomUUID())).toMatchObject(missing);
    for (const unknown of [
      portal.call(alertList, { params: { id: randomUUID() }, query: {} }, staff),
      portal.call(alertCreate, { params: { id: randomUUID() }, body: { text: 'Nobody' } }, staff),
    ])
      expect(await unknown).toMatchObject({ status: 404 });
  });

  it('need Patient.View to be read, and Patient.Edit to be set; without Patient.View, the text is not sent back', async () => {
    const id = await patient();
    const { id: alertId } = await add(id, { text: 'Quexbysecret' });
    const reader = await signedInAs(portal, 'Staff');
    await overridePermission(portal, reader.id, 'Patient.Edit', false);
    const input = { params: { id, alertId }, body: { text: 'Changed' } };
    expect((await portal.call(alertList, { params: { id }, query: {} }, reader)).ok).toBe(true);
    expect((await portal.call(alertUpdate, input, reader)).status).toBe(403);
    expect((await portal.call(alertUpdate, input)).status).toBe(401);
    const editor = await signedInAs(portal, 'Staff');
    await overridePermission(portal, editor.id, 'Patient.View', false);
    expect((await portal.call(alertList, { params: { id }, query: {} }, editor)).status).toBe(403);
    const stale = await portal.call(alertEnd, { params: { id, alertId }, body: { version: 7 } }, editor);
    expect(JSON.stringify(stale)).not.toContain('Quexbysecret');
    const feed = await portal.succeed(recentActivity, { query: {} }, editor);
    expect(JSON.stringify(feed)).not.toContain('alert');
  });
});
