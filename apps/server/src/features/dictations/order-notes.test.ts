import {
  dictationCreate,
  dictationGet,
  dictationsOfOrder,
  dictationSign,
  dictationUpdate,
  type DictationBody,
} from '@portal/contract/dictations';
import { orderCreate, orderGet, orderStatusChange, type Order } from '@portal/contract/orders';
import { contentOf } from '@portal/domain/template/test/content-of';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDictationDesk, noteBody, type DictationDesk } from '#test/dictation-factories.ts';
import { auditOf, makePatient, overridePermission, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const LEVELS = ['L3-L4', 'L4-L5', 'L5-S1'];
/** A template whose fields an order fills in, and with one that is shown by its sources. */
const CONTENT = contentOf(
  { id: 'side', label: 'Side', type: 'radio', options: ['Left', 'Right'], defaultValue: 'Left' },
  { id: 'levels', label: 'Levels', type: 'checkbox', options: LEVELS },
  {
    id: 'planned',
    label: 'Planned level',
    visibilityRules: [
      { sourceFieldId: 'order.side', operator: 'equals', value: 'Right', action: 'show' },
      { sourceFieldId: 'order.levels', operator: 'contains', value: 'L4-L5', action: 'show' },
    ],
  },
);

describe('notes from an order', () => {
  let portal: TestPortal;
  let physician: SignedInUser;
  let assistant: SignedInUser;
  let desk: DictationDesk;
  beforeAll(async () => {
    portal = await openTestPortal();
    physician = await signedInAs(portal, 'ProviderPhysician');
    assistant = await signedInAs(portal, 'MedicalAssistant');
    desk = await makeDictationDesk(portal, { content: CONTENT });
  });
  afterAll(() => portal.close());

  const order = (more: object = {}) =>
    portal.succeed(
      orderCreate,
      {
        body: {
          patientId: desk.patientId,
          type: 'Other',
          diagnosis: 'M47.816 Spondylosis',
          orderDate: '2026-11-20',
          orderedByUserId: physician.id,
          isProcedure: true,
          side: 'Right',
          levels: ['L4-L5', 'L5-S1'],
          ...more,
        },
      },
      physician,
    );
  const body = (more: Partial<DictationBody> = {}) =>
    noteBody(desk, { providerId: physician.id, formData: {}, ...more });
  const start = (orderId: string, more: Partial<DictationBody> = {}) =>
    portal.succeed(dictationCreate, { body: body({ orderId, ...more }) }, physician);
  const refusal = async (more: Partial<DictationBody>, user = physician) => {
    const answer = await portal.call(dictationCreate, { body: body(more) }, user);
    return answer.ok ? answer.status : { status: answer.status, ...answer.error.errors };
  };
  const complete = ({ id, version }: Pick<Order, 'id' | 'version'>) =>
    portal.call(orderStatusChange, { params: { id }, body: { status: 'Completed', version } }, assistant);

  it('name it, have its side and levels, and store what their rules read of it', async () => {
    const { id } = await order();
    const made = await start(id);
    expect(made).toMatchObject({
      orderId: id,
      formData: {
        side: 'Right',
        levels: ['L4-L5', 'L5-S1'],
        'order.side': 'Right',
        'order.levels': ['L4-L5', 'L5-S1'],
      },
    });
    expect(await auditOf(portal, 'Dictation', made.id)).toMatchObject([
      { action: 'Created', patient_id: desk.patientId, new_values: { orderId: id } },
    ]);
    const listed = await portal.succeed(dictationsOfOrder, { params: { id } }, physician);
    expect(listed.map((row) => row.id)).toEqual([made.id]);
  });

  it('have what was entered instead, and nothing of an order that is no procedure', async () => {
    const { id } = await order();
    const made = await start(id, { formData: { side: 'Left', levels: ['L3-L4'], 'order.side': 'Left' } });
    expect(made.formData).toMatchObject({ side: 'Left', levels: ['L3-L4'], 'order.side': 'Right' });
    const other = await order({ isProcedure: false, side: null, levels: [] });
    expect((await start(other.id)).formData).toEqual({ side: 'Left' });
  });

  it('stay as they were when the order changes later', async () => {
    const { id } = await order();
    const made = await start(id);
    await portal.owner.query(`update medical_orders set side = 'Left' where id = $1`, [id]);
    const { version } = made;
    const changed = await portal.succeed(
      dictationUpdate,
      {
        params: { id: made.id },
        body: { patientId: desk.patientId, procedureDate: '2026-11-20', formData: made.formData, version },
      },
      physician,
    );
    expect(changed.orderId).toBe(id);
    expect(changed.formData).toMatchObject({ side: 'Right', 'order.side': 'Right' });
  });

  it('leave it, with what it filled in, when they get another patient', async () => {
    const { id } = await order();
    const made = await start(id, { formData: { levels: ['L3-L4'] } });
    const { id: patientId } = await makePatient(portal);
    const changed = await portal.succeed(
      dictationUpdate,
      {
        params: { id: made.id },
        body: { patientId, procedureDate: '2026-11-20', formData: made.formData, version: made.version },
      },
      physician,
    );
    expect(changed.orderId).toBeNull();
    expect(changed.formData).toMatchObject({ side: '', levels: ['L3-L4'] });
    expect((await auditOf(portal, 'Dictation', made.id)).at(-1)).toMatchObject({
      action: 'Updated',
      old_values: { orderId: id },
      new_values: { orderId: null },
    });
  });

  it('refuse an unknown order and one of another patient', async () => {
    const { id } = await order({ patientId: (await makePatient(portal)).id });
    expect(await refusal({ orderId: id })).toEqual({
      status: 400,
      orderId: ['This order is for another patient'],
    });
    expect(await refusal({ orderId: '00000000-0000-7000-8000-000000000000' })).toEqual({
      status: 400,
      orderId: ['This order does not exist'],
    });
    const missing = await portal.call(
      dictationsOfOrder,
      { params: { id: '00000000-0000-7000-8000-000000000000' } },
      physician,
    );
    expect(missing.status).toBe(404);
  });

  it('give callers who may not view orders no values, and refuse to start from one', async () => {
    const { id } = await order();
    const blind = await signedInAs(portal, 'ProviderPhysician');
    await overridePermission(portal, blind.id, 'Order.View', false);
    expect(await refusal({ orderId: id, providerId: blind.id }, blind)).toEqual({ status: 403 });
    expect((await portal.call(dictationsOfOrder, { params: { id } }, blind)).status).toBe(403);
    const made = await start(id);
    const changed = await portal.succeed(
      dictationUpdate,
      {
        params: { id: made.id },
        body: {
          patientId: desk.patientId,
          procedureDate: '2026-11-19',
          formData: made.formData,
          version: made.version,
        },
      },
      blind,
    );
    expect(changed).toMatchObject({ orderId: id, formData: { side: 'Right', levels: ['L4-L5', 'L5-S1'] } });
  });

  it('are signed without changing the order, which somebody then completes', async () => {
    const made = await order();
    const notes = [await start(made.id), await start(made.id)];
    for (const { id, version } of notes)
      await portal.succeed(dictationSign, { params: { id }, body: { version } }, physician);
    expect((await portal.succeed(orderGet, { params: { id: made.id } }, physician)).status).toBe('Pending');
    expect((await complete(made)).status).toBe(200);
    const again = await complete(made);
    expect(again.ok ? null : again.error.message).toBe('This order is already completed.');
    const signed = await portal.succeed(dictationGet, { params: { id: notes[0]?.id ?? '' } }, physician);
    expect(signed).toMatchObject({ status: 'Signed', orderId: made.id });
  });

  it('can still be saved and signed when the order was completed or cancelled in between', async () => {
    const done = await order();
    await complete(done);
    const { id, version } = await start(done.id);
    const signed = await portal.succeed(dictationSign, { params: { id }, body: { version } }, physician);
    expect(signed).toMatchObject({ status: 'Signed', orderId: done.id });
  });

  it('are started forty times at once, while the order is completed forty times', async () => {
    const made = await order();
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => [start(made.id), complete(made)] as const).flat(),
    );
    const completions = answers.filter((answer) => 'ok' in answer);
    expect(completions.filter(({ ok }) => ok)).toHaveLength(1);
    expect(completions.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const listed = await portal.succeed(dictationsOfOrder, { params: { id: made.id } }, physician);
    expect(listed).toHaveLength(40);
    const { history } = await portal.succeed(orderGet, { params: { id: made.id } }, physician);
    expect(history.map(({ toStatus }) => toStatus)).toEqual(['Pending', 'Completed']);
  });
});
