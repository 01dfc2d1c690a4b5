import { array, assert, constantFrom, integer, option, property, record, subarray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogSpellings, resolveBillingLines, type CatalogCode } from './billing-lines.ts';

const entry = (code: string, codeType: CatalogCode['codeType'], isActive = true): CatalogCode => ({
  id: `id of ${code}`,
  code,
  codeType,
  description: `${code} in the catalog`,
  isActive,
});
const entered = (...codes: string[]) => codes.map((code) => ({ code, modifiers: '' }));

describe('billing lines', () => {
  it('take type and description from the catalog, which also has diagnoses entered without the dot', () => {
    expect(catalogSpellings(entered('m5416'))).toEqual(['M5416', 'M54.16']);
    expect(resolveBillingLines(entered('m5416'), [entry('M54.16', 'ICD10')]).lines).toEqual([
      {
        code: 'M54.16',
        codeType: 'ICD10',
        description: 'M54.16 in the catalog',
        modifiers: '',
        units: 1,
        diagnosisPointers: null,
        billingCodeId: 'id of M54.16',
      },
    ]);
  });

  it('guess the type of a code that the catalog does not have', () => {
    expect(resolveBillingLines(entered('99999', 'Z99.9'), []).lines).toMatchObject([
      { code: '99999', codeType: 'CPT', billingCodeId: null },
      { code: 'Z99.9', codeType: 'ICD10', billingCodeId: null },
    ]);
  });

  it('stay apart for the same code with other modifiers or diagnoses, in their order', () => {
    const codes = [
      { code: '20610', modifiers: 'rt', diagnosisPointers: ['M17.11'] },
      { code: ' 20610', modifiers: '59,LT,59', diagnosisPointers: ['m19012'] },
      { code: 'J3301', modifiers: '', units: 4 },
      { code: 'J3301', modifiers: 'JW', units: 1 },
      { code: '20610', modifiers: 'RT', diagnosisPointers: ['M19.012'] },
      ...entered('M17.11', 'M19.012'),
    ];
    expect(resolveBillingLines(codes, []).lines.slice(0, 5)).toMatchObject([
      { code: '20610', modifiers: 'RT', diagnosisPointers: ['M17.11'] },
      { code: '20610', modifiers: '59,LT', diagnosisPointers: ['M19.012'] },
      { code: 'J3301', modifiers: '', units: 4 },
      { code: 'J3301', modifiers: 'JW', units: 1 },
      { code: '20610', modifiers: 'RT', diagnosisPointers: ['M19.012'] },
    ]);
  });

  it('list a diagnosis once', () => {
    const { lines } = resolveBillingLines(entered('M54.16', '64483', 'm5416'), [entry('M54.16', 'ICD10')]);
    expect(lines.map(({ code }) => code)).toEqual(['M54.16', '64483']);
  });

  it('are as many as the entered procedures, in their order, with their modifiers and units', () => {
    const line = record({
      code: constantFrom('20610', '64483', 'J3301'),
      modifiers: constantFrom('', 'RT', 'LT', '50', 'RT,59', '59,RT', 'XS', 'JW'),
      units: integer({ min: 1, max: 20 }),
      diagnosisPointers: option(subarray(['M17.11', 'M19.012']), { nil: undefined }),
    });
    assert(
      property(array(line), (procedures) => {
        const { lines } = resolveBillingLines([...procedures, ...entered('M17.11', 'M19.012')], []);
        expect(lines.slice(0, -2).map(({ code, modifiers, units }) => ({ code, modifiers, units }))).toEqual(
          procedures.map(({ code, modifiers, units }) => ({ code, modifiers, units })),
        );
      }),
    );
  });

  it('keep pointers only where they differ from the first four diagnoses', () => {
    const diagnoses = ['M54.16', 'M54.41', 'M47.816', 'M51.16', 'G89.4'];
    const pointersFor = (diagnosisPointers?: readonly string[]) =>
      resolveBillingLines([{ code: '64483', modifiers: '', diagnosisPointers }, ...entered(...diagnoses)], [])
        .lines[0]?.diagnosisPointers;
    expect(pointersFor()).toBeNull();
    expect(pointersFor(diagnoses.slice(0, 4))).toBeNull();
    expect(pointersFor(diagnoses.slice(1, 5))).toEqual(diagnoses.slice(1, 5));
    expect(pointersFor([])).toEqual([]);
  });

  it('leave units and pointers out of diagnoses, and report unknown pointers', () => {
    const codes = [
      { code: 'M54.16', modifiers: '', units: 3, diagnosisPointers: ['M54.16'] },
      { code: '64483', modifiers: '', diagnosisPointers: ['Z99.9'] },
    ];
    const { lines, unknownPointers } = resolveBillingLines(codes, []);
    expect(lines[0]).toMatchObject({ units: 1, diagnosisPointers: null });
    expect(unknownPointers).toEqual([{ code: '64483', pointer: 'Z99.9' }]);
  });

  it('report inactive codes once', () => {
    const catalog = [entry('62323', 'CPT', false), entry('64483', 'CPT')];
    expect(resolveBillingLines(entered('62323', '64483', '62323'), catalog).inactive).toEqual(['62323']);
  });
});

describe('modifiers of an entered line', () => {
  it.each([
    ['LT 59', 'LT,59'],
    ['lt; 59', 'LT,59'],
    ['LT,59', 'LT,59'],
    ['LT  LT', 'LT'],
  ])('%s are %s', (modifiers, expected) => {
    expect(resolveBillingLines([{ code: '20610', modifiers }], []).lines[0]?.modifiers).toBe(expected);
  });
});
