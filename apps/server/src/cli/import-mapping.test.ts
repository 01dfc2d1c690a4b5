import { readFile, rm, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openImportDesk, type ImportDesk } from './test/import-desk.ts';

describe('the mapping file of an import', () => {
  let desk: ImportDesk;
  beforeAll(async () => {
    desk = await openImportDesk();
  });
  afterAll(() => desk.close());
  const write: ImportDesk['write'] = (name, content) => desk.write(name, content);
  /** Why a dry run with a mapping file is refused, or a blank. The file has this content before or does not exist. */
  const dryRun = async (csv: string, map: string, mapping?: object) => {
    const path = desk.pathOf(map);
    if (mapping === undefined) await rm(path, { force: true });
    else await writeFile(path, JSON.stringify(mapping));
    const args = ['patients', await write('few.csv', csv), '--dry-run', '--map', path];
    const { code, err } = await desk.run(...args);
    return code === 0 ? '' : err;
  };
  const saved = async (map: string): Promise<unknown> => JSON.parse(await readFile(desk.pathOf(map), 'utf8'));

  it('has all columns of the file, also those without a field', async () => {
    expect(await dryRun('ID,Name,,DOB,Race\n1,"Roe, Ann",,1/5/1980,\n', 'new.json')).toBe('');
    expect(await saved('new.json')).toMatchObject({
      fileColumns: ['ID', 'Name', 'Column 3', 'DOB', 'Race'],
      columns: { formerMrn: ['ID'], fullName: ['Name'], dateOfBirth: ['DOB'] },
    });
  });

  it('is written also if no column can be guessed', async () => {
    expect(await dryRun('Nr,Who,When\n1,"Roe, Ann",1/5/1980\n', 'none.json')).toContain(
      'No column has the names of the patients.',
    );
    expect(await saved('none.json')).toMatchObject({
      fileColumns: ['Nr', 'Who', 'When'],
      columns: {},
      headerLine: 1,
      words: {},
    });
  });

  it('is written for a file without columns, for what words mean', async () => {
    const patient = {
      resourceType: 'Patient',
      name: [{ family: 'Roe', given: ['Ann'] }],
      birthDate: '1980-01-05',
    };
    expect(await dryRun(`${JSON.stringify(patient)}\n`, 'fhir.json')).toBe('');
    expect(await saved('fhir.json')).toMatchObject({ fileColumns: [], columns: {}, words: {} });
  });

  const MINE = {
    columns: { fullName: ['Who'], dateOfBirth: ['Born'] },
    dateOrder: 'day first',
    words: { status: { old: 'Inactive' } },
  };

  it('gets the columns that were added, and keeps what was chosen', async () => {
    const before = { ...MINE, fileColumns: ['Who', 'Born', 'Fax'] };
    expect(await dryRun('Born,Who,Race\n1/5/1980,"Roe, Ann",\n', 'mine.json', before)).toBe('');
    expect(await saved('mine.json')).toMatchObject({ ...MINE, fileColumns: ['Born', 'Who', 'Race'] });
    expect(await dryRun('Born,Who,Race\n1/5/1980,"Roe, Ann",\n', 'mine.json', MINE)).toBe('');
    expect(await saved('mine.json')).toMatchObject({ ...MINE, fileColumns: ['Born', 'Who', 'Race'] });
  });

  it('of another file says which columns differ, and stays as it is', async () => {
    expect(await dryRun('Name,DOB,Who\n"Roe, Ann",1/5/1980,\n', 'mine.json', MINE)).toMatch(
      /mine\.json is for other columns\. Not in this file: “Born”\. Only in this file: “Name”, “DOB”\./,
    );
    expect(await saved('mine.json')).toEqual(MINE);
    expect(await dryRun('{"resourceType":"Patient"}\n', 'mine.json', MINE)).toMatch(
      /Not in this file: “Who”, “Born”\. Choose/,
    );
  });
});
