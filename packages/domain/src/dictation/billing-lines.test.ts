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

  it('combine duplicates with the modifiers of both', () => {
    const codes = [
      { code: '64483', modifiers: 'rt' },
      { code: ' 64483', modifiers: '50,RT' },
    ];
    expect(resolveBillingLines(codes, []).lines).toMatchObject([{ code: '64483', modifiers: 'RT,50' }]);
  });

  it('combine duplicates with the larger number of units and the diagnoses of both', () => {
    const codes = [
      { code: 'J1100', modifiers: '', units: 4, diagnosisPointers: ['m5416'] },
      { code: 'J1100', modifiers: '', units: 10, diagnosisPointers: ['M54.41', 'M54.16'] },
      ...entered('M54.41', 'M54.16'),
    ];
    const [line] = resolveBillingLines(codes, []).lines;
    expect(line).toMatchObject({ units: 10, diagnosisPointers: ['M54.16', 'M54.41'] });
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
