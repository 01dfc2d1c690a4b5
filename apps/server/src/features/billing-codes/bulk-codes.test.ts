import { billingCodeBulk, billingCodeBulkPreview, MAX_BULK_CODES } from '@portal/contract/billing-code-bulk';
import {
  billingCodeCreate,
  billingCodeImport,
  billingCodeSearch,
  type BillingCode,
} from '@portal/contract/billing-codes';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditOf, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const ABSENT = '00000000-0000-7000-8000-000000000000';
const seen = ({ id, version }: Pick<BillingCode, 'id' | 'version'>) => ({ id, version });

describe('bulk change of billing codes', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
  });
  afterAll(() => portal.close());
  beforeEach(async () => {
    await portal.owner.query('delete from billing_codes');
  });

  const create = (code: string, codeType: 'CPT' | 'ICD10' = 'CPT') =>
    portal.succeed(billingCodeCreate, { body: { codeType, code, description: 'x', category: null } }, admin);
  const change = (body: object) =>
    portal.raw({
      method: 'POST',
      url: '/api/admin/billing-code/bulk',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
      token: admin.token,
    });
  const all = async () =>
    (await portal.succeed(billingCodeSearch, { body: { pageSize: MAX_BULK_CODES } }, admin)).items;

  it('shows and then makes the change, with an audit entry for each code and one activity', async () => {
    const codes = [await create('J3490'), await create('J1100'), await create('99072')];
    const body = {
      lineType: 'supply',
      bilateralIndicator: 0,
      unitSize: 0.5,
      unit: 'mL',
      isBillable: false,
      isActive: false,
      records: codes.map((code) => seen(code)),
    } as const;
    const preview = await portal.succeed(billingCodeBulkPreview, { body }, admin);
    const to = 'Supply, bilateral indicator 0, 0.5 mL, Heading, Inactive';
    expect(
      preview.records.map(({ label, from, to: after, problem }) => [label, from, after, problem]),
    ).toEqual([
      ['CPT J3490', 'Drug, bilateral indicator unknown, no unit size, Billable, Active', to, null],
      ['CPT J1100', 'Drug, bilateral indicator 9, 1 mg, Billable, Active', to, null],
      ['CPT 99072', 'Other, bilateral indicator unknown, no unit size, Billable, Active', to, null],
    ]);
    expect((await all()).every(({ version }) => version === 1)).toBe(true);

    expect(await portal.succeed(billingCodeBulk, { body }, admin)).toMatchObject({
      changedCount: 3,
      changed: [{ label: 'CPT J3490' }, { label: 'CPT J1100' }, { label: 'CPT 99072' }],
    });
    const { records: _records, ...changed } = body;
    for (const code of await all()) expect(code).toMatchObject({ ...changed, version: 2 });
    for (const { id } of codes)
      expect((await auditOf(portal, 'BillingCode', id)).at(-1)).toMatchObject({
        action: 'Updated',
        new_values: { lineType: 'supply', unitSize: 0.5, isBillable: false, isActive: false },
      });
    const { rows } = await portal.owner.query<{ description: string }>(
      `select description from activities where description like '%were changed'`,
    );
    expect(rows).toEqual([{ description: '3 billing codes were changed' }]);
    const removed = { unitSize: null, unit: null, records: codes.map(({ id }) => ({ id, version: 2 })) };
    expect(await portal.succeed(billingCodeBulk, { body: removed }, admin)).toMatchObject({
      changedCount: 3,
    });
  });

  it('changes nothing if one record is stale, not there, or cannot have the trait, and names it', async () => {
    const [drug, heading] = [await create('J3490'), await create('M17', 'ICD10')];
    const billable = { isBillable: true, records: [seen(drug), { id: heading.id, version: 7 }] };
    expect(await portal.call(billingCodeBulk, { body: billable }, admin)).toMatchObject({
      status: 409,
      error: {
        code: 'STALE',
        message: expect.stringMatching(/^Nothing was changed\. ICD-10 M17: /),
        errors: { 'records.1': [expect.stringMatching(/^ICD-10 M17: /)] },
      },
    });
    const drugs = {
      lineType: 'drug' as const,
      records: [seen(heading), seen(drug), { id: ABSENT, version: 1 }],
    };
    const preview = await portal.succeed(billingCodeBulkPreview, { body: drugs }, admin);
    expect(preview.records.map(({ label, problem }) => [label, problem])).toEqual([
      ['ICD-10 M17', 'Diagnoses have no line type: leave it as Other'],
      ['CPT J3490', null],
      [null, 'This billing code does not exist.'],
    ]);
    expect(await portal.call(billingCodeBulk, { body: drugs }, admin)).toMatchObject({
      status: 409,
      error: {
        message: expect.stringMatching(/^Nothing was changed\. ICD-10 M17: Diagnoses have no line type/),
      },
    });
    expect((await all()).map(({ version }) => version)).toEqual([1, 1]);
  });

  it.each([
    [{}, 'lineType'],
    [{ lineType: 'dental' }, 'lineType'],
    [{ bilateralIndicator: 4 }, 'bilateralIndicator'],
    [{ unitSize: 1 }, 'unit'],
    [{ unitSize: 1, unit: null }, 'unit'],
    [{ unitSize: 1, unit: ' ' }, 'unit'],
    [{ unit: 'mg' }, 'unitSize'],
    [{ unitSize: null, unit: 'mg' }, 'unitSize'],
    [{ unitSize: 0, unit: 'mg' }, 'unitSize'],
    [{ unitSize: -1, unit: 'mg' }, 'unitSize'],
    [{ unitSize: 'ten', unit: 'mg' }, 'unitSize'],
    [{ isActive: 'yes' }, 'isActive'],
    [{ description: 'All the same' }, 'description'],
    [{ isActive: true, records: [] }, 'records'],
    [{ isActive: true, records: Array.from({ length: 501 }, () => ({ id: ABSENT, version: 1 })) }, 'records'],
  ])('refuses %j', async (wrong, field) => {
    const answer = await change({ records: [{ id: ABSENT, version: 1 }], ...wrong });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer)).toContain(field);
  });

  it('changes as many codes as allowed, also while an import changes them', async () => {
    const rows = Array.from({ length: MAX_BULK_CODES }, (_, index) => ({
      codeType: 'CPT',
      code: `X${index}`,
      description: 'x',
    }));
    await portal.succeed(billingCodeImport, { body: rows }, admin);
    const records = (await all()).map((code) => seen(code));
    const answers = await Promise.all([
      portal.call(billingCodeBulk, { body: { lineType: 'supply', records } }, admin),
      portal.call(billingCodeImport, { body: rows.map((row) => ({ ...row, description: 'y' })) }, admin),
    ]);
    // The bulk change either came first, or was stale.
    expect([200, 409]).toContain(answers[0].status);
    expect(answers[1].status).toBe(200);
    const changed = new Set((await all()).map(({ lineType }) => lineType));
    expect([...changed]).toEqual([answers[0].status === 200 ? 'supply' : 'other']);
  });
});
