import * as imports from '@portal/contract/patient-imports';
import { patientList, patientUpdate } from '@portal/contract/patients';
import { QUOTE_TROUBLE } from '@portal/domain/csv-reader';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { BlobMissingError } from '#files/blob-store.ts';
import { runMaintenance } from '#jobs/maintenance.ts';
import { auditOf, makePatient, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { COLUMNS, COLUMNS_OF_NAMES, fileOf, HEADER, ImportDesk, many } from './test/import-desk.ts';

const FEW = `${HEADER}\nA-1,Roe,Jane,1/5/1980,(410) 555-0123\nA-2,Roe,Jane,1/5/1980,\nA-3,,Ann,1/5/1980,x\n`;
const LIKE_LINE_2 = 'Likely the same person as on line 2: same birth date, same or similar name';
const forty = <T>(ask: () => Promise<T>) => Promise.all(Array.from({ length: 40 }, ask));
const statuses = (answers: readonly { status: number }[]) => new Set(answers.map(({ status }) => status));

describe('imports of patients over HTTP', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let desk: ImportDesk;
  beforeAll(async () => {
    portal = await openTestPortal();
  });
  afterAll(() => portal.close());
  beforeEach(async () => {
    admin = await signedInAs(portal, 'Admin');
    desk = new ImportDesk(portal, admin);
    onTestFinished(async () => {
      await portal.deps.background.settled();
      const { rows } = await portal.owner.query<{ id: string; state: string }>(
        `update patient_imports set task = null, run_id = null, active_at = null where state in ('Draft', 'Unfinished') returning id, state`,
      );
      for (const { id, state } of rows)
        if (state === 'Draft')
          await portal.succeed(
            imports.patientImportDiscard,
            { params: { id } },
            await signedInAs(portal, 'Admin'),
          );
        else await portal.owner.query(`update patient_imports set state = 'Finished' where id = $1`, [id]);
    });
  });

  it('check a file, show what rows become, import it, and undo it as a whole', async () => {
    const before = await desk.countPatients();
    const { id, ...draft } = await desk.uploaded(FEW);
    const file = { fileName: 'patients.csv', hasFile: true };
    expect(draft).toMatchObject({ ...file, status: 'NotChecked', rowCount: null });
    expect(await desk.details(id)).toMatchObject({
      header: HEADER.split(','),
      mapping: COLUMNS,
      mappingTrouble: null,
      preview: null,
    });
    expect(await desk.start(id)).toMatchObject({ status: 409, error: { message: 'Check the file first.' } });
    expect(await desk.check(id)).toMatchObject({
      status: 'Checked',
      rowCount: 3,
      rowsDone: 3,
      imported: 1,
      failed: 1,
      duplicates: 1,
    });
    const found = await desk.details(id);
    expect(found.problems).toEqual([
      { line: 3, isDuplicate: true, isSkipped: false, reasons: LIKE_LINE_2 },
      {
        line: 4,
        isDuplicate: false,
        isSkipped: false,
        reasons: 'Last name is required; Phone is not a valid US phone number',
      },
    ]);
    expect(found.preview?.columns.slice(0, 5)).toEqual([
      'Line',
      'Former MRN',
      'First name',
      'Last name',
      'Date of birth',
    ]);
    expect(found.preview?.rows).toEqual([
      expect.arrayContaining(['2', 'A-1', 'Jane', 'Roe', '1980-01-05', '4105550123']),
    ]);
    expect(await desk.countPatients()).toBe(before);

    expect(await desk.start(id)).toMatchObject({ ok: true, body: { status: 'Importing' } });
    expect(await desk.status(id)).toMatchObject({
      status: 'Finished',
      imported: 1,
      failed: 1,
      duplicates: 1,
      trouble: null,
    });
    expect(await desk.countPatients()).toBe(before + 1);
    const { data } = await portal.succeed(patientList, { query: { search: 'A-1' } }, admin);
    const [patient] = data;
    expect(patient).toMatchObject({ lastName: 'Roe' });
    expect((await auditOf(portal, 'Patient', patient?.id ?? ''))[0]).toMatchObject({
      action: 'Created',
      user_id: admin.id,
      new_values: { formerMrn: 'A-1', importId: id },
    });
    const entries = await auditOf(portal, 'PatientImport', id);
    expect(entries.filter(({ new_values: values }) => values?.['state'] === 'Finished')).toMatchObject([
      { action: 'Updated', user_id: admin.id, new_values: { imported: 1, failed: 1, duplicates: 1 } },
    ]);

    const csv = await portal.succeed(imports.patientImportExport, { params: { id } }, admin);
    expect(await csv.blob.text()).toBe(
      [
        'Line,Reason,MRN,Last,First,DOB,Phone',
        `3,"${LIKE_LINE_2}",A-2,Roe,Jane,1/5/1980,`,
        '4,Last name is required; Phone is not a valid US phone number,A-3,,Ann,1/5/1980,x',
        '',
      ].join('\r\n'),
    );
    expect(await desk.undo(id)).toMatchObject({ ok: true, body: { status: 'Undoing' } });
    expect(await desk.status(id)).toMatchObject({ status: 'Undone', hasFile: false });
    expect(await desk.countPatients()).toBe(before);
    expect(await desk.undo(id)).toMatchObject({ status: 409 });
  });

  it.each([
    ['0 bytes', '', 'The file is empty'],
    ['UTF-16', Buffer.from(`\uFEFF${FEW}`, 'utf16le'), /^The file is UTF-16\. Save it as “CSV UTF-8”/],
    ['Latin-1', Buffer.from(`${HEADER}\n1,Núñez,José,1/5/1980,`, 'latin1'), /probably Latin-1/],
    ['a broken workbook', Buffer.from('PK\u0003\u0004 and more', 'latin1'), /^The workbook is damaged/],
    ['a program', Buffer.from('\u007FELF\u0002\u0001\0\0\u00FF\u00FE', 'latin1'), /^The file is not text/],
    ['only a byte order mark', '\uFEFF', 'The file has no rows.'],
  ])('refuse %s with a clear answer and keep nothing', async (_what, content, message) => {
    expect(await desk.upload(content)).toMatchObject({
      status: 400,
      error: { code: 'VALIDATION', errors: { file: [expect.stringMatching(message)] } },
    });
    const { rows } = await portal.owner.query(`select from pending_files where not is_given_up`);
    expect(rows).toEqual([]);
  });

  it('fail the line of a missing quote, and import nobody as part of somebody else', async () => {
    const { id } = await desk.checked(
      'First Name,Last Name,Date of Birth,Address\nAnn,Quoteless,03/04/1980,"12 Main St\nBob,Quoteless,03/05/1980,"9 Elm St"\nCarl,Quoteless,03/06/1980,7 Oak\n',
      COLUMNS_OF_NAMES,
    );
    expect((await desk.details(id)).problems).toEqual([
      { line: 2, isDuplicate: false, isSkipped: false, reasons: QUOTE_TROUBLE },
    ]);
    await desk.start(id);
    expect(await desk.status(id)).toMatchObject({
      imported: 2,
      failed: 1,
      rowCount: 3,
      lines: { total: 4, header: 1, rows: 3, rowLines: 3, blank: 0, spans: [] },
    });
    const { rows } = await portal.owner.query(
      `select first_name, address from patients where last_name = 'Quoteless' order by first_name`,
    );
    expect(rows).toEqual([
      { first_name: 'Bob', address: '9 Elm St' },
      { first_name: 'Carl', address: '7 Oak' },
    ]);
    const csv = await portal.succeed(imports.patientImportExport, { params: { id } }, admin);
    const text = await csv.blob.text();
    expect(text).toContain(`"Ann,Quoteless,03/04/1980,""12 Main St",,,\r\n`);
    const again = await desk.checked(text, COLUMNS_OF_NAMES);
    expect(again).toMatchObject({ imported: 0, failed: 1 });
  });

  it('accept a byte order mark, quotes, cells of 100,000 characters and any file name', async () => {
    const content = `\uFEFFMRN,Last,First,DOB,Phone,Notes\r\n1,"Mc""Roe, Jr.",Ann,1/5/1981,,"${'x'.repeat(100_000)}"\r\n`;
    const { id, fileName } = await desk.uploaded(content, '..\\patients <1>.ndjson');
    expect(fileName).toBe('patients _1_.ndjson');
    expect(await desk.check(id)).toMatchObject({ imported: 1, failed: 0 });
    expect((await desk.details(id)).preview?.rows[0]).toContain('Mc"Roe, Jr.');
  });

  it('refuse to import a file without a usable row', async () => {
    const { id } = await desk.checked(`${HEADER}\n1,,Ann,1/5/1981,\n`);
    expect(await desk.start(id)).toMatchObject({
      status: 409,
      error: { message: 'No row of this file can be imported.' },
    });
  });

  it('say when a file turns out to be broken in the middle', async () => {
    const start = `${HEADER}\n${',Roe,Jane,1/5/1980,\n'.repeat(5000)}`;
    const { id } = await desk.uploaded(
      Buffer.concat([Buffer.from(start), Buffer.from(',Núñez,José,1/5/1980,', 'latin1')]),
    );
    expect(await desk.check(id)).toMatchObject({
      status: 'NotChecked',
      trouble: expect.stringMatching(/probably Latin-1/),
    });
  });

  it('read FHIR without a mapping', async () => {
    const patient = {
      resourceType: 'Patient',
      id: 'f-1',
      birthDate: '1980-01-05',
      name: [{ family: 'Fhir', given: ['Jo'] }],
    };
    const { id } = await desk.uploaded(`${JSON.stringify(patient)}\n`, 'patients.ndjson');
    expect(await desk.details(id)).toMatchObject({ header: null, mapping: null });
    expect(await desk.check(id, { columns: null })).toMatchObject({ status: 'Checked', imported: 1 });
  });

  it('use another mapping and order of dates, and offer saved mappings for the same columns', async () => {
    const content = 'Nr,Who,Born\n1,"Saved, Ann",3/4/1980\n';
    const { id } = await desk.uploaded(content);
    expect(await desk.details(id)).toMatchObject({
      mappingTrouble: 'No column has the names of the patients.',
    });
    const wrong = { columns: { fullName: ['Nobody'] }, dateOrder: null };
    expect(
      await portal.call(imports.patientImportCheck, { params: { id }, body: wrong }, admin),
    ).toMatchObject({
      status: 400,
      error: { errors: { columns: ['The file has no column “Nobody”.'] } },
    });
    const columns = { fullName: ['Who'], dateOfBirth: ['Born'], formerMrn: ['Nr'] };
    expect(await desk.check(id, { columns, dateOrder: 'day first' })).toMatchObject({ imported: 1 });
    expect((await desk.details(id)).preview?.rows[0]).toContain('1980-04-03');
    for (const name of ['Old system', 'OLD SYSTEM'])
      await portal.succeed(imports.importMappingSave, { body: { importId: id, name } }, admin);
    await portal.succeed(imports.patientImportDiscard, { params: { id } }, admin);

    const second = await desk.uploaded(content);
    const offered = await desk.details(second.id);
    expect(offered).toMatchObject({ mapping: columns, dateOrder: 'day first', mappingTrouble: null });
    expect(offered.savedMappings).toMatchObject([{ name: 'OLD SYSTEM', newColumns: [] }]);
    await portal.succeed(imports.patientImportDiscard, { params: { id: second.id } }, admin);

    // A file with more columns is not read with it, because they may be better ones.
    const third = await desk.uploaded('Born,Last Name,First Name,Who,Nr\n3/4/1980,Roe,Ann,x,1\n');
    expect(await desk.details(third.id)).toMatchObject({
      mapping: { lastName: ['Last Name'], firstName: ['First Name'] },
      savedMappings: [{ name: 'OLD SYSTEM', columns, newColumns: ['Last Name', 'First Name'] }],
    });
    const params = { id: offered.savedMappings[0]?.id ?? '' };
    await portal.succeed(imports.importMappingDelete, { params }, admin);
    expect(await portal.call(imports.importMappingDelete, { params }, admin)).toMatchObject({ status: 404 });
  });

  it('are one at a time: of forty uploads at once, one is accepted', async () => {
    const answers = await forty(() => desk.upload(FEW));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(statuses(answers)).toEqual(new Set([201, 409]));
    await runMaintenance(portal.deps);
    const { rows } = await portal.owner.query('select from pending_files');
    expect(rows).toEqual([]);
  });

  it('start, continue and undo once, also when asked forty times at once', async () => {
    const before = await desk.countPatients();
    const { id } = await desk.checked(many(700, 'Forty'));
    const starts = await forty(() => desk.start(id));
    expect(starts.filter(({ ok }) => ok)).toHaveLength(1);
    expect(statuses(starts)).toEqual(new Set([200, 409]));
    expect(await desk.status(id)).toMatchObject({ status: 'Finished', imported: 700 });
    expect(await desk.countPatients()).toBe(before + 700);
    const undos = await forty(() => desk.undo(id));
    expect(undos.filter(({ ok }) => ok)).toHaveLength(1);
    expect(statuses(undos)).toEqual(new Set([200, 409]));
    expect(await desk.status(id)).toMatchObject({ status: 'Undone' });
    expect(await desk.countPatients()).toBe(before);
  });

  it('can be canceled, and continue where they stopped', async () => {
    const before = await desk.countPatients();
    const { id } = await desk.checked(many(3000, 'Cancel'));
    await desk.start(id);
    await vi.waitFor(async () => expect(await desk.countPatients()).toBeGreaterThan(before), {
      interval: 1,
      timeout: 60_000,
    });
    expect(await desk.undo(id)).toMatchObject({ status: 409, error: { message: 'This import is running.' } });
    const answers = await Promise.all([desk.cancel(id), desk.cancel(id)]);
    expect(statuses(answers)).toEqual(new Set([200, 409]));
    const stopped = await desk.status(id);
    expect(stopped).toMatchObject({ status: 'Stopped', trouble: null });
    expect(await desk.countPatients()).toBe(before + (stopped.imported ?? 0));
    expect(stopped.imported ?? 0).toBeLessThan(3000);
    expect(await desk.upload(FEW)).toMatchObject({ status: 409 });
    expect(await desk.start(id)).toMatchObject({ ok: true });
    expect(await desk.status(id)).toMatchObject({ status: 'Finished', imported: 3000, duplicates: 0 });
    expect(await desk.countPatients()).toBe(before + 3000);
  });

  it('cannot be undone once a patient was used', async () => {
    const { id } = await desk.checked(`${HEADER}\n9,Used,Ann,1/5/1980,\n`);
    await desk.start(id);
    await desk.status(id);
    const { data } = await portal.succeed(patientList, { query: { search: 'Used' } }, admin);
    const body = { firstName: 'Ann', lastName: 'Used', dateOfBirth: '1980-01-05', phone: '4105550100' };
    await portal.succeed(patientUpdate, { params: { id: data[0]?.id ?? '' }, body }, admin);
    expect(await desk.undo(id)).toMatchObject({
      status: 409,
      error: { message: 'The import can no longer be undone: 1 of its patients was changed or used.' },
    });
  });

  it('are for administrators, and audit who looked', async () => {
    const { id } = await desk.uploaded(FEW);
    const staff = await signedInAs(portal, 'Staff', 'ProviderPhysician');
    for (const answer of [
      await portal.call(imports.patientImportList, {}, staff),
      await portal.call(imports.patientImportUpload, { file: fileOf(FEW) }, staff),
      await portal.call(imports.patientImportDetails, { params: { id } }, staff),
      await portal.call(imports.patientImportStart, { params: { id }, body: {} }, staff),
      await portal.call(imports.patientImportExport, { params: { id } }, staff),
    ])
      expect(answer).toMatchObject({ status: 403 });
    await desk.details(id);
    expect((await auditOf(portal, 'PatientImport', id)).some(({ action }) => action === 'Accessed')).toBe(
      true,
    );
  });

  it('keep the file encrypted, and remove it when it is discarded or a week old', async () => {
    const secret = `${HEADER}\n1,Verysecretname,Ann,1/5/1980,\n`;
    const { id } = await desk.uploaded(secret);
    const stored: Uint8Array[] = [];
    for await (const part of portal.deps.files.store.read(id)) stored.push(part);
    expect(Buffer.concat(stored).includes('Verysecretname')).toBe(false);
    await portal.succeed(imports.patientImportDiscard, { params: { id } }, admin);
    await runMaintenance(portal.deps);
    await expect(portal.deps.files.store.size(id)).rejects.toThrow(BlobMissingError);

    const kept = await desk.checked(many(1, 'Week'));
    await desk.start(kept.id);
    await desk.status(kept.id);
    await runMaintenance(portal.deps);
    expect(await portal.deps.files.store.size(kept.id)).toBeGreaterThan(0);
    portal.clock.advance({ hours: 7 * 24 + 1 });
    await runMaintenance(portal.deps);
    await expect(portal.deps.files.store.size(kept.id)).rejects.toThrow(BlobMissingError);
    admin = await signedInAs(portal, 'Admin');
    desk = new ImportDesk(portal, admin);
    expect(await desk.status(kept.id)).toMatchObject({ status: 'Finished', hasFile: false });
    expect(await portal.call(imports.patientImportExport, { params: { id: kept.id } }, admin)).toMatchObject({
      status: 409,
    });
  });

  it('compare rows with the practice, and record whom they showed', async () => {
    const known = await makePatient(portal, {
      firstName: 'Mary',
      lastName: 'Compared',
      dateOfBirth: '1970-01-02',
    });
    const { id } = await desk.checked(`${HEADER}\n,Compared,Mary,1/2/1970,\n`);
    expect((await desk.details(id)).problems[0]?.reasons).toContain(known.medicalRecordNumber);
    const { rows } = await portal.owner.query(
      `select user_id from audit_log where action = 'Accessed' and new_values -> 'patientIds' ? $1`,
      [known.id],
    );
    expect(rows).toEqual([{ user_id: admin.id }]);
  });
});
