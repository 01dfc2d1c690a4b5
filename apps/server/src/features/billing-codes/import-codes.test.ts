import { readFile } from 'node:fs/promises';
import {
  billingCodeImport,
  billingCodeImportPreview,
  billingCodeSearch,
  billingCodeToggle,
  MAX_IMPORT_ROWS,
  type ImportRow,
} from '@portal/contract/billing-codes';
import type { CodeType } from '@portal/domain/billing-code';
import { parseCodeTable } from '@portal/domain/billing-code-import';
import { CODE_COLUMNS, readCodeText } from '@portal/domain/billing-code-layout';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

/** As many codes as a published year of ICD-10-CM categories has. */
const MANY = 24_628;

describe('billing code import', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
  });
  afterAll(() => portal.close());

  const preview = (body: ImportRow[]) => portal.succeed(billingCodeImportPreview, { body }, admin);
  const run = (body: ImportRow[]) => portal.succeed(billingCodeImport, { body }, admin);
  const find = async (searchTerm: string) =>
    (await portal.succeed(billingCodeSearch, { body: { searchTerm } }, admin)).items;

  it('previews the outcome of each row without changing anything', async () => {
    await run([
      { codeType: 'CPT', code: '90001', description: 'Plugh one' },
      { codeType: 'CPT', code: '90002', description: 'Plugh two', category: 'Old', isActive: false },
    ]);
    const rows: ImportRow[] = [
      { codeType: 'cpt', code: '90001', description: 'Plugh one' },
      { codeType: 'HCPCS', code: '90002', description: 'Plugh changed' },
      { codeType: 'ICD-10', code: 'm5416', description: 'Plugh new' },
      { codeType: 'ICD10', code: 'M54.16', description: 'Plugh again' },
      { codeType: '', code: '90003', description: 'Plugh' },
      { codeType: 'CPT', code: '90004', description: ' ' },
      { codeType: 'CPT', code: '<script>', description: 'Plugh' },
    ];
    const report = await preview(rows);
    expect(report).toMatchObject({
      message: '1 billing codes would be added, 1 changed, 1 unchanged, 4 skipped',
      inserted: 1,
      updated: 1,
      unchanged: 1,
      failed: 4,
    });
    expect(report.rows.map(({ outcome, code, message }) => [outcome, code, message])).toEqual([
      ['unchanged', '90001', null],
      ['update', '90002', null],
      ['insert', 'M54.16', null],
      ['error', 'M54.16', 'Duplicate of an earlier row'],
      ['error', '90003', 'Code type is required'],
      ['error', '90004', 'Description is required'],
      ['error', '<script>', 'Code can have letters, digits, dots and hyphens only'],
    ]);
    expect((await find('plugh')).map(({ code, description }) => [code, description])).toEqual([
      ['90001', 'Plugh one'],
      ['90002', 'Plugh two'],
    ]);

    const done = await run(rows);
    expect(done).toMatchObject({ inserted: 1, updated: 1, unchanged: 1, failed: 4, rows: report.rows });
    // Values missing from the row are kept: the category and the inactive status.
    expect(await find('90002')).toMatchObject([
      { description: 'Plugh changed', category: 'Old', isActive: false, version: 2 },
    ]);
    expect(await find('90001')).toMatchObject([{ version: 1 }]);
    expect((await auditOf(portal, 'BillingCode', null)).at(-1)).toMatchObject({
      action: 'Updated',
      old_values: { changed: [{ code: '90002', description: 'Plugh two' }] },
      new_values: { added: ['ICD10 M54.16'], changed: [{ description: 'Plugh changed' }] },
    });
    expect(await preview(rows)).toMatchObject({ inserted: 0, updated: 0, unchanged: 3, failed: 4 });
  });

  it('updates category and status if given', async () => {
    await run([{ codeType: 'CPT', code: '90010', description: 'x', category: 'Spine', isActive: true }]);
    await run([{ codeType: 'CPT', code: '90010', description: 'x', category: 'Other', isActive: false }]);
    expect(await find('90010')).toMatchObject([{ category: 'Other', isActive: false }]);
  });

  const FULL = {
    CodeType: 'CPT',
    Code: 'J3301',
    Description: 'Grue extract',
    Category: 'Steroids',
    IsActive: 'false',
    LineType: 'supply',
    BilateralIndicator: '3',
    UnitSize: '20',
    Unit: 'mcg',
    IsBillable: 'false',
    ValidFrom: '2020-01-01',
    ValidTo: '12/31/2030',
  } as const satisfies Record<(typeof CODE_COLUMNS)[number], string>;
  const OPTIONAL = CODE_COLUMNS.filter((column) => !['CodeType', 'Code', 'Description'].includes(column));

  it.each([...OPTIONAL.map((column) => [column]), [...OPTIONAL]])(
    'leaves what is there if %s is blank or missing',
    async (...columns) => {
      await run(rowsOf(FULL));
      const [before] = await find('grue');
      expect(before).toMatchObject({ unitSize: 20, unit: 'mcg', category: 'Steroids', isBillable: false });
      const others = Object.entries(FULL).filter(([name]) => !columns.some((column) => column === name));
      for (const blank of ['', ' ', undefined]) {
        const cells = blank === undefined ? [] : columns.map((column) => [column, blank]);
        const rows = rowsOf(Object.fromEntries([...others, ...cells]));
        expect(await preview(rows)).toMatchObject({ unchanged: 1, rows: [{ changes: [] }] });
        expect(await run(rows)).toMatchObject({ unchanged: 1, updated: 0 });
        expect(await find('grue')).toEqual([before]);
      }
    },
  );

  it('names each value that changes, old and new, and a drug without a unit size', async () => {
    await run(rowsOf(FULL));
    const rows = [
      ...rowsOf({ ...FULL, UnitSize: '40', Unit: '', Category: '', IsActive: 'true' }),
      ...rowsOf({ ...FULL, Code: 'J9998', LineType: '', BilateralIndicator: '', UnitSize: '', Unit: '' }),
    ];
    const { rows: found } = await preview(rows);
    expect(found).toMatchObject([
      {
        outcome: 'update',
        changes: [
          { field: 'Active', before: 'No', after: 'Yes' },
          { field: 'Unit size', before: '20 mcg', after: '40 mcg' },
        ],
        warning: null,
      },
      { outcome: 'insert', changes: [], warning: expect.stringContaining('Without a unit size') },
    ]);
    expect((await run(rows)).rows).toEqual(found);
    expect(await find('J9998')).toMatchObject([{ lineType: 'drug', unitSize: null, unit: null }]);
  });

  it('refuses an empty import, too many rows and malformed rows', async () => {
    expect(await portal.call(billingCodeImport, { body: [] }, admin)).toMatchObject({
      status: 400,
      error: { message: 'No valid billing codes found in the CSV data' },
    });
    const row = { codeType: 'CPT', code: '9', description: 'x' };
    const many = Array.from({ length: MAX_IMPORT_ROWS + 1 }, () => row);
    expect(await portal.call(billingCodeImportPreview, { body: many }, admin)).toMatchObject({ status: 400 });
    for (const payload of [
      '{}',
      '[{"codeType":1}]',
      '[{"codeType":"CPT","code":"1","description":"x","id":1}]',
    ])
      expect(
        await portal.raw({
          method: 'POST',
          url: '/api/admin/billing-code/import',
          headers: { 'content-type': 'application/json' },
          payload,
          token: admin.token,
        }),
      ).toMatchObject({ status: 400 });
  });

  it('refuses a body above the size limit and stores none of it', async () => {
    const rows = Array.from({ length: 1000 }, (_, index) => ({
      codeType: 'CPT',
      code: String(70_000 + index),
      description: `Quagga ${'x'.repeat(400)}`,
    }));
    const answer = await portal.call(billingCodeImport, { body: rows }, admin);
    expect(answer).toMatchObject({ status: 413, error: { code: 'PAYLOAD_TOO_LARGE' } });
    expect(await find('quagga')).toEqual([]);
  });

  it('stores each code once when two imports of the same codes run concurrently', async () => {
    const done = await Promise.all([run(numbered(1)), run(numbered(-1))]);
    expect(done.map(({ failed }) => failed)).toEqual([0, 0]);
    const body = { searchTerm: 'frobnicate', pageSize: 500 };
    const { items, totalCount } = await portal.succeed(billingCodeSearch, { body }, admin);
    expect(totalCount).toBe(200);
    expect(items.every(({ version }) => version === 1)).toBe(true);
  });

  it('imports a published file of tens of thousands of codes and descriptions in batches', async () => {
    const text = await publishedFile();
    const table = parseCodeTable(readCodeText(text), 'ICD10');
    if ('error' in table) throw new Error(table.error);
    const rows = table.rows.map(({ row }) => row);
    expect(rows.length).toBeGreaterThanOrEqual(MANY);
    let inserted = 0;
    for (let start = 0; start < rows.length; start += 1000)
      inserted += (await run(rows.slice(start, start + 1000))).inserted;
    expect(inserted).toBe(rows.length);
    const { totalCount } = await portal.succeed(billingCodeSearch, { body: { codeType: 'ICD10' } }, admin);
    // M54.16 already existed and may be in the file.
    expect(totalCount - rows.length).toBeLessThanOrEqual(1);
    expect((await find('A010'))[0]).toMatchObject({ code: 'A01.0', codeType: 'ICD10' });
  });

  it('keeps totals without a search exact after codes are added, changed and removed', async () => {
    const [some] = await find('A010');
    const { id = '', version = 0 } = some ?? {};
    await portal.succeed(billingCodeToggle, { params: { id }, body: { version } }, admin);
    const { rows } = await portal.owner.query<{ codeType: CodeType; isActive: boolean; codes: number }>(
      `select code_type as "codeType", is_active as "isActive", count(*)::int as codes from billing_codes group by 1, 2`,
    );
    expect(rows.length).toBe(4);
    for (const { codes, ...filter } of rows)
      expect((await portal.succeed(billingCodeSearch, { body: filter }, admin)).totalCount).toBe(codes);
    const all = await portal.succeed(billingCodeSearch, { body: {} }, admin);
    expect(all.totalCount).toBe(rows.reduce((sum, { codes }) => sum + codes, 0));
  });
});

const rowsOf = (cells: Record<string, string>) => {
  const table = parseCodeTable(
    readCodeText(
      [Object.keys(cells), Object.values(cells)]
        .map((row) => row.map((cell) => `"${cell}"`).join(','))
        .join('\n'),
    ),
    'CPT',
  );
  if ('error' in table) throw new Error(table.error);
  return table.rows.map(({ row }) => row);
};

const numbered = (order: number) =>
  Array.from({ length: 200 }, (_, index) => ({
    codeType: 'CPT',
    code: String(80_000 + (order > 0 ? index : 199 - index)),
    description: 'Frobnicate',
  }));

/** The real file if available, otherwise generated data of the same size and format. */
async function publishedFile(): Promise<string> {
  const path = process.env['ICD10_CODES_FILE'];
  if (path !== undefined) return readFile(path, 'utf8');
  return Array.from({ length: MANY }, (_, index) => {
    const code = `${String.fromCodePoint(65 + Math.floor(index / 1000))}${String(index % 1000).padStart(3, '0')}`;
    return `${code},"Disorder ${index}, unspecified, initial encounter"\n`;
  }).join('');
}
