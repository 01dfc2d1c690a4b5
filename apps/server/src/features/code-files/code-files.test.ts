import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { CodeFileDesk, manyPairs, mueFile, ptpFile } from './test/code-file-desk.ts';

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
    const changed = pairs.flatMap((pair, n) =>
      n % 3000 === 17 ? [] : [n % 3000 === 5 ? ([...pair.slice(0, 4), 0] as unknown as typeof pair) : pair],
    );
    const { differences, rowCount } = await desk.read(ptpFile(changed), { editionFrom: '2026-10-01' });
    expect(rowCount).toBe(11_996);
    expect(differences).toMatchObject({ added: { count: 0 }, changed: { count: 4 }, ended: { count: 4 } });
    expect(await desk.countRows()).toEqual({ codes: 0, pairs: 23_996 });
  });
});
