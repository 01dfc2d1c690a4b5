import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { CsvReader } from '@portal/domain/csv-reader';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Child, run } from './test/child.ts';
import { openImportDesk, type ImportDesk } from './test/import-desk.ts';

const KNOWN = ['ID', 'Last Name', 'First Name', 'DOB', 'Sex', 'Phone', 'Status'];
const OTHERS = Array.from({ length: 193 }, (_, n) => `Extra ${n + 1}`);
const HEADER = [...KNOWN, ...OTHERS];
const ROWS = 2000;

/** Names of letters only, different for each number. */
const nameOf = (n: number) =>
  Array.from(String(n), (digit) => 'abcdefghij'.charAt(Number(digit)).repeat(2)).join('');

/** A row of 200 columns. Some fail, some are others again, some break the file; every second other column has values. */
function rowOf(n: number): string {
  const again = n % 10 === 5 ? n - 1 : n;
  const known = [
    `B-${n}`,
    `Bad${nameOf(again)}`,
    'Ann',
    n % 10 === 3 ? '31/31/1990' : '1/5/1980',
    n % 40 === 1 ? 'W' : 'F',
    n % 30 === 7 ? '555-0123' : '',
    n % 4 === 2 ? 'Inactive' : 'Active',
  ];
  const others = OTHERS.map((_, at) =>
    at === 0 && n % 50 === 9 ? '"two\nlines"' : at % 2 === 0 && n % 3 === 0 ? `v${at}` : '',
  );
  const row = [...known, ...others].join(',');
  if (n % 200 === 11) return row.replace(',', ',"');
  return n % 250 === 17 ? known.join(',') : row;
}

const LINES = [
  HEADER.join(','),
  ...Array.from({ length: ROWS }, (_, n) => `${rowOf(n)}${n % 500 === 499 ? '\n' : ''}`),
];
const CONTENT = `${LINES.join('\n')}\n`;

/** The ids in the files of rows to fix. A broken line is one cell. */
async function idsToFix(path: string, ...suffixes: readonly string[]): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const suffix of suffixes) {
    const reader = new CsvReader({ delimiter: ',' });
    const text = await readFile(`${path}-to-fix${suffix}.csv`, 'utf8');
    const [, ...rows] = [...reader.push(text.replace(/^\uFEFF/, '')), ...reader.end()];
    for (const { cells } of rows) ids.add((cells[2] ?? '').split(',')[0] ?? '');
  }
  return ids;
}

describe('bad files and the import command', () => {
  let desk: ImportDesk;
  beforeAll(async () => {
    desk = await openImportDesk();
  });
  afterAll(() => desk.close());
  const portalImport: ImportDesk['run'] = (...args) => desk.run('patients', ...args);
  const write: ImportDesk['write'] = (name, content) => desk.write(name, content);
  const counts = async (path: string) => {
    const { rows } = await desk.portal.owner.query<
      Record<'done' | 'imported' | 'failed' | 'duplicates', number>
    >(`select rows_done as done, imported, failed, duplicates from patient_imports where file_name = $1`, [
      basename(path),
    ]);
    return rows[0];
  };
  it('account for every line and column, also after a kill in the middle', async () => {
    const path = await write('bad.csv', CONTENT);
    const map = desk.pathOf('bad.json');
    const dry = await portalImport(path, '--dry-run', '--map', map);
    expect([dry.code, dry.err]).toEqual([0, '']);
    expect(JSON.parse(await readFile(map, 'utf8'))).toMatchObject({ fileColumns: HEADER });
    const named = [...dry.out.matchAll(/^no field +Extra \d+ \(\d+\)$/gm)];
    expect(named).toHaveLength(OTHERS.length - Math.floor(OTHERS.length / 2));
    const [total, ...parts] = Array.from(/^([\d,]+) lines in the file: (.*)$/m.exec(dry.out)?.slice(1) ?? []);
    expect(total?.replace(',', '')).toBe(String(CONTENT.split('\n').length - 1));
    expect(parts[0]).toMatch(/^1 with the column names, 2,0\d\d rows on 2,\d\d\d lines, \d+ blank\.$/);

    expect((await portalImport(path, '--yes')).err).toContain(
      'These columns have values but no field: Extra 1,',
    );
    const args = ['import', 'patients', path, '--yes', '--leave-out-others'];
    const child = new Child(args, desk.settings);
    await vi.waitFor(async () => expect((await counts(path))?.done).toBeGreaterThan(0), {
      timeout: 60_000,
      interval: 5,
    });
    child.signal('SIGKILL');
    await child.ended();
    const stopped = await counts(path);
    const again = await run(args, desk.settings);
    expect(again).toMatchObject({ code: 0, err: '' });

    const ended = await counts(path);
    const rowCount = Number(/, (2,0\d\d) rows on/.exec(dry.out)?.[1]?.replace(',', ''));
    expect(ended?.done).toBe(rowCount);
    expect((ended?.imported ?? 0) + (ended?.failed ?? 0) + (ended?.duplicates ?? 0)).toBe(rowCount);
    const { rows } = await desk.portal.owner.query<{ id: string }>(
      `select former_mrn as id from patients where former_mrn like 'B-%'`,
    );
    const imported = rows.map(({ id }) => id);
    expect(imported).toHaveLength(ended?.imported ?? 0);
    expect(new Set(imported).size).toBe(imported.length);
    const suffix = stopped?.done === rowCount ? [] : [`-after-${stopped?.done ?? 0}`];
    const toFix = await idsToFix(path, '', ...suffix);
    expect(imported.filter((id) => toFix.has(id))).toEqual([]);
    const all = Array.from({ length: ROWS }, (_, n) => `B-${n}`);
    expect(all.filter((id) => !toFix.has(id) && !imported.includes(id))).toEqual([]);
  });

  it('of one column, and of another system with the mapping of the first one, are refused with words', async () => {
    const map = desk.pathOf('one.json');
    const one = await portalImport(
      await write('one.csv', 'Patient Name\n"Roe, Ann"\n'),
      '--dry-run',
      '--map',
      map,
    );
    expect(one.err).toContain('No column has the dates of birth.');
    expect(JSON.parse(await readFile(map, 'utf8'))).toMatchObject({ fileColumns: ['Patient Name'] });

    const first = await write('first.csv', 'ID;Last;First;DOB\nT-1;Turn;Ann;1/5/1980\n');
    const second = await write('second.csv', 'Chart\tName\tBorn\nT-2\tTurn, Bo\t1/6/1980\n');
    const turn = desk.pathOf('turn.json');
    expect((await portalImport(first, '--yes', '--map', turn)).out).toContain('1 imported, 0 with errors');
    const refused = await portalImport(second, '--yes', '--map', turn);
    expect(refused.err).toContain(
      'turn.json is for other columns. Not in this file: “ID”, “First”, “Last”, “DOB”. Only in this file: “Chart”, “Name”, “Born”.',
    );
    expect((await portalImport(second, '--yes')).out).toContain('1 imported, 0 with errors');
  });
});
