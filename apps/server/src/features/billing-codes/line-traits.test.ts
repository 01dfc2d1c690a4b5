import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  billingCodeCreate,
  billingCodeImport,
  billingCodeSearch,
  billingCodeUpdate,
} from '@portal/contract/billing-codes';
import type { BodyInputOf } from '@portal/contract/endpoint';
import { defaultLineTraits } from '@portal/domain/billing-line';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DIAGNOSIS_CODES } from '@portal/starter/diagnosis-codes';
import { PROCEDURE_CODES } from '@portal/starter/procedure-codes';
import { auditOf, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');

const body = (code: string, more: object = {}): BodyInputOf<typeof billingCodeCreate> => ({
  codeType: 'CPT',
  code,
  description: 'Injection',
  category: null,
  ...more,
});

describe('line type and bilateral indicator of a billing code', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
  });
  afterAll(() => portal.close());

  const create = (code: string, more: object = {}) =>
    portal.succeed(billingCodeCreate, { body: body(code, more) }, admin);

  it('default to those of the code range', async () => {
    expect(await create('64483')).toMatchObject({ lineType: 'procedure', bilateralIndicator: 1 });
    expect(await create('62323')).toMatchObject({ lineType: 'procedure', bilateralIndicator: 9 });
    // No official source has it.
    expect(await create('0998T')).toMatchObject({ lineType: 'procedure', bilateralIndicator: null });
    expect(await create('99152')).toMatchObject({ lineType: 'sedation', bilateralIndicator: 9 });
    expect(await create('M54.16', { codeType: 'ICD10' })).toMatchObject({
      lineType: 'other',
      bilateralIndicator: 9,
    });
  });

  it('can be chosen and changed, and changes are recorded', async () => {
    const chosen = { lineType: 'supply', bilateralIndicator: 3 } as const;
    const code = await create('0999T', chosen);
    expect(code).toMatchObject(chosen);
    const change = { description: 'Injection', lineType: 'imaging', bilateralIndicator: 1 } as const;
    expect(
      await portal.succeed(billingCodeUpdate, { params: { id: code.id }, body: change }, admin),
    ).toMatchObject(change);
    const without = { description: 'Another' };
    expect(
      await portal.succeed(billingCodeUpdate, { params: { id: code.id }, body: without }, admin),
    ).toMatchObject({ ...change, ...without });
    expect(await auditOf(portal, 'BillingCode', code.id)).toMatchObject([
      { new_values: chosen },
      { old_values: chosen, new_values: { lineType: 'imaging', bilateralIndicator: 1 } },
      { new_values: without },
    ]);
  });

  it('refuse unknown values, and any value for diagnoses', async () => {
    for (const more of [
      { lineType: 'dental' },
      { bilateralIndicator: 4 },
      { bilateralIndicator: '1' },
      { unitSize: 0, unit: 'mg' },
      { unitSize: -1, unit: 'mg' },
      { unitSize: '1', unit: 'mg' },
      { unitSize: 1, unit: 'x'.repeat(21) },
      { isBillable: 'no' },
    ])
      expect(
        await portal.raw({
          method: 'POST',
          url: '/api/admin/billing-code',
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify(body('64490', more)),
          token: admin.token,
        }),
      ).toMatchObject({ status: 400 });
    for (const more of [{ lineType: 'procedure' }, { bilateralIndicator: 1 }, { unitSize: 1, unit: 'mg' }])
      expect(
        await portal.call(billingCodeCreate, { body: body('M54.17', { codeType: 'ICD10', ...more }) }, admin),
      ).toMatchObject({
        status: 400,
        error: { errors: { [Object.keys(more)[0] ?? '']: [expect.anything()] } },
      });
  });

  it('default to those of the range for imported codes; existing codes keep theirs', async () => {
    await create('J1885', { lineType: 'other', bilateralIndicator: 0 });
    const rows = ['J1885', 'J1100', '77003'].map((code) => ({
      codeType: 'CPT',
      code,
      description: 'Wibble',
    }));
    await portal.succeed(billingCodeImport, { body: rows }, admin);
    const { items } = await portal.succeed(billingCodeSearch, { body: { searchTerm: 'wibble' } }, admin);
    expect(
      items.map(({ code, lineType, bilateralIndicator }) => [code, lineType, bilateralIndicator]),
    ).toEqual([
      ['77003', 'imaging', 0],
      ['J1100', 'drug', 9],
      ['J1885', 'other', 0],
    ]);
  });

  it('were set on existing codes by the migration as for new codes', async () => {
    const names = await readdir(MIGRATIONS);
    const name = names.find((file) => file.endsWith('_billing_line_types.sql')) ?? '';
    const [, ...fill] = (await readFile(join(MIGRATIONS, name), 'utf8')).split(/^(?=update )/mu);
    expect(fill).toHaveLength(2);
    const later = names.find((file) => file.endsWith('_code_dates.sql')) ?? '';
    const corrections = (await readFile(join(MIGRATIONS, later), 'utf8')).match(/^update .*?;$/gmsu) ?? [];
    expect(corrections).toHaveLength(4);
    const ranges = [
      '00600',
      '01999',
      '10004',
      '69990',
      '70010',
      '99100',
      '99157',
      '99499',
      'A4550',
      'Q4010',
      'G0463',
      'X',
    ];
    const codes = [...Object.values(PROCEDURE_CODES).flatMap((some) => Object.keys(some)), ...ranges]
      // Codes of 2024 and 2025 came into the starter catalog after the migration.
      .filter((code) => !/^(?:980\d\d|G221[12])$/u.test(code))
      .map((code) => ({ codeType: 'CPT' as const, code }));
    const all = [...codes, ...DIAGNOSIS_CODES.map(({ code }) => ({ codeType: 'ICD10' as const, code }))];
    await portal.owner.query('delete from billing_codes');
    await portal.owner.query(
      `insert into billing_codes (code_type, code, description, bilateral_indicator)
       select *, '', 9 from unnest($1::text[], $2::text[])`,
      [all.map(({ codeType }) => codeType), all.map(({ code }) => code)],
    );
    for (const statement of [...fill, ...corrections]) await portal.owner.query(statement);
    const { rows } = await portal.owner.query<{ type: 'CPT' | 'ICD10'; code: string; traits: unknown }>(
      `select code_type as type, code,
         json_build_object('lineType', line_type, 'bilateralIndicator', bilateral_indicator) as traits from billing_codes`,
    );
    expect(rows).toHaveLength(all.length);
    for (const { type, code, traits } of rows) {
      const { lineType, bilateralIndicator } = defaultLineTraits(type, code);
      // Codes without a source keep what they had.
      expect([code, traits]).toMatchObject([
        code,
        { lineType, ...(bilateralIndicator !== null && { bilateralIndicator }) },
      ]);
    }
  });

  it('and the dates of codes are corrected by the migration only where nobody changed the code', async () => {
    const names = await readdir(MIGRATIONS);
    const later = names.find((file) => file.endsWith('_code_dates.sql')) ?? '';
    const corrections = (await readFile(join(MIGRATIONS, later), 'utf8')).match(/^update .*?;$/gmsu) ?? [];
    await portal.owner.query('delete from billing_codes');
    await portal.owner.query(
      `insert into billing_codes (code_type, code, description, line_type, bilateral_indicator, unit_size, unit, version)
       values ('CPT', 'J1040', '', 'drug', 9, 80, 'mg', 1), ('CPT', 'J1030', 'Ours', 'drug', 9, 40, 'mg', 2),
         ('CPT', 'J0702', '', 'drug', 9, 3, 'mg', 1), ('CPT', 'J2400', '', 'drug', 9, 30, 'mg', 2),
         ('CPT', '20551', '', 'procedure', 1, null, null, 1), ('CPT', '64620', '', 'procedure', 1, null, null, 2)`,
    );
    for (const statement of corrections) await portal.owner.query(statement);
    const { items } = await portal.succeed(billingCodeSearch, { body: {} }, admin);
    expect(
      items.map(({ code, validTo, unitSize, unit, bilateralIndicator }) => [
        code,
        validTo,
        unitSize,
        unit,
        bilateralIndicator,
      ]),
    ).toEqual([
      ['20551', null, null, null, 0],
      ['64620', null, null, null, 1],
      ['J0702', null, 6, 'mg', 9],
      ['J1030', null, 40, 'mg', 9],
      ['J1040', '2024-03-31', 80, 'mg', 9],
      ['J2400', null, 30, 'mg', 9],
    ]);
  });
});
