import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { textRows, workbook } from '#test/workbook.ts';
import { Child, runHere } from './test/child.ts';
import { openImportDesk, type ImportDesk } from './test/import-desk.ts';

const FEW =
  'ID,Name,DOB,Phone\nA-1,"Roe, Jane",1/5/1980,\nA-2,Roe,1/5/1980,+1 410\nA-3,"Roe, Jane M.",01/05/80,\n';

const rowsOf = (name: string) =>
  textRows([
    ['ID', 'Name', 'DOB'],
    ['00123', name, '1980-01-05'],
  ]);

describe('the import command', () => {
  let desk: ImportDesk;
  beforeAll(async () => {
    desk = await openImportDesk();
  });
  afterAll(() => desk.close());
  const portalImport: ImportDesk['run'] = (...args) => desk.run(...args);
  const write: ImportDesk['write'] = (name, content) => desk.write(name, content);
  const countImported = async () => {
    const { rows } = await desk.portal.owner.query<{ patients: number; done: number }>(
      `select (select count(*)::int from patients where import_id is not null) as patients,
        coalesce((select sum(rows_done)::int from patient_imports where state <> 'Undone'), 0) as done`,
    );
    return rows[0];
  };

  const valuesOfUpdated = async () => {
    const { rows } = await desk.portal.owner.query(
      `select city, phone from patients where former_mrn = 'U-1'`,
    );
    return rows[0];
  };

  it('shows in a dry run how it reads a file, and writes the rows to fix and a preview', async () => {
    const path = await write('few.csv', FEW);
    const map = desk.pathOf('columns.json');
    const { code, out, err } = await portalImport('patients', path, '--dry-run', '--map', map);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^formerMrn +ID$/m);
    expect(out).toMatch(/^fullName +Name$/m);
    expect(out).toContain('1 to import, 1 with errors, 1 likely duplicates');
    expect(JSON.parse(await readFile(map, 'utf8'))).toEqual({
      fileColumns: ['ID', 'Name', 'DOB', 'Phone'],
      columns: { formerMrn: ['ID'], fullName: ['Name'], dateOfBirth: ['DOB'], phone: ['Phone'] },
      headerLine: 1,
      dateOrder: 'month first',
      words: {},
      choices: {},
    });
    expect(await readFile(`${path}-to-fix.csv`, 'utf8')).toBe(
      [
        '\uFEFFLine,Reason,ID,Name,DOB,Phone',
        "3,First name is required; Phone is not a valid US phone number,A-2,Roe,1/5/1980,'+1 410",
        '4,"Likely the same person as on line 2: same birth date, same or similar name",A-3,"Roe, Jane M.",01/05/80,',
        '',
      ].join('\r\n'),
    );
    expect((await stat(`${path}-to-fix.csv`)).mode.toString(8)).toMatch(/600$/);
    expect(await readFile(`${path}-preview.csv`, 'utf8')).toContain('\r\n2,A-1,Jane,Roe,1980-01-05,');
    expect(await countImported()).toEqual({ patients: 0, done: 0 });
  });

  it('names values that cannot be read, and leaves them out if asked', async () => {
    const path = await write('values.csv', 'ID,Name,DOB,Phone\nV-1,"Roe, Val",1/5/1980,+1 410\n');
    const kind = 'Phone is not a valid US phone number';
    const { out } = await portalImport('patients', path, '--dry-run');
    expect(out).toContain(`  ${kind}: 1 (line 2); to leave them out: --leave-out "${kind}"\n`);
    const left = await portalImport('patients', path, '--dry-run', '--leave-out', kind);
    expect(left.out).toContain('1 to import, 0 with errors');
    expect(left.out).toContain(`  ${kind}: left out: 1 (line 2)\n`);
    expect(await readFile(`${path}-notes.csv`, 'utf8')).toBe(
      `\uFEFFLine,Notes,ID,Name,DOB,Phone\r\n2,${kind}: left out,V-1,"Roe, Val",1/5/1980,'+1 410\r\n`,
    );
  });

  it('imports nothing from a file with dates in both orders', async () => {
    const path = await write('mixed.csv', 'Last,First,DOB\nRoe,Ann,03/25/1980\nRoe,Bob,25/03/1980\n');
    const map = desk.pathOf('mixed.json');
    const { code, out } = await portalImport('patients', path, '--dry-run', '--map', map);
    expect(code).toBe(0);
    expect(out).toMatch(/^dates with the month first 1: 03\/25\/1980 \(line 2\)$/m);
    expect(out).toMatch(/^dates with the day first 1: 25\/03\/1980 \(line 3\)$/m);
    const saved: unknown = JSON.parse(await readFile(map, 'utf8'));
    expect(saved).not.toHaveProperty('dateOrder');
    expect((await portalImport('patients', path, '--yes', '--map', map)).err).toMatch(
      /^Some dates have the day first/,
    );
    await writeFile(map, JSON.stringify({ ...Object(saved), dateOrder: 'day first' }));
    expect((await portalImport('patients', path, '--dry-run', '--map', map)).out).toContain(
      '1 to import, 1 with errors',
    );
  });

  it('reads a sheet of a workbook, or a folder of FHIR files', async () => {
    const path = desk.pathOf('patients.xlsx');
    await writeFile(
      path,
      workbook([
        { name: 'Now', rows: rowsOf('Now, Ann') },
        { name: 'Old', rows: rowsOf('Old, Ann') },
      ]),
    );
    const first = await portalImport('patients', path, '--dry-run');
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toContain('sheet “Now”: 2 rows with values, read\n');
    expect(first.out).toContain('sheet “Old”: 2 rows with values, not read; choose it with --sheet\n');
    expect(await readFile(`${path}-preview.csv`, 'utf8')).toContain('\r\n2,00123,Ann,Now,1980-01-05,');
    await portalImport('patients', path, '--dry-run', '--sheet', 'Old');
    expect(await readFile(`${path}-preview.csv`, 'utf8')).toContain('\r\n2,00123,Ann,Old,1980-01-05,');

    const pages = desk.pathOf('pages');
    await mkdir(pages);
    for (const [at, family] of ['Alpha', 'Beta'].entries()) {
      const patient = {
        resourceType: 'Patient',
        name: [{ family, given: ['Ann'] }],
        birthDate: '1980-01-05',
      };
      const link = at === 0 ? [{ relation: 'next', url: 'https://x/2' }] : [];
      const page = { resourceType: 'Bundle', total: 2, link, entry: [{ resource: patient }] };
      await writeFile(join(pages, `page-${at}.json`), JSON.stringify(page));
    }
    const { out } = await portalImport('patients', `${pages}/`, '--dry-run');
    expect(out).toContain('Read as one file: page-0.json, page-1.json\n');
    expect(out).toContain('2 to import, 0 with errors');
    expect(await readFile(`${pages}-preview.csv`, 'utf8')).toContain('Beta');
  });

  it('imports, lists and undoes', async () => {
    const path = await write('few.csv', FEW);
    const imported = await portalImport('patients', path, '--yes');
    expect(imported).toMatchObject({ code: 0, err: '' });
    expect(imported.out).toContain('1 imported, 1 with errors, 1 likely duplicates');
    const id = /import undo (\S+)/.exec(imported.out)?.[1] ?? '';
    expect((await portalImport('list')).out).toMatch(
      new RegExp(`^${id} .* Finished  1 imported  few.csv$`, 'm'),
    );
    expect(await portalImport('undo', id, '--yes')).toMatchObject({
      code: 0,
      out: 'Undone: 1 patient was deleted.\n',
    });
    expect(await countImported()).toEqual({ patients: 0, done: 0 });
  });

  it('refuses columns with values that nobody has decided about', async () => {
    const content = `Patients\n\n${FEW.replaceAll('\n', ',x\n').replace('Phone,x', 'Phone,Shoe Size')}Total: 3\n,,,,\n`;
    const path = await write('other.csv', content);
    const map = desk.pathOf('other.json');
    const dry = await portalImport('patients', path, '--dry-run');
    expect(dry.out).toMatch(/^no field +Shoe Size \(3\)$/m);
    expect(dry.out).toMatch(/^names of columns +line 3$/m);
    expect(dry.out).toContain('1 before the column names');
    expect(dry.out).toContain('Not imported: line 7 with a total; line 8, blank at the end.');
    const refused = await portalImport('patients', path, '--yes');
    expect(refused.code).not.toBe(0);
    expect(refused.err).toContain('These columns have values but no field: Shoe Size.');
    expect(await countImported()).toEqual({ patients: 0, done: 0 });
    const left = await portalImport('patients', path, '--dry-run', '--leave-out-others', '--map', map);
    expect(left.out).toMatch(/^left out +Shoe Size$/m);
    const saved = await portalImport('patients', path, '--yes', '--map', map);
    expect(saved).toMatchObject({ code: 0, err: '' });
    const id = /import undo (\S+)/.exec(saved.out)?.[1] ?? '';
    expect((await portalImport('undo', id, '--yes')).code).toBe(0);
  });

  it('updates patients by their former numbers, and restores them', async () => {
    const one = await write('one.csv', 'ID,Name,DOB,Phone,City\nU-1,"Upd, Ann",1/5/1980,,Boston\n');
    expect((await portalImport('patients', one, '--yes')).out).toContain('1 imported');
    const two = await write(
      'two.csv',
      'ID,Name,DOB,Phone,City\nU-1,"Upd, Ann",1/5/1980,(410) 555-0101,Quincy\nU-2,"Upd, Bo",1/6/1980,,\n',
    );
    expect((await portalImport('patients', two, '--dry-run')).out).toContain(
      '1 to import, 0 with errors, 1 likely duplicates',
    );
    const dry = await portalImport('patients', two, '--dry-run', '--update');
    expect(dry.out).toContain(
      '1 to import, 1 to update, 0 patients without a change, 0 with errors, 0 likely duplicates',
    );
    expect(dry.out).toMatch(/^phone +1 blank in the portal, 0 different, 0 changed in the portal$/m);
    expect(dry.out).toMatch(/^city +0 blank in the portal, 1 different, 0 changed in the portal$/m);
    expect(await readFile(`${two}-updates.csv`, 'utf8')).toMatch(
      /\r\n2,\d{8},city,different,Boston,Quincy\r\n2,\d{8},phone,blank,,4105550101\r\n/,
    );
    const updated = await portalImport('patients', two, '--yes', '--update', '--replace', 'city');
    expect(updated.out).toContain('1 imported, 1 updated, 0 patients without a change');
    expect(await valuesOfUpdated()).toEqual({ city: 'Quincy', phone: '4105550101' });
    const id = /import undo (\S+)/.exec(updated.out)?.[1] ?? '';
    expect((await portalImport('undo', id, '--yes')).out).toBe(
      'Undone: 1 patient was deleted, and 1 patient was restored.\n',
    );
    expect(await valuesOfUpdated()).toEqual({ city: 'Boston', phone: null });
  });

  it.each([
    [[], /^Usage: /],
    [['patients'], /^error: missing required argument 'path'$/m],
    [['undo', 'x'], /^x is not the id of an import\./],
    [['patients', 'x', '--replace', 'phone'], /^--replace needs --update\./],
    [['patients', 'x', '--update', '--replace', 'age'], /^There is no field “age”\./],
    [['patients', '/missing.csv'], /^There is no file \/missing\.csv\.$/m],
    [['patients', '/missing.csv', '--yes'], /^There is no file \/missing\.csv\.$/m],
    [['patients', import.meta.filename], /^Import these patients\? Add --yes to confirm\.$/m],
    [['undo', '00000000-0000-7000-8000-000000000000', '--yes'], /^There is no such import\./],
    [['undo', '00000000-0000-7000-8000-000000000000'], /Add --yes to confirm\.$/m],
  ])('refuses %j', async (args, message) => {
    expect((await portalImport(...args)).err).toMatch(message);
  });

  it.each([
    ['{', /is not a mapping: it is not JSON/],
    ['{"columns": {"age": ["DOB"]}}', /is not a mapping: columns\.age: Unknown key/],
    ['{"columns": {"phone": "Cell"}}', /is not a mapping: columns\.phone: Columns must be a list/],
    ['{"columns": {}, "order": 1}', /is not a mapping: order: Unknown key/],
    ['{"columns": {"fullName": ["Who"]}}', /Not in this file: “Who”\./],
  ])('refuses the mapping %j', async (content, message) => {
    const args = [
      'patients',
      await write('few.csv', FEW),
      '--dry-run',
      '--map',
      await write('bad.json', content),
    ];
    expect((await portalImport(...args)).err).toMatch(message);
  });

  const LETTERS = 'abcdefghij';
  const many = (count: number, prefix: string) =>
    `Last,First,DOB\n${Array.from({ length: count }, (_, n) => `${prefix}${Array.from(String(n), (digit) => LETTERS.charAt(Number(digit)).repeat(2)).join('')},Ann,1/5/1980\n`).join('')}`;

  it.each([
    ['SIGKILL', 'Kill'],
    ['SIGINT', 'Cancel'],
  ] as const)('continues after %s without losing or doubling a row', async (signal, prefix) => {
    const before = await countImported();
    const path = await write(`${prefix}.csv`, many(5000, prefix));
    const child = new Child(['import', 'patients', path, '--yes'], desk.settings);
    await vi.waitFor(async () => expect((await countImported())?.done).toBeGreaterThan(before?.done ?? 0), {
      timeout: 60_000,
      interval: 5,
    });
    child.signal(signal);
    await child.ended();
    const again = await portalImport('patients', path, '--yes');
    expect(again).toMatchObject({ code: 0, err: '' });
    expect((await countImported())?.patients).toBe((before?.patients ?? 0) + 5000);
    expect((await portalImport('list')).out).not.toContain('Unfinished');
    expect((await runHere(['verify-audit'], desk.settings)).out).toMatch(/^The audit log is intact/);
  });
});
