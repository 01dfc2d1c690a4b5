import { NO_FILES } from '@portal/domain/code-files/official';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadedCodeFile } from '#test/code-file-factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { findOfficial } from './official-repo.ts';

const hcpcs = { description: 'Injection', isModifier: false, coverage: 'D', action: 'N' };
const fees = {
  status: 'A',
  pcTc: '0',
  globalDays: '000',
  multiple: '2',
  bilateral: 1,
  assistant: '1',
  coSurgeons: '0',
  team: '0',
} as const;

describe('what official files say', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await openTestPortal();
  });
  afterAll(() => portal.close());

  const on = async (day: string, ...codes: string[]) => {
    const [official = NO_FILES] = await findOfficial(portal.deps.db, [{ day, codes }]);
    return official;
  };

  it('is nothing without files', async () => {
    expect(await findOfficial(portal.deps.db, [])).toEqual([]);
    const nothing = { hcpcs: null, feeSchedule: null, mue: null, addOn: null, icd10: null };
    expect(await on('2026-11-23', '64483')).toEqual({
      editions: [],
      codes: [{ code: '64483', ...nothing }],
      pairs: [],
    });
    expect(await on('2026-11-23')).toEqual(NO_FILES);
  });

  it('comes from the newest edition of the day, and only from loaded files', async () => {
    await loadedCodeFile(portal, {
      kind: 'mue',
      from: '2026-07-01',
      to: '2026-09-30',
      rows: [{ code: '64483', facts: { units: 1, adjudication: 2, rationale: 'CMS policy' } }],
    });
    await loadedCodeFile(portal, {
      kind: 'mue',
      from: '2026-10-01',
      rows: [{ code: '64483', facts: { units: 2, adjudication: 3, rationale: 'Clinical: data' } }],
    });
    await loadedCodeFile(portal, {
      kind: 'mue',
      from: '2026-11-01',
      state: 'Undone',
      rows: [{ code: '64483', facts: { units: 9, adjudication: 1, rationale: '' } }],
    });
    const units = async (day: string) => (await on(day, '64483')).codes[0]?.mue?.units;
    expect([
      await units('2026-07-01'),
      await units('2026-09-30'),
      await units('2026-10-01'),
      await units('2027-05-01'),
    ]).toEqual([1, 1, 2, 2]);
    expect(await on('2026-06-30', '64483')).toMatchObject({ editions: [], codes: [{ mue: null }] });
    expect(await on('2026-09-30')).toMatchObject({
      editions: [
        { kind: 'mue', title: 'CMS, NCCI unit limits (MUE)', validFrom: '2026-07-01', validTo: '2026-09-30' },
      ],
    });
  });

  it('comes for earlier days from the oldest edition of files whose rows have days', async () => {
    await loadedCodeFile(portal, {
      kind: 'hcpcs',
      from: '2026-10-01',
      rows: [
        { code: 'J1030', validFrom: '1982-01-01', validTo: '2024-03-31', facts: hcpcs },
        {
          code: 'J9999',
          validFrom: '2000-01-01',
          validTo: '2010-12-31',
          facts: { ...hcpcs, description: 'Old' },
        },
        { code: 'J9999', validFrom: '2026-01-01', facts: { ...hcpcs, description: 'New' } },
      ],
    });
    expect(await on('2023-01-05', 'J1030', 'J9999')).toMatchObject({
      editions: [{ kind: 'hcpcs', validFrom: '2026-10-01', validTo: null }],
      codes: [
        { hcpcs: { validFrom: '1982-01-01', validTo: '2024-03-31' } },
        { hcpcs: { description: 'New' } },
      ],
    });
    expect(await on('2009-01-05', 'J9999')).toMatchObject({ codes: [{ hcpcs: { description: 'Old' } }] });
  });

  it('has the whole service of the fee schedule, the primaries of the day, and a longer code of a heading', async () => {
    await loadedCodeFile(portal, {
      kind: 'feeSchedule',
      from: '2026-10-01',
      rows: [
        { code: '77003', part: '26', facts: { ...fees, bilateral: 0 } },
        { code: '77003', facts: fees },
      ],
    });
    await loadedCodeFile(portal, {
      kind: 'addOn',
      from: '2026-10-01',
      rows: [
        { code: '64484', part: '64483', validFrom: '2013-04-01', facts: { type: 1 } },
        { code: '64484', part: '64479', validFrom: '2013-04-01', validTo: '2020-12-31', facts: { type: 1 } },
        { code: '99292', validFrom: '2013-04-01', facts: { type: 2 } },
      ],
    });
    await loadedCodeFile(portal, {
      kind: 'icd10',
      from: '2026-10-01',
      rows: [
        { code: 'M54', facts: { description: 'Dorsalgia', isBillable: false } },
        { code: 'M54.1', facts: { description: 'Radiculopathy', isBillable: false } },
        { code: 'M54.16', facts: { description: 'Radiculopathy, lumbar region', isBillable: true } },
        { code: 'M55', facts: { description: 'Nothing below', isBillable: false } },
      ],
    });
    const { codes } = await on('2026-11-23', '77003', '64484', '99292', 'M54', 'M54.16', 'M55');
    expect(codes[0]?.feeSchedule?.bilateral).toBe(1);
    expect(codes.slice(1, 3).map(({ addOn }) => addOn)).toEqual([
      { type: 1, primaries: ['64483'] },
      { type: 2, primaries: [] },
    ]);
    expect(codes.slice(3).map(({ icd10 }) => [icd10?.isBillable, icd10?.longerCode])).toEqual([
      [false, 'M54.16'],
      [true, null],
      [false, null],
    ]);
  });

  it('has the pairs of the day among the codes, of all parts of an edition', async () => {
    await loadedCodeFile(portal, {
      kind: 'ptp',
      from: '2026-10-01',
      pairs: [
        { column1: '64483', column2: '77003' },
        { column1: '64483', column2: '76942', validTo: '2026-11-22' },
        { column1: '64483', column2: '76000', validFrom: '2026-11-24' },
      ],
    });
    await loadedCodeFile(portal, {
      kind: 'ptp',
      from: '2026-10-01',
      pairs: [{ column1: '20553', column2: '20552', indicator: 0, rationale: 'More extensive procedure' }],
    });
    await loadedCodeFile(portal, {
      kind: 'ptp',
      from: '2026-07-01',
      pairs: [{ column1: '20610', column2: '64483' }],
    });
    const codes = ['77003', '64483', '76942', '76000', '20552', '20553', '20610', 'M54.16'];
    const { pairs } = await on('2026-11-23', ...codes);
    expect(pairs.toSorted((a, b) => a.column1.localeCompare(b.column1))).toEqual([
      {
        column1: '20553',
        column2: '20552',
        validFrom: '2020-01-01',
        validTo: null,
        indicator: 0,
        rationale: 'More extensive procedure',
      },
      {
        column1: '64483',
        column2: '77003',
        validFrom: '2020-01-01',
        validTo: null,
        indicator: 1,
        rationale: 'Misuse of codes',
      },
    ]);
    expect((await on('2026-11-23', '77003', '20553')).pairs).toEqual([]);
    expect((await on('2026-11-22', '64483', '76942')).pairs).toMatchObject([{ validTo: '2026-11-22' }]);
  });

  it('is found for several days at once, in their order', async () => {
    const days = [
      { day: '2026-11-23', codes: ['64483', '77003'] },
      { day: '2026-08-01', codes: ['64483', '77003', '20610'] },
      { day: '2026-11-23', codes: [] },
    ];
    const [now, before, nothing] = await findOfficial(portal.deps.db, days);
    expect(now).toMatchObject({ codes: [{ mue: { units: 2 } }, {}], pairs: [{ column1: '64483' }] });
    expect(before).toMatchObject({ codes: [{ mue: { units: 1 } }, {}, {}], pairs: [{ column1: '20610' }] });
    expect(nothing).toMatchObject({ codes: [], pairs: [] });
  });
});
