import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  billingCodeCreate,
  billingCodeImport,
  billingCodeImportPreview,
  billingCodeSearch,
  billingCodeUpdate,
  type ImportRow,
} from '@portal/contract/billing-codes';
import type { BodyInputOf } from '@portal/contract/endpoint';
import { defaultCodeTraits, shorterCodes } from '@portal/domain/billing-code-traits';
import { DIAGNOSIS_CODES } from '@portal/starter/diagnosis-codes';
import { PROCEDURE_CODES } from '@portal/starter/procedure-codes';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditOf, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');

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

const create = (codeType: 'CPT' | 'ICD10', code: string, more: object = {}) =>
  portal.succeed(
    billingCodeCreate,
    { body: { codeType, code, description: 'Wibble', category: null, ...more } },
    admin,
  );
const update = (id: string, body: BodyInputOf<typeof billingCodeUpdate>) =>
  portal.call(billingCodeUpdate, { params: { id }, body }, admin);
const diagnoses = (...codes: string[]): ImportRow[] =>
  codes.map((code) => ({ codeType: 'ICD10', code, description: 'Wibble' }));
const run = (body: ImportRow[]) => portal.succeed(billingCodeImport, { body }, admin);
const preview = (body: ImportRow[]) => portal.succeed(billingCodeImportPreview, { body }, admin);
/** The headings of the catalog. */
const headings = async () =>
  (await portal.succeed(billingCodeSearch, { body: { isBillable: false, pageSize: 500 } }, admin)).items.map(
    ({ code }) => code,
  );

describe('unit size and unit', () => {
  it('default to the HCPCS descriptor, can be changed and cleared together, and stay if not sent', async () => {
    const drug = await create('CPT', 'J3301');
    expect(drug).toMatchObject({ unitSize: 10, unit: 'mg', isBillable: true });
    expect(await create('CPT', '99152', { unitSize: 15, unit: 'min' })).toMatchObject({
      unitSize: 15,
      unit: 'min',
    });
    expect(await update(drug.id, { description: 'Another' })).toMatchObject({
      status: 200,
      body: { unitSize: 10, unit: 'mg' },
    });
    expect(await update(drug.id, { description: 'Another', unitSize: null })).toMatchObject({
      status: 400,
      error: { errors: { unitSize: ['Enter a unit size for the unit'] } },
    });
    expect(await update(drug.id, { description: 'Another', unit: ' ' })).toMatchObject({
      status: 400,
      error: { errors: { unit: [expect.stringMatching(/^Enter the unit/)] } },
    });
    expect(await update(drug.id, { description: 'Another', unitSize: null, unit: '' })).toMatchObject({
      status: 200,
      body: { unitSize: null, unit: null },
    });
    expect((await auditOf(portal, 'BillingCode', drug.id)).at(-1)).toMatchObject({
      old_values: { unitSize: 10, unit: 'mg' },
      new_values: { unitSize: null, unit: null },
    });
  });

  it('refuses a number that is too large for JSON', async () => {
    const answer = await portal.raw({
      method: 'POST',
      url: '/api/admin/billing-code',
      headers: { 'content-type': 'application/json' },
      payload: '{"codeType":"CPT","code":"J1","description":"x","unitSize":1e999,"unit":"mg"}',
      token: admin.token,
    });
    expect(answer).toMatchObject({ status: 400 });
    expect(JSON.stringify(answer)).toContain('Unit size must be a number above 0');
  });
});

describe('headings', () => {
  it('are new diagnoses with longer codes, and existing ones that get their first longer code', async () => {
    expect(await create('ICD10', 'M17.10')).toMatchObject({ isBillable: true, newHeadings: [] });
    expect(await create('ICD10', 'M17.1')).toMatchObject({ isBillable: false, newHeadings: [] });
    expect(await create('ICD10', 'M17')).toMatchObject({ isBillable: false, newHeadings: [] });
    const below = await create('ICD10', 'I10');
    expect(below.isBillable).toBe(true);
    expect(await create('ICD10', 'I10.1')).toMatchObject({ isBillable: true, newHeadings: ['I10'] });
    expect(await headings()).toEqual(['I10', 'M17', 'M17.1']);
    expect((await auditOf(portal, 'BillingCode', below.id)).at(-1)).toMatchObject({
      action: 'Updated',
      old_values: { isBillable: true },
      new_values: { isBillable: false },
    });
    expect(await portal.succeed(billingCodeSearch, { body: { isBillable: true } }, admin)).toMatchObject({
      totalCount: 2,
      items: [{ code: 'I10.1' }, { code: 'M17.10' }],
    });
    // Codes that only look similar.
    expect(await create('CPT', 'I10')).toMatchObject({ isBillable: true });
    expect(await create('ICD10', 'I1')).toMatchObject({ isBillable: true });
    expect(await create('ICD10', 'I10-X')).toMatchObject({ isBillable: true, newHeadings: [] });
  });

  it('stay as the administrator decided when more longer codes are added', async () => {
    await create('ICD10', 'M17.0');
    const { id, version } = await create('ICD10', 'M17');
    expect(await update(id, { description: 'x', isBillable: true, version })).toMatchObject({ status: 200 });
    expect(await create('ICD10', 'M17.9')).toMatchObject({ newHeadings: [] });
    expect((await run(diagnoses('M17', 'M17.4'))).newHeadings).toEqual([]);
    expect(await headings()).toEqual([]);
    expect(await create('ICD10', 'M18', { isBillable: false })).toMatchObject({ isBillable: false });
  });

  it('come from the import itself and from the catalog, in the preview and in the result', async () => {
    await create('ICD10', 'S82');
    await create('ICD10', 'M54');
    await create('ICD10', 'K35');
    const rows: ImportRow[] = [
      ...diagnoses('M17', 'M17.1', 'M17.10', 'S82', 'S82.0', 'M54.5'),
      { codeType: 'ICD10', code: 'K35', description: 'Kept billable', isBillable: true },
      ...diagnoses('K35.8'),
      { codeType: 'ICD10', code: 'M54.50', description: 'x', lineType: 'drug' },
    ];
    const shown = await preview(rows);
    expect(shown.newHeadings).toEqual(['M54']);
    expect(shown.rows.map(({ code, outcome, isHeading }) => [code, outcome, isHeading])).toEqual([
      ['M17', 'insert', true],
      ['M17.1', 'insert', true],
      ['M17.10', 'insert', false],
      ['S82', 'update', true],
      ['S82.0', 'insert', false],
      ['M54.5', 'insert', false],
      ['K35', 'update', false],
      ['K35.8', 'insert', false],
      ['M54.50', 'error', false],
    ]);
    expect(await headings()).toEqual([]);
    expect(await run(rows)).toMatchObject({ newHeadings: shown.newHeadings, rows: shown.rows });
    expect(await headings()).toEqual(['M17', 'M17.1', 'M54', 'S82']);
    expect((await auditOf(portal, 'BillingCode', null)).at(-1)).toMatchObject({
      old_values: {
        changed: expect.arrayContaining([expect.objectContaining({ code: 'M54', isBillable: true })]),
      },
      new_values: {
        changed: expect.arrayContaining([expect.objectContaining({ code: 'M54', isBillable: false })]),
      },
    });
    expect(await preview(rows)).toMatchObject({ inserted: 0, updated: 0, newHeadings: [] });
  });

  it('of a long file are known before the call with their longer codes', async () => {
    const [heading] = diagnoses('M17');
    const done = await run([
      { codeType: 'ICD10', code: 'M17', description: 'x', ...heading, hasLongerCodes: true },
    ]);
    expect(done.rows).toMatchObject([{ code: 'M17', isHeading: true }]);
    expect(await run(diagnoses('M17.0'))).toMatchObject({ newHeadings: [] });
    expect(await headings()).toEqual(['M17']);
  });

  it('are found when a heading and its longer codes are added at the same time', async () => {
    await Promise.all(['M17', 'M17.0', 'M17.00', 'M17.1'].map((code) => create('ICD10', code)));
    expect(await headings()).toEqual(['M17', 'M17.0']);
  });
});

it('gives the codes that were there the traits of new ones', async () => {
  const names = await readdir(MIGRATIONS);
  const name = names.find((file) => file.endsWith('_billing_code_traits.sql')) ?? '';
  const sql = await readFile(join(MIGRATIONS, name), 'utf8');
  const fill = sql.match(/^update .*?;$/gmsu) ?? [];
  expect(fill).toHaveLength(2);
  const later = names.find((file) => file.endsWith('_code_dates.sql')) ?? '';
  const corrections = (await readFile(join(MIGRATIONS, later), 'utf8')).match(/^update .*?;$/gmsu) ?? [];
  expect(corrections).toHaveLength(4);
  const procedures = Object.values(PROCEDURE_CODES)
    .flatMap((some) => Object.keys(some))
    // Later drugs were not there.
    .filter((code) => !/^[JQ]/u.test(code));
  const drugs = [...sql.matchAll(/\('([JQ]\d{4})', /gu)].flatMap(([, code]) => code ?? []);
  expect(drugs.length).toBeGreaterThan(60);
  const cpt = [...new Set([...procedures, ...drugs, 'J3490', 'M17'])];
  const icd10 = [
    ...DIAGNOSIS_CODES.map(({ code }) => code),
    'M17',
    'M17.1',
    'I1',
    'I10',
    'I10-X',
    'X-1',
    'X-12',
  ];
  const all = [
    ...cpt.map((code) => ({ codeType: 'CPT' as const, code })),
    ...[...new Set(icd10)].map((code) => ({ codeType: 'ICD10' as const, code })),
  ];
  await portal.owner.query(
    `insert into billing_codes (code_type, code, description) select *, '' from unnest($1::text[], $2::text[])`,
    [all.map(({ codeType }) => codeType), all.map(({ code }) => code)],
  );
  for (const statement of [...fill, ...corrections]) await portal.owner.query(statement);
  const { rows } = await portal.owner.query<{ type: 'CPT' | 'ICD10'; code: string; traits: unknown }>(
    `select code_type as type, code,
       json_build_object('unitSize', unit_size, 'unit', unit, 'isBillable', is_billable,
         'validFrom', valid_from, 'validTo', valid_to) as traits from billing_codes`,
  );
  const shorter = new Set(icd10.flatMap((code) => shorterCodes('ICD10', code)));
  expect(rows.filter(({ code }) => shorter.has(code))).not.toEqual([]);
  for (const { type, code, traits } of rows) {
    const {
      lineType: _type,
      bilateralIndicator: _indicator,
      ...expected
    } = defaultCodeTraits(type, code, shorter.has(code));
    expect([code, traits]).toEqual([code, expected]);
  }
});
