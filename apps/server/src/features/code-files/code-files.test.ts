import { todayIn } from '@portal/domain/date';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { editionsOf } from './code-file-repo.ts';
import { removeOldCodeFiles } from './load-code-file.ts';
import { CodeFileDesk, manyPairs, mueFile, ptpFile, readSmallFile } from './test/code-file-desk.ts';

const firstDay = (name: string) => `${name.slice(-11, -4)}-01`;

describe('official code files', () => {
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

  it('checks a file without loading it, and loads it on request', async () => {
    const file = await desk.read(mueFile([['64483', 1]]), { name: 'MUE.csv' });
    expect(file).toMatchObject({
      kind: 'mue',
      fileName: 'MUE.csv',
      status: 'Checked',
      rowCount: 1,
      rowsDone: 1,
      problemCount: 0,
      editionFrom: null,
      isByCommand: false,
      uploadedBy: { id: admin.id },
      differences: { comparedWith: null },
      notes: ['The file does not say when its edition begins. Give the first day.'],
    });
    expect(await desk.load(file.id)).toMatchObject({ ok: false, status: 400 });
    expect(await desk.load(file.id, { editionFrom: '2026-10-01' })).toMatchObject({ ok: true });
    expect(await desk.details(file.id)).toMatchObject({
      status: 'Loaded',
      editionFrom: '2026-10-01',
      editionTo: '2026-12-31',
    });
  });

  it('compares pairs with the edition before', async () => {
    const before = await desk.read(
      ptpFile([
        ['64483', '64479', '20200101', '*', 0],
        ['64483', '64480', '20200101', '*', 1],
        ['64483', '64481', '20200101', '*', 1],
        ['64493', '64490', '20200101', '*', 1],
        ['64494', '64490', '20200101', '*', 1],
      ]),
      { dryRun: 'false', editionFrom: '2026-07-01' },
    );
    expect(before).toMatchObject({ status: 'Loaded', editionTo: '2026-09-30' });
    const { differences } = await desk.read(
      ptpFile([
        ['64483', '64479', '20200101', '*', 1],
        ['64483', '64481', '20200101', '20260930', 1],
        ['64483', '64482', '20261001', '*', 1],
        ['64493', '64490', '20200101', '*', 1],
      ]),
      { editionFrom: '2026-10-01' },
    );
    expect(differences).toEqual({
      comparedWith: 'the edition from 07/01/2026',
      added: { count: 1, examples: ['64483 with 64482: from 10/01/2026'] },
      changed: { count: 1, examples: ['64483 with 64479: modifier indicator 1 instead of 0'] },
      ended: {
        count: 2,
        examples: ['64483 with 64480: no longer listed', '64483 with 64481: ended 09/30/2026'],
      },
    });
  });

  it('compares many rows, range by range', async () => {
    const pairs = manyPairs(12_000);
    await desk.read(ptpFile(pairs), { dryRun: 'false', editionFrom: '2026-07-01' });
    const changed = pairs.flatMap(([one, two, from, to], n) =>
      n % 3000 === 17 ? [] : [[one, two, from, to, n % 3000 === 5 ? 0 : 1] as const],
    );
    const { differences, rowCount } = await desk.read(ptpFile(changed), { editionFrom: '2026-10-01' });
    expect(rowCount).toBe(11_996);
    expect(differences).toMatchObject({ added: { count: 0 }, changed: { count: 4 }, ended: { count: 4 } });
    expect(await desk.countRows()).toEqual({ codes: 0, pairs: 23_996 });
  });

  it.each([
    ['hcpcs-2026-07.txt', 'hcpcs'],
    ['fee-schedule-2026-07.csv', 'feeSchedule'],
    ['ptp-2026-07.txt', 'ptp'],
    ['mue-2026-07.csv', 'mue'],
    ['add-on-2026-07.txt', 'addOn'],
    ['add-on-2026-10.csv', 'addOn'],
    ['icd10-2025-10.txt', 'icd10'],
    ['asp-2026-07.csv', 'asp'],
  ])('loads the small file %s', async (name, kind) => {
    const options = { name, dryRun: 'false', editionFrom: firstDay(name) } as const;
    const file = await desk.read(await readSmallFile(name), options);
    expect(file).toMatchObject({ kind, status: 'Loaded', problemCount: 0, trouble: null });
    const { codes, pairs } = await desk.countRows();
    expect(codes + pairs).toBe(file.rowCount);
  });

  it.each([
    ['mue-2026-07.csv', 'mue-2026-10.csv', ['J0702: units 2 instead of 18']],
    ['fee-schedule-2026-07.csv', 'fee-schedule-2026-10.csv', ['64425: bilateral indicator 0 instead of 1']],
    [
      'icd10-2025-10.txt',
      'icd10-2026-10.txt',
      ['M77.81', 'M77.82', 'M77.89', 'M77.8: a heading instead of billable'],
    ],
    ['hcpcs-2026-07.txt', 'hcpcs-2026-10.txt', ['J3303: ended 09/30/2026']],
    [
      'ptp-2026-07.txt',
      'ptp-2026-10.txt',
      ['64405 with 20553: from 10/01/2026', '64450 with 20526: ended 09/30/2026'],
    ],
    ['add-on-2026-07.txt', 'add-on-2026-10.csv', ['95874 with 64616: ended 09/30/2026']],
    ['asp-2026-07.csv', 'asp-2026-10.csv', ['J3301 (NDC 99963-0313-25)']],
  ])('names how %s and %s differ', async (before, after, texts) => {
    await desk.read(await readSmallFile(before), { dryRun: 'false', editionFrom: firstDay(before) });
    const { differences } = await desk.read(await readSmallFile(after), { editionFrom: firstDay(after) });
    const { added, changed, ended } = differences ?? {};
    expect([added, changed, ended].flatMap((found) => found?.examples ?? [])).toEqual(texts);
  });

  it('loads a file at once without a dry run, and it waits for a first day that nobody has said', async () => {
    const file = await desk.read(mueFile([['64483', 1]]), { dryRun: 'false' });
    expect(file).toMatchObject({ status: 'Checked', editionFrom: null });
    const other = await desk.read(mueFile([['64483', 2]]), { dryRun: 'false', editionFrom: '2026-10-01' });
    expect(other).toMatchObject({ status: 'Loaded', editionTo: '2026-12-31', loadedAt: expect.any(String) });
  });

  it('refuses days that are no edition', async () => {
    const content = mueFile([['64483', 1]]);
    expect(await desk.upload(content, { editionTo: '2026-12-31' })).toMatchObject({ status: 400 });
    const days = { editionFrom: '2026-10-01', editionTo: '2026-09-30' };
    expect(await desk.upload(content, days)).toMatchObject({ status: 400 });
    const { id } = await desk.read(content);
    expect(await desk.load(id, days)).toMatchObject({ status: 400 });
  });

  it('says that an older edition counts only for the days before', async () => {
    await desk.read(mueFile([['64483', 2]]), { dryRun: 'false', editionFrom: '2026-10-01' });
    const old = await desk.read(mueFile([['64483', 1]]), { editionFrom: '2026-07-01' });
    expect(old.notes).toEqual([
      'An edition from 10/01/2026 is loaded. This one counts only for days before.',
    ]);
    expect(await desk.load(old.id)).toMatchObject({ ok: true });
    expect((await desk.list()).filter(({ status }) => status === 'Loaded')).toHaveLength(2);
  });

  it('refuses the same content and another file of the same edition', async () => {
    const content = mueFile([['64483', 2]]);
    const options = { dryRun: 'false', editionFrom: '2026-10-01', name: 'MUE.csv' } as const;
    const { id } = await desk.read(content, options);
    expect(await desk.upload(content)).toMatchObject({
      status: 409,
      error: { message: 'This file is loaded already: MUE.csv, edition from 10/01/2026.' },
    });
    const other = await desk.read(mueFile([['64483', 3]]), options);
    const rival = 'Another file of the edition from 10/01/2026 is loaded: MUE.csv. Undo it first.';
    expect(other).toMatchObject({ status: 'Checked', trouble: rival, notes: [rival] });
    expect(await desk.load(other.id)).toMatchObject({ status: 409, error: { message: rival } });
    expect(await desk.undo(id)).toMatchObject({ ok: true });
    expect(await desk.load(other.id)).toMatchObject({ ok: true });
  });

  it('takes pairs that continue an edition as another part of it, and no others', async () => {
    const options = { dryRun: 'false', editionFrom: '2026-10-01' } as const;
    await desk.read(ptpFile(manyPairs(300, 10_000)), options);
    const part = await desk.read(ptpFile(manyPairs(300, 20_000)), { ...options, dryRun: 'true' });
    expect(part.notes).toEqual(['A part of the edition from 10/01/2026, of which other parts are loaded.']);
    expect(await desk.load(part.id)).toMatchObject({ ok: true });
    const again = await desk.read(ptpFile(manyPairs(250, 10_000)), options);
    expect(again).toMatchObject({ status: 'Checked', trouble: expect.stringContaining('Undo it first') });
    const [edition] = await editionsOf(portal.deps.db);
    expect(edition).toMatchObject({ kind: 'ptp', validFrom: '2026-10-01', validTo: '2026-12-31' });
    expect(edition?.fileIds).toHaveLength(2);
  });

  it('compares a part only with the pairs between its first and last one', async () => {
    const before = { dryRun: 'false', editionFrom: '2026-07-01' } as const;
    await desk.read(ptpFile(manyPairs(300, 10_000)), before);
    await desk.read(ptpFile(manyPairs(300, 20_000)), before);
    const pairs = manyPairs(300, 20_000).filter((_, n) => n !== 150);
    const { differences } = await desk.read(ptpFile(pairs), { editionFrom: '2026-10-01' });
    expect(differences).toMatchObject({
      added: { count: 0 },
      changed: { count: 0 },
      ended: { count: 1, examples: ['20001 with 70050: no longer listed'] },
    });
  });

  it('undoes a file: it counts no longer, and no row is left behind', async () => {
    const options = { dryRun: 'false', editionFrom: '2026-10-01' } as const;
    const { id } = await desk.read(ptpFile(manyPairs(7000)), options);
    expect(await desk.undo(id)).toMatchObject({ ok: true });
    expect(await editionsOf(portal.deps.db)).toEqual([]);
    expect(await desk.details(id)).toMatchObject({ status: 'Undone', undoneAt: expect.any(String) });
    expect(await desk.countRows()).toEqual({ codes: 0, pairs: 0 });
    expect(await desk.undo(id)).toMatchObject({ status: 409 });
    expect(await desk.load(id)).toMatchObject({ status: 409 });
    expect(await desk.discard(id)).toMatchObject({ status: 409 });
    expect(await desk.read(ptpFile(manyPairs(7000)), options)).toMatchObject({ status: 'Loaded' });
  });

  it('discards a checked file with its rows, and removes files of loaded ones', async () => {
    const { id } = await desk.read(mueFile([['64483', 1]]));
    expect(await desk.discard(id)).toMatchObject({ ok: true });
    expect(await desk.countRows()).toEqual({ codes: 0, pairs: 0 });
    expect(await desk.undo(id)).toMatchObject({ status: 404 });
    const loaded = await desk.read(mueFile([['64483', 1]]), { dryRun: 'false', editionFrom: '2026-10-01' });
    const { rows } = await portal.owner.query<{ id: string }>(
      'select id from pending_files where is_given_up and id = any($1)',
      [[id, loaded.id]],
    );
    expect(rows).toHaveLength(2);
  });

  it('removes a file that was not loaded for a week, and its rows', async () => {
    const { id } = await desk.read(mueFile([['64483', 1]]));
    const days = (count: number) => new Date(portal.clock.now().getTime() + count * 24 * 3_600_000);
    await removeOldCodeFiles(portal.deps.db, days(6));
    expect(await desk.countRows()).toMatchObject({ codes: 1 });
    await removeOldCodeFiles(portal.deps.db, days(8));
    expect(await desk.countRows()).toMatchObject({ codes: 0 });
    expect(await desk.undo(id)).toMatchObject({ status: 404 });
  });

  it('records what was done', async () => {
    const { id } = await desk.read(mueFile([['64483', 1]]), { dryRun: 'false', editionFrom: '2026-10-01' });
    await desk.undo(id);
    await portal.deps.background.settled();
    const { rows } = await portal.owner.query(
      `select action, user_id as "userId", new_values->>'state' as state, new_values->>'rows' as rows from audit_log
        where entity_type = 'CodeFile' and entity_id = $1 order by state`,
      [id],
    );
    expect(rows).toEqual([
      { action: 'Created', userId: admin.id, state: 'Draft', rows: null },
      { action: 'Updated', userId: admin.id, state: 'Loaded', rows: '1' },
      { action: 'Updated', userId: admin.id, state: 'Undone', rows: '1' },
    ]);
  });

  it('knows the edition of the day', async () => {
    const today = todayIn(portal.deps.config.practice.timeZone, portal.clock.now());
    const year = Number(today.slice(0, 4));
    const load = (units: number, editionFrom: string, editionTo: string) =>
      desk.read(mueFile([['64483', units]]), { dryRun: 'false', editionFrom, editionTo });
    const old = await load(1, `${year - 2}-01-01`, `${year - 2}-03-31`);
    expect(old.isCurrent).toBe(false);
    const current = await load(2, today, `${year + 1}-12-31`);
    expect(current.isCurrent).toBe(true);
    const next = await load(3, `${year + 2}-01-01`, `${year + 2}-03-31`);
    expect(next.isCurrent).toBe(false);
    expect(await desk.details(current.id)).toMatchObject({ isCurrent: true });
  });
});
