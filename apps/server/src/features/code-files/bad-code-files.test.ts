import * as files from '@portal/contract/code-files';
import { CsvReader } from '@portal/domain/csv-reader';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { textRows, workbook } from '#test/workbook.ts';
import { CodeFileDesk, manyPairs, mueFile, ptpFile, readSmallFile } from './test/code-file-desk.ts';

const LOADED = { dryRun: 'false', editionFrom: '2026-10-01' } as const;

describe('files that are no code files, and other people', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let desk: CodeFileDesk;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
    desk = new CodeFileDesk(portal, admin);
  });
  afterAll(() => portal.close());
  beforeEach(() => desk.clear());

  it.each([
    ['nothing', Buffer.from(''), /empty/],
    ['spaces', Buffer.from('\n \n'), /./],
    ['another text', Buffer.from('Name,Birth date\nRoe,1/5/1980\n'), /not one of the official files/],
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${mueFile([['64483', 1]])}`, 'utf16le'), /UTF-16/],
    ['UTF-16 without a mark', Buffer.from(mueFile([['64483', 1]]), 'utf16le'), /UTF-16/],
    ['NUL bytes', Buffer.from(`${mueFile([['64483', 1]])}\0\0`), /not text/],
    ['a PDF', Buffer.from('%PDF-1.7\n\u0000\u0001\n'), /not text/],
    ['a web page', Buffer.from('<!DOCTYPE html>\n<html><body>AMA license</body></html>\n'), /./],
    ['a damaged archive', Buffer.from('504b030400000000', 'hex'), /damaged/],
    ['one long line', Buffer.alloc(2 * 1024 * 1024, 'x'), /not text/],
    [
      'a table of another kind',
      Buffer.from(workbookOf([['Name'], ['Roe']])),
      /not one of the official files/,
    ],
  ])('refuses %s in words, and stores nothing', async (_what, content, words) => {
    const answer = await desk.upload(content, LOADED);
    expect(answer).toMatchObject({ status: 400 });
    expect(JSON.stringify(answer)).toMatch(words);
    expect((await desk.list()).filter(({ status }) => status !== 'Undone')).toEqual([]);
  });

  it('names the command for files that are too large', async () => {
    const { maxBytes } = files.codeFileUpload.upload;
    const answer = await portal.app.inject({
      method: 'POST',
      url: '/api/admin/code-files',
      headers: {
        authorization: `Bearer ${admin.token}`,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': String(500 * 1024 * 1024),
      },
      payload: '--x--',
    });
    expect(maxBytes).toBeLessThan(500 * 1024 * 1024);
    expect(answer.statusCode).toBe(413);
    expect(answer.body).toContain('npm run portal -- import codes FILE');
  });

  it('refuses a file that was cut off, and leaves no row', async () => {
    const whole = ptpFile(manyPairs(6000));
    const cut = await desk.read(whole.slice(0, -30), LOADED);
    expect(cut).toMatchObject({
      status: 'Draft',
      problemCount: 1,
      trouble: expect.stringMatching(/^The end of the file cannot be read \(line 6,005: .+cut off/),
    });
    expect(await desk.countRows()).toEqual({ codes: 0, pairs: 0 });
    expect(await desk.discard(cut.id)).toMatchObject({ ok: true });
  });

  it('refuses two editions that were joined, however few rows the second one has', async () => {
    const first = ptpFile(manyPairs(2000));
    const joined = await desk.read(first + ptpFile(manyPairs(1)), LOADED);
    const line = first.split('\r\n').findIndex((text) => text.startsWith('Column 1'));
    expect(joined).toMatchObject({
      status: 'Draft',
      trouble: `Another file begins at line ${(first.split('\r\n').length + line).toLocaleString('en-US')}. Choose the files as they were downloaded, each alone.`,
    });
    expect(await desk.countRows()).toEqual({ codes: 0, pairs: 0 });
    expect(await desk.discard(joined.id)).toMatchObject({ ok: true });
  });

  it('shows rows that cannot be read, and refuses more than one in a hundred', async () => {
    const lines = ptpFile(manyPairs(1000)).split('\r\n');
    const damaged = (count: number) =>
      lines.map((line, n) => (n > 99 && n < 100 + count ? 'x' : line)).join('\r\n');
    const some = await desk.read(damaged(10), LOADED);
    expect(some).toMatchObject({ status: 'Loaded', rowCount: 990, problemCount: 10 });
    expect(some.problems[0]).toEqual({ line: 101, reason: expect.any(String) });
    await desk.undo(some.id);
    const many = await desk.read(damaged(11), LOADED);
    expect(many).toMatchObject({
      status: 'Draft',
      problemCount: 11,
      trouble: '11 of 1,000 rows cannot be read. The file is damaged, or its layout has changed.',
    });
  });

  it('reads Windows-1252 and UTF-8, also when what is not ASCII comes late', async () => {
    const text = (await readSmallFile('hcpcs-2026-07.txt')).toString('latin1');
    const lines = text.split(/\r?\n/);
    const last = lines.findLastIndex((line) => line[10] === '3');
    lines[last] = `${lines[last]?.slice(0, 11)}Bé ${lines[last]?.slice(14)}`;
    const changed = lines.join('\r\n');
    const latin = await desk.read(Buffer.from(changed, 'latin1'), LOADED);
    expect(latin).toMatchObject({ kind: 'hcpcs', status: 'Loaded', problemCount: 0 });
    const { rows } = await portal.owner.query(
      `select from code_file_codes where facts->>'description' like 'Bé%'`,
    );
    expect(rows).toHaveLength(1);
    await desk.undo(latin.id);
    const utf8 = await desk.read(Buffer.from(changed, 'utf8'), LOADED);
    expect(utf8).toMatchObject({ status: 'Loaded', rowCount: latin.rowCount });
  });

  it('reads the first sheet of a workbook', async () => {
    const csv = (await readSmallFile('add-on-2026-10.csv')).toString('latin1');
    const reader = new CsvReader({ delimiter: ',' });
    const rows = [...reader.push(csv), ...reader.end()].map(({ cells }) => cells);
    const file = await desk.read(Buffer.from(workbookOf(rows)), { ...LOADED, name: 'add-on.xlsx' });
    expect(file).toMatchObject({ kind: 'addOn', status: 'Loaded', trouble: null, fileName: 'add-on.xlsx' });
  });

  it('works on one file at a time: of forty, one is checked and the others are told to wait', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        desk.upload(mueFile([['64483', n + 1]]), { name: `MUE ${n}.csv` }),
      ),
    );
    const taken = answers.filter((answer) => answer.ok);
    const refused = answers.flatMap((answer) => (answer.ok ? [] : [answer]));
    expect(taken.length).toBeGreaterThan(0);
    for (const answer of refused)
      expect(answer).toMatchObject({
        status: 409,
        error: {
          message: expect.stringMatching(/^MUE \d+\.csv is being checked\. Try again when it is done\.$/),
        },
      });
    await portal.deps.background.settled();
    const checked = (await desk.list()).filter(({ status }) => status === 'Checked');
    expect(checked).toHaveLength(taken.length);
  });

  it('is for administrators', async () => {
    for (const role of ['ProviderPhysician', 'Staff'] as const) {
      const other = new CodeFileDesk(portal, await signedInAs(portal, role));
      expect(await other.upload(mueFile([['64483', 1]]))).toMatchObject({ status: 403 });
      await expect(other.list()).rejects.toThrow('answered 403');
    }
    const answer = await portal.app.inject({ method: 'GET', url: '/api/admin/code-files' });
    expect(answer.statusCode).toBe(401);
  });
});

function workbookOf(rows: readonly (readonly string[])[]): Buffer<ArrayBuffer> {
  return workbook([{ name: 'Codes', rows: textRows(rows) }]);
}
