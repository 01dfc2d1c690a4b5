import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mueFile, manyPairs, ptpFile } from '#features/code-files/test/code-file-desk.ts';
import { openImportDesk, type ImportDesk } from './test/import-desk.ts';

const idIn = (out: string) => /import undo (\S+)/.exec(out)?.[1] ?? '';

describe('the command that loads code files', () => {
  let desk: ImportDesk;
  beforeAll(async () => {
    desk = await openImportDesk();
  });
  afterAll(() => desk.close());
  const portalImport: ImportDesk['run'] = (...args) => desk.run(...args);
  const write: ImportDesk['write'] = (name, content) => desk.write(name, content);
  const stored = async () => {
    const { rows } = await desk.portal.owner.query<{ loaded: number; drafts: number; rows: number }>(
      `select (select count(*) from code_files where state = 'Loaded')::int as loaded,
        (select count(*) from code_files where state = 'Draft')::int as drafts,
        ((select count(*) from code_file_codes) + (select count(*) from code_file_pairs))::int as rows`,
    );
    return rows[0];
  };

  it('says in a dry run what a file is, and stores nothing', async () => {
    const path = await write('MUE_Eff_10-01-2026.csv', mueFile([['64483', 1]]));
    const { code, out, err } = await portalImport('codes', path, '--dry-run');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^recognized as +NCCI unit limits \(MUE\): CMS, /m);
    expect(out).toMatch(/^edition +the file does not say when it begins; its name suggests 10\/01\/2026$/m);
    expect(out).toMatch(/^rows +1$/m);
    expect(out).toMatch(/^compared with +nothing: no earlier edition is loaded$/m);
    expect(await stored()).toEqual({ loaded: 0, drafts: 0, rows: 0 });
  });

  it('needs a first day, which a name only suggests', async () => {
    const path = await write('MUE_Eff_10-01-2026.csv', mueFile([['64483', 1]]));
    const { code, err } = await portalImport('codes', path, '--yes');
    expect(code).toBe(1);
    expect(err).toContain('Add --from 2026-10-01, which its name suggests, after checking the day.');
    expect((await portalImport('codes', path, '--from', '10/1/2026', '--yes')).err).toContain(
      '--from must be a day, YYYY-MM-DD.',
    );
    expect(await stored()).toEqual({ loaded: 0, drafts: 0, rows: 0 });
  });

  it('loads several files, goes on after a bad one, lists and undoes them', async () => {
    const mue = await write('mue.csv', mueFile([['64483', 1]]));
    const pairs = await write('pairs.txt', ptpFile(manyPairs(120)));
    const other = await write('other.txt', 'Name\nRoe\n');
    const { code, out, err } = await portalImport(
      'codes',
      mue,
      other,
      pairs,
      '--from',
      '2026-10-01',
      '--yes',
    );
    expect(code).toBe(1);
    expect(err).toMatch(/not one of the official files/);
    expect(out.match(/^Loaded\. To undo it: npm run portal -- import undo \S+$/gm)).toHaveLength(2);
    expect(await stored()).toEqual({ loaded: 2, drafts: 0, rows: 121 });
    const again = await portalImport('codes', mue, '--from', '2026-10-01', '--yes');
    expect(again).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^This file is loaded already: mue\.csv/),
    });

    const later = await write('later.csv', mueFile([['64483', 2]]));
    const next = await portalImport('codes', later, '--from', '2027-01-01', '--to', '2027-02-28', '--yes');
    expect(next.out).toMatch(/^edition +01\/01\/2027 to 02\/28\/2027$/m);
    expect(next.out).toContain('compared with    the edition from 10/01/2026');
    expect(next.out).toContain('  64483: units 2 instead of 1');
    expect((await portalImport('list')).out).toMatch(
      /^\S+ {2}\S+ {2}Loaded {2}mue from 2027-01-01 {2}later\.csv$/m,
    );
    const undone = await portalImport('undo', idIn(next.out), '--yes');
    expect(undone).toMatchObject({ code: 0, out: 'Undone. The edition before counts again.\n' });
    expect(await stored()).toEqual({ loaded: 2, drafts: 0, rows: 121 });
    const { rows } = await desk.portal.owner.query<{ action: string; reason: string }>(
      `select action, reason from audit_log where entity_type = 'CodeFile' and entity_id = $1 order by action`,
      [idIn(next.out)],
    );
    expect(rows).toEqual([
      { action: 'Created', reason: 'import command' },
      { action: 'Updated', reason: 'import command' },
    ]);
  });

  it('leaves nothing of a file that cannot be loaded', async () => {
    const before = await stored();
    const path = await write('cut.txt', ptpFile(manyPairs(150, 30_000)).slice(0, -30));
    const { code, out, err } = await portalImport('codes', path, '--from', '2027-01-01', '--yes');
    expect(code).toBe(1);
    expect(out).toMatch(/^unreadable rows +1$/m);
    expect(err).toMatch(/cut off/);
    expect(await stored()).toEqual(before);
  });
});
