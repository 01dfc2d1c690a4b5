import * as imports from '@portal/contract/patient-imports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { textRows, workbook } from '#test/workbook.ts';
import { COLUMNS, HEADER, ImportDesk } from '../test/import-desk.ts';

describe('uploads of workbooks', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let desk: ImportDesk;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
    desk = new ImportDesk(portal, admin);
  });
  afterAll(() => portal.close());

  it('read a sheet of a workbook, and another one when it is chosen', async () => {
    const header = HEADER.split(',');
    const bytes = workbook([
      { name: 'Cover', rows: textRows([['Patients of our practice']]) },
      {
        name: 'Active',
        rows: textRows([header, ['1', 'Sheet', 'Ann', '1/5/1980', ''], ['2', 'Short', 'Bob', '1/6/1980']]),
      },
      { name: 'Old', rows: textRows([header, ['3', 'Sheet', 'Cid', '1/7/1980', '']]), state: 'hidden' },
    ]);
    const { id } = await desk.uploaded(bytes, 'patients.xlsx');
    expect(await desk.details(id)).toMatchObject({
      sheet: 'Cover',
      sheets: [
        { name: 'Cover', rows: 1, isHidden: false },
        { name: 'Active', rows: 3, isHidden: false },
        { name: 'Old', rows: 2, isHidden: true },
      ],
      mappingTrouble: 'No column has the names of the patients.',
    });
    const choose = (sheet: string) =>
      portal.call(imports.patientImportSheet, { params: { id }, body: { sheet } }, admin);
    expect(await choose('Nowhere')).toMatchObject({
      status: 400,
      error: { errors: { sheet: [expect.anything()] } },
    });
    expect(await choose('Old')).toMatchObject({ ok: true });
    expect(await desk.check(id)).toMatchObject({ status: 'Checked', imported: 1 });
    expect(await choose('Active')).toMatchObject({
      ok: true,
      body: { status: 'NotChecked' },
    });
    expect(await desk.details(id)).toMatchObject({
      sheet: 'Active',
      mapping: COLUMNS,
      preview: null,
      problems: [],
    });
    expect(await desk.check(id)).toMatchObject({
      imported: 2,
      failed: 0,
      lines: { total: 3, header: 1, rows: 2 },
    });
    await desk.start(id);
    expect(await desk.status(id)).toMatchObject({ status: 'Finished', imported: 2 });
    expect(await choose('Old')).toMatchObject({ status: 409 });
    const entries = await auditOf(portal, 'PatientImport', id);
    expect(
      entries.map(({ new_values: values }) => values?.['sheet']).filter((sheet) => sheet !== undefined),
    ).toEqual(expect.arrayContaining(['Old', 'Active']));
  });
});
