import { randomUUID } from 'node:crypto';
import { chargeBatch, chargeBatchPreview } from '@portal/contract/charges';
import type { BodyInputOf } from '@portal/contract/endpoint';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeChargeDesk, type ChargeDesk } from '#test/charge-desk.ts';
import { auditOf, signedInAs, type SignedInUser } from '#test/factories.ts';
import { lockAwaited, openTestPortal, type TestPortal } from '#test/harness.ts';

const ABSENT = '00000000-0000-7000-8000-000000000000';
type Body = BodyInputOf<typeof chargeBatch>;

const batchOf = (ids: readonly string[], version: number) => ({
  batchName: 'Friday',
  records: ids.map((id) => ({ id, version })),
});
const enter = (ids: readonly string[], version = 1) => ({
  action: 'enter' as const,
  ...batchOf(ids, version),
});
const enterAgain = (ids: readonly string[], version = 1) => ({
  action: 'enterAgain' as const,
  ...batchOf(ids, version),
});

describe('POST /charges/batch', () => {
  let portal: TestPortal;
  let desk: ChargeDesk;
  beforeAll(async () => {
    portal = await openTestPortal();
    desk = await makeChargeDesk(portal);
  });
  afterAll(() => portal.close());

  const send = (body: Body, user: SignedInUser = desk.admin) => portal.call(chargeBatch, { body }, user);
  const statesOf = async (...ids: string[]) => {
    const rows = await Promise.all(ids.map((id) => desk.row(id)));
    return rows.map(({ entryState }) => entryState);
  };

  it('enters notes as a batch and shows who, when and the batch', async () => {
    const ids = [await desk.note(), await desk.note()];
    const answer = await send({ ...enter(ids), batchName: " Friday <b>AM</b> '; drop table users; -- " });
    expect(answer).toMatchObject({ ok: true, body: { changedCount: 2 } });
    const row = await desk.row(ids[0] ?? '');
    expect(row).toMatchObject({
      entryState: 'entered',
      entry: {
        batchName: "Friday <b>AM</b> '; drop table users; --",
        enteredAt: portal.clock.now().toISOString(),
        enteredByUser: { id: desk.admin.id },
      },
    });
    for (const id of ids)
      expect(await auditOf(portal, 'Charge', id)).toMatchObject([
        {
          action: 'Updated',
          user_id: desk.admin.id,
          patient_id: (await desk.row(id)).patient.id,
          old_values: { state: 'open' },
          new_values: { entered: true, batchId: row.entry?.batchId },
        },
      ]);
  });

  it('enters all notes or none, and names those that are entered already', async () => {
    const [entered, open] = [await desk.note(), await desk.note()];
    await desk.enter(entered);
    const { patient } = await desk.row(entered);
    const answer = await send(enter([open, entered]));
    expect(answer).toMatchObject({
      status: 409,
      error: {
        code: 'CONFLICT',
        message: `Nothing was changed. MRN ${patient.medicalRecordNumber}, 11/20/2026, ${(await desk.row(entered)).templateName}: This note is already entered in billing, in the batch “Morning”.`,
        errors: { 'records.1': [expect.any(String)] },
      },
    });
    expect(await statesOf(open, entered)).toEqual(['open', 'entered']);
    expect(await auditOf(portal, 'Charge', open)).toEqual([]);
  });

  it('lets only one of two administrators enter a note at the same time', async () => {
    const [first, second] = [await desk.note(), await desk.note()];
    const colleague = await signedInAs(portal, 'Admin');
    const answers = await Promise.all([
      send(enter([first, second])),
      send(enter([second, first]), colleague),
    ]);
    expect(answers.map(({ ok }) => String(ok)).toSorted()).toEqual(['false', 'true']);
    const { rows } = await portal.owner.query(
      'select from charge_entries where dictation_id = any($1::uuid[]) and undone_at is null',
      [[first, second]],
    );
    expect(rows).toHaveLength(2);
  });

  it('enters notes once when a request is repeated with its key', async () => {
    const id = await desk.note();
    const options = { token: desk.admin.token, headers: { 'idempotency-key': randomUUID() } };
    const first = await portal.call(chargeBatch, { body: enter([id]) }, options);
    const again = await portal.call(chargeBatch, { body: enter([id]) }, options);
    expect(again).toMatchObject({ status: 200, headers: { 'idempotent-replay': 'true' } });
    expect(again.ok && first.ok && again.body).toEqual(first.ok && first.body);
    expect(await auditOf(portal, 'Charge', id)).toHaveLength(1);
  });

  it('undoes a batch or single notes, and keeps the history', async () => {
    const ids = [await desk.note(), await desk.note(), await desk.note()];
    const batchId = await desk.enter(...ids);
    const [single = ''] = ids;
    expect(await send({ action: 'undo', records: [{ id: single, version: 1 }] })).toMatchObject({ ok: true });
    expect(await statesOf(...ids)).toEqual(['open', 'entered', 'entered']);
    expect(await send({ action: 'undo', batchId })).toMatchObject({ body: { changedCount: 2, batchId } });
    expect(await statesOf(...ids)).toEqual(['open', 'open', 'open']);
    expect(await send({ action: 'undo', batchId })).toMatchObject({ status: 404 });
    expect(await send({ action: 'undo', records: [{ id: single, version: 1 }] })).toMatchObject({
      status: 409,
    });
    await desk.enter(single);
    const changes = (await auditOf(portal, 'Charge', single)).filter(({ action }) => action === 'Updated');
    expect(changes.map(({ new_values: values }) => values)).toMatchObject([
      { entered: true, batchId },
      { entered: false, batchId },
      { entered: true },
    ]);
    const { rows } = await portal.owner.query(
      'select undone_by from charge_entries where dictation_id = $1 order by id',
      [single],
    );
    expect(rows).toEqual([{ undone_by: desk.admin.id }, { undone_by: null }]);
  });

  it('does not undo a newer entry of a note that was entered again in the meantime', async () => {
    const note = await desk.note();
    const batchId = await desk.enter(note);
    const hold = await portal.owner.connect();
    onTestFinished(() => hold.release());
    await hold.query('begin');
    await hold.query('select from dictations where id = $1 for update', [note]);
    const undone = send({ action: 'undo', batchId });
    await lockAwaited(portal);
    await hold.query(
      'update charge_entries set undone_by = entered_by, undone_at = now() where batch_id = $1',
      [batchId],
    );
    await hold.query(
      `with newer as (insert into charge_batches (name, created_by, created_at) select name, created_by, now() from charge_batches where id = $1 returning id)
       insert into charge_entries (batch_id, dictation_id, addendum_count, entered_by, entered_at)
       select newer.id, dictation_id, addendum_count, entered_by, now() from charge_entries, newer where batch_id = $1`,
      [batchId],
    );
    await hold.query('commit');
    expect(await undone).toMatchObject({ status: 409, error: { code: 'CONFLICT' } });
    expect(await statesOf(note)).toEqual(['entered']);
  });

  it('never changes or deletes an entry', async () => {
    await desk.enter(await desk.note());
    for (const statement of ['delete from charge_entries', 'update charge_entries set addendum_count = 5'])
      await expect(portal.owner.query(statement)).rejects.toThrow(/entr/);
  });

  it('flags a note with an addendum after it was entered until it is entered again', async () => {
    const id = await desk.note();
    await desk.enter(id);
    await desk.addAddendum(id);
    expect(await desk.row(id)).toMatchObject({ entryState: 'changed', version: 2 });
    expect(await send(enter([id], 2))).toMatchObject({ status: 409 });
    const again = enterAgain([id], 2);
    const answer = await send(again);
    expect(answer).toMatchObject({ ok: true, body: { changedCount: 1 } });
    expect(await desk.row(id)).toMatchObject({ entryState: 'entered', entry: { batchName: 'Friday' } });
    expect(await send(again)).toMatchObject({ status: 409 });
    // Undoing the second entry brings back the first one.
    await send({ action: 'undo', records: [{ id, version: 2 }] });
    expect(await desk.row(id)).toMatchObject({ entryState: 'changed', entry: { batchName: 'Morning' } });
  });

  it('refuses a note with an addendum that the administrator has not seen', async () => {
    const id = await desk.note();
    await desk.addAddendum(id);
    expect(await send(enter([id], 1))).toMatchObject({ status: 409, error: { code: 'STALE' } });
    expect(await statesOf(id)).toEqual(['open']);
  });

  it('refuses notes that are not signed, not entered or not there', async () => {
    const unsigned = await desk.note({ status: 'Completed' });
    const open = await desk.note();
    const inactive = await desk.note({ isActive: false });
    expect(await send(enter([unsigned]))).toMatchObject({ status: 409 });
    expect(await send(enterAgain([open]))).toMatchObject({ status: 409 });
    expect(await send(enter([open, inactive]))).toMatchObject({ status: 404 });
    expect(await send(enter([open, ABSENT]))).toMatchObject({ status: 404 });
    expect(await send({ action: 'undo', batchId: ABSENT })).toMatchObject({ status: 404 });
    expect(await statesOf(open)).toEqual(['open']);
  });

  it('previews what changes and what is refused, and changes nothing', async () => {
    const [open, entered] = [await desk.note(), await desk.note()];
    await desk.enter(entered);
    const { records } = await portal.succeed(
      chargeBatchPreview,
      { body: enter([open, entered]) },
      desk.admin,
    );
    expect(records).toMatchObject([
      { id: open, from: 'Not entered', to: 'Entered', problem: null },
      { id: entered, from: 'Entered', problem: expect.stringContaining('already entered') },
    ]);
    expect(await statesOf(open)).toEqual(['open']);
  });

  it.each(['ProviderPhysician', 'ProviderMidLevel', 'MedicalAssistant', 'Staff'] as const)(
    'refuses %s',
    async (role) => {
      const user = await signedInAs(portal, role);
      expect(await send(enter([ABSENT]), user)).toMatchObject({ status: 403 });
      expect(await portal.call(chargeBatchPreview, { body: enter([ABSENT]) }, user)).toMatchObject({
        status: 403,
      });
    },
  );

  it.each([
    ['no batch name', { action: 'enter', records: [{ id: ABSENT, version: 1 }] }],
    ['a blank batch name', { action: 'enter', batchName: '  ', records: [{ id: ABSENT, version: 1 }] }],
    [
      'a long batch name',
      { action: 'enter', batchName: 'x'.repeat(61), records: [{ id: ABSENT, version: 1 }] },
    ],
    ['control characters', { action: 'enter', batchName: 'a\u0000b', records: [{ id: ABSENT, version: 1 }] }],
    ['no notes', { action: 'enter', batchName: 'x', records: [] }],
    [
      'a note twice',
      {
        action: 'enter',
        batchName: 'x',
        records: [
          { id: ABSENT, version: 1 },
          { id: ABSENT, version: 1 },
        ],
      },
    ],
    ['an id that is not one', { action: 'enter', batchName: 'x', records: [{ id: "1'--", version: 1 }] }],
    ['an unknown action', { action: 'pay', batchName: 'x', records: [{ id: ABSENT, version: 1 }] }],
    ['an undo of nothing', { action: 'undo' }],
    [
      'an undo of a batch and notes',
      { action: 'undo', batchId: ABSENT, records: [{ id: ABSENT, version: 1 }] },
    ],
  ])('refuses %s', async (_name, body) => {
    const answer = await portal.raw({
      method: 'POST',
      url: '/api/charges/batch',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
      token: desk.admin.token,
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION' } });
  });

  it('refuses 10,000 notes', async () => {
    const records = Array.from({ length: 10_000 }, () => ({ id: randomUUID(), version: 1 }));
    const answer = await send({ action: 'enter', batchName: 'x', records });
    expect([400, 413]).toContain(answer.status);
  });
});
