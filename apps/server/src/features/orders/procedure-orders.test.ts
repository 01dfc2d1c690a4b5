import {
  orderCreate,
  orderExport,
  orderGet,
  orderList,
  orderPrint,
  orderUpdate,
} from '@portal/contract/orders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, makeOffice, makePatient, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { pdfPages } from '#test/pdf-text.ts';
import { makeBillingCode } from '#test/template-factories.ts';

describe('procedure orders', () => {
  let portal: TestPortal;
  let provider: SignedInUser;
  let admin: SignedInUser;
  let patientId: string;
  let office: { readonly id: string; readonly name: string };
  beforeAll(async () => {
    portal = await openTestPortal();
    provider = await signedInAs(portal, 'ProviderPhysician');
    admin = await signedInAs(portal, 'Admin');
    patientId = (await makePatient(portal)).id;
    office = { id: await makeOffice(portal, { name: 'Surgery Suite' }), name: 'Surgery Suite' };
    await makeBillingCode(portal, '64635');
    await makeBillingCode(portal, '64636');
    await makeBillingCode(portal, 'M54.16');
  });
  afterAll(() => portal.close());

  const fields = () => ({
    patientId,
    type: 'Other' as const,
    diagnosis: 'M47.816 Spondylosis',
    orderDate: '2026-11-20',
    orderedByUserId: provider.id,
    isProcedure: true,
    side: 'Left' as const,
    levels: ['L4-L5', ' L5-S1 ', 'l4-l5'],
    codes: ['64635', '64636'],
    locationId: office.id,
  });
  const create = (more: object = {}) =>
    portal.succeed(orderCreate, { body: { ...fields(), ...more } }, provider);
  const printOf = async (id: string) => {
    const { blob } = await portal.succeed(orderPrint, { params: { id } }, provider);
    return (await pdfPages(new Uint8Array(await blob.arrayBuffer()))).join('\n');
  };
  const errorsOf = async (more: object) => {
    const answer = await portal.call(orderCreate, { body: { ...fields(), ...more } }, provider);
    return answer.ok ? answer.status : { status: answer.status, ...answer.error.errors };
  };

  it('have side, levels, codes and place, also in lists, the audit log, exports and prints', async () => {
    const order = await create();
    expect(order).toMatchObject({
      type: 'Other',
      isProcedure: true,
      side: 'Left',
      levels: ['L4-L5', 'L5-S1'],
      codes: ['64635', '64636'],
      locationId: office.id,
      locationName: office.name,
    });
    const { data } = await portal.succeed(orderList, { query: { patientId } }, provider);
    expect(data.find(({ id }) => id === order.id)?.isProcedure).toBe(true);
    expect(await auditOf(portal, 'MedicalOrder', order.id)).toMatchObject([
      {
        action: 'Created',
        patient_id: patientId,
        new_values: {
          isProcedure: true,
          side: 'Left',
          levels: ['L4-L5', 'L5-S1'],
          codes: ['64635', '64636'],
        },
      },
    ]);
    const csv = await portal.succeed(orderExport, { body: { patientId } }, admin);
    const [head, first] = (await csv.blob.text()).split('\r\n');
    expect(head).toMatch(/,Side,Levels,Codes,Place$/);
    expect(first).toContain(',Procedure,');
    expect(first).toMatch(/,Left,L4-L5; L5-S1,64635; 64636,Surgery Suite$/);
    const text = await printOf(order.id);
    for (const part of ['Procedure', 'Left', 'L4-L5, L5-S1', '64635, 64636', 'Surgery Suite'])
      expect(text).toContain(part);
  });

  it('are changed in part, and need nothing else than the mark', async () => {
    const order = await create({ side: null, levels: [], codes: [], locationId: null });
    const changed = await portal.succeed(
      orderUpdate,
      {
        params: { id: order.id },
        body: {
          type: 'Other',
          diagnosis: order.diagnosis,
          orderDate: order.orderDate,
          orderedByUserId: provider.id,
          levels: ['C5-C6'],
          version: order.version,
        },
      },
      provider,
    );
    expect(changed).toMatchObject({ isProcedure: true, side: null, levels: ['C5-C6'], codes: [] });
    expect((await auditOf(portal, 'MedicalOrder', order.id)).at(-1)).toMatchObject({
      action: 'Updated',
      old_values: { levels: [] },
      new_values: { levels: ['C5-C6'] },
    });
  });

  it('refuses what only procedures have on other orders, and procedures of other types', async () => {
    expect(await errorsOf({ isProcedure: false })).toEqual({
      status: 400,
      side: ['Only imaging orders and procedures have a side'],
      levels: ['Only procedures have levels'],
      codes: ['Only procedures have codes'],
      locationId: ['Only procedures have a place'],
    });
    expect(await errorsOf({ type: 'MRI', levels: [], codes: [], locationId: null })).toEqual({
      status: 400,
      isProcedure: ['Only orders of the type Other can be procedures'],
    });
  });

  it('refuses unknown and inactive codes, diagnoses as codes, and unknown and inactive offices', async () => {
    await makeBillingCode(portal, '64999', { isActive: false });
    expect(await errorsOf({ codes: ['64635', '99999', '64999', 'M54.16'] })).toEqual({
      status: 400,
      codes: ['These are no active procedure codes: 99999, 64999, M54.16'],
    });
    const closed = await makeOffice(portal, { name: 'Closed', isActive: false });
    for (const locationId of [closed, '00000000-0000-7000-8000-000000000000'])
      expect(await errorsOf({ locationId })).toEqual({
        status: 400,
        locationId: ['Choose an active location'],
      });
    expect(await errorsOf({ levels: ['x'.repeat(61)] })).toMatchObject({ status: 400 });
    expect(await errorsOf({ levels: Array.from({ length: 21 }, (_, at) => `L${at}`) })).toEqual({
      status: 400,
      levels: ['An order can have at most 20 levels'],
    });
  });

  it('keep codes and an office that were deactivated since', async () => {
    const old = await makeOffice(portal, { name: 'Old Suite' });
    await makeBillingCode(portal, '64490');
    const order = await create({ locationId: old, codes: ['64490'] });
    await portal.deps.db.updateTable('offices').set({ is_active: false }).where('id', '=', old).execute();
    await portal.deps.db
      .updateTable('billing_codes')
      .set({ is_active: false })
      .where('code', '=', '64490')
      .execute();
    const { patientId: _patient, ...body } = fields();
    const changed = await portal.succeed(
      orderUpdate,
      {
        params: { id: order.id },
        body: { ...body, locationId: old, codes: ['64490'], side: 'Right', version: order.version },
      },
      provider,
    );
    expect(changed).toMatchObject({ side: 'Right', locationName: 'Old Suite', codes: ['64490'] });
  });

  it('name no office that only SuperAdmins see', async () => {
    const hidden = await makeOffice(portal, { name: 'Hidden Suite' });
    const order = await create({ locationId: hidden });
    await portal.deps.db
      .updateTable('offices')
      .set({ super_admin_only: true })
      .where('id', '=', hidden)
      .execute();
    const shown = await portal.succeed(orderGet, { params: { id: order.id } }, provider);
    expect(shown).toMatchObject({ locationId: hidden, locationName: null });
    expect(await printOf(order.id)).not.toContain('Hidden Suite');
  });
});
