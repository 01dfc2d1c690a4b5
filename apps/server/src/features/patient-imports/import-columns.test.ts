import * as imports from '@portal/contract/patient-imports';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { auditOf, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { COLUMNS, ImportDesk } from './test/import-desk.ts';

const NAMES = 'MRN,Last,First,DOB,Phone,Pager,Fax,Locker';
const ROWS =
  'C-1,Column,Ann,1/5/1980,,555,,\nC-2,Columns,Bob,1/6/1980,,556,x,\nC-3,Columned,Cy,1/7/1980,,555,,\n';
const OTHERS = ['Pager', 'Fax'];

describe('columns of an uploaded file', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let desk: ImportDesk;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
    desk = new ImportDesk(portal, admin);
  });
  afterAll(() => portal.close());

  async function upload(content: string) {
    const { id } = await desk.uploaded(content);
    onTestFinished(async () => {
      await portal.deps.background.settled();
      await portal.call(imports.patientImportDiscard, { params: { id } }, admin);
    });
    return id;
  }
  const chooseHeader = (id: string, line: number) =>
    portal.call(imports.patientImportHeader, { params: { id }, body: { line } }, admin);

  it('show what they hold, and stop the import until each has a field or is left out', async () => {
    const id = await upload(`${NAMES}\n${ROWS}Total: 3 patients\n,,,,,,,\n`);
    expect((await desk.details(id)).columns?.[5]).toEqual({
      name: 'Pager',
      values: null,
      samples: ['555', '556'],
    });
    expect(await desk.check(id)).toMatchObject({
      imported: 3,
      failed: 0,
      lines: { total: 6, header: 1, rows: 3, totals: 1, totalLines: [5], blankEnd: { first: 6, last: 6 } },
    });
    expect((await desk.details(id)).columns?.slice(4)).toEqual([
      { name: 'Phone', values: 0, samples: [] },
      { name: 'Pager', values: 3, samples: ['555', '556'] },
      { name: 'Fax', values: 1, samples: ['x'] },
      { name: 'Locker', values: 0, samples: [] },
    ]);
    const message = 'Choose fields for these columns, or leave them out: “Pager”, “Fax”.';
    expect(await desk.start(id)).toMatchObject({ status: 409, error: { message } });
    await desk.check(id, { columns: { ...COLUMNS, leftOut: ['Fax'] } });
    expect(await desk.start(id)).toMatchObject({ status: 409 });
    const columns = { ...COLUMNS, leftOut: OTHERS };
    await desk.check(id, { columns });
    await portal.succeed(imports.importMappingSave, { body: { importId: id, name: 'Left out' } }, admin);
    expect(await desk.start(id)).toMatchObject({ ok: true });
    expect(await desk.status(id)).toMatchObject({ status: 'Finished', imported: 3 });
    const { rows } = await portal.owner.query(
      'select column_contents, first_lines from patient_imports where id = $1',
      [id],
    );
    expect(rows).toEqual([{ column_contents: null, first_lines: null }]);
    const again = await upload(`${NAMES}\n${ROWS}`);
    expect((await desk.details(again)).mapping).toEqual(columns);
  });

  it('have their names in any of the first lines', async () => {
    const id = await upload(
      `Patients\nof the clinic,here\n\n${NAMES.toLowerCase()}\n${ROWS.replaceAll('1980', '1981').replaceAll('C-', 'D-')}`,
    );
    const found = await desk.details(id);
    expect(found).toMatchObject({ headerLine: 4, header: NAMES.toLowerCase().split(',') });
    expect(found.firstLines.slice(0, 2)).toEqual([
      { line: 1, text: 'Patients' },
      { line: 2, text: 'of the clinic, here' },
    ]);
    const columns = { ...found.mapping, leftOut: OTHERS.map((name) => name.toLowerCase()) };
    expect(await desk.check(id, { columns })).toMatchObject({
      imported: 3,
      lines: { before: 2, blank: 1, header: 1, rows: 3, total: 7 },
    });

    expect(await chooseHeader(id, 2)).toMatchObject({ ok: true, body: { status: 'NotChecked' } });
    expect(await desk.details(id)).toMatchObject({
      headerLine: 2,
      header: ['of the clinic', 'here'],
      mappingTrouble: 'No column has the names of the patients.',
      problems: [],
      preview: null,
    });
    expect(await desk.start(id)).toMatchObject({ status: 409, error: { message: 'Check the file first.' } });
    expect(await chooseHeader(id, 20)).toMatchObject({ status: 400 });
    expect(await chooseHeader(id, 21)).toMatchObject({ status: 400 });
    expect(await chooseHeader(id, 4)).toMatchObject({ ok: true });
    expect(await desk.check(id, { columns })).toMatchObject({ status: 'Checked', imported: 3 });
    const entries = await auditOf(portal, 'PatientImport', id);
    expect(entries.filter(({ old_values: old }) => old?.['headerLine'] === 4)).toMatchObject([
      { action: 'Updated', new_values: { headerLine: 2 } },
    ]);
  });

  it('with very long names can be left out, too', async () => {
    const long = `Notes ${'x'.repeat(493)}😀 and more`;
    const id = await upload(`MRN,Last,First,DOB,Phone,${long},${long}\n1,Long,Ann,1/5/1982,,x,y\n`);
    const { header } = await desk.details(id);
    expect(header?.[5]).toHaveLength(500);
    expect(header?.[6]).toBe(`${header?.[5]} (2)`);
    await desk.check(id, { columns: { ...COLUMNS, leftOut: header?.slice(5) } });
    expect(await desk.start(id)).toMatchObject({ ok: true });
    expect(await desk.status(id)).toMatchObject({ status: 'Finished', imported: 1 });
  });

  it('of a row that cannot be read are not blank words', async () => {
    const id = await upload(
      `MRN,Last,First,DOB,Phone,Status\nX-1,Broken,Ann,1/5/1983,,Active\nX-2,Broken,Bob,1/6/1983,,"Old\n`,
    );
    await desk.check(id, { columns: { ...COLUMNS, status: ['Status'] } });
    expect((await desk.details(id)).words).toMatchObject([{ field: 'status', word: 'active', count: 1 }]);
  });

  it('are none in FHIR files', async () => {
    const id = await upload('{"resourceType":"Patient","birthDate":"1980-01-05"}\n');
    expect(await desk.details(id)).toMatchObject({ columns: null, headerLine: null, firstLines: [] });
    expect(await chooseHeader(id, 1)).toMatchObject({ status: 409 });
    await desk.check(id, { columns: null });
  });

  it('of a draft that was checked before are checked again', async () => {
    const id = await upload(`${NAMES}\n${ROWS}`);
    await desk.check(id, { columns: { ...COLUMNS, leftOut: OTHERS } });
    await portal.owner.query('update patient_imports set column_contents = null where id = $1', [id]);
    expect(await desk.start(id)).toMatchObject({ status: 409, error: { message: 'Check the file first.' } });
  });
});
