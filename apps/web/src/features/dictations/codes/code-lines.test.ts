import type { SuggestedCode, Suggestions } from '@portal/domain/template/billing';
import { ONE_SIDED_WARNING } from '@portal/domain/template/modifiers';
import { describe, expect, it } from 'vitest';
import {
  cleanModifiers,
  codeWarnings,
  defaultLines,
  followSuggestions,
  linesOfDictation,
  modifierProblem,
  NO_SUGGESTIONS,
  openModifiers,
  openSuggestions,
  reasonText,
  sentLine,
  sideInsteadOf50,
  withLine,
  withChange,
  withoutLine,
} from './code-lines.ts';
import type { CodeLine } from './code-lines.ts';

const suggested = (code: string, change: Partial<SuggestedCode> = {}): SuggestedCode => ({
  billingCodeId: code,
  code,
  description: `About ${code}`,
  codeType: 'CPT',
  lineType: 'procedure',
  bilateralIndicator: 1,
  unitSize: null,
  unit: null,
  isBillable: true,
  doseFieldId: null,
  units: 1,
  unitsReason: null,
  doseProblem: null,
  modifiers: '',
  isDefault: true,
  displayOrder: 0,
  priority: 1,
  reasons: [{ ruleId: 'r1', fieldId: 'level', label: 'Level', value: 'L4' }],
  suggestedModifiers: [],
  ...change,
});
const fifty = {
  modifier: '50',
  reason: { ruleId: null, fieldId: 'approach', label: 'Approach', value: 'Transforaminal' },
};
const those = (...codes: readonly SuggestedCode[]): Suggestions => ({ ...NO_SUGGESTIONS, codes });
const dosed = (units: number) => those(suggested('J1100', { units }));
const sided = (side: Suggestions['side'], ...codes: readonly SuggestedCode[]): Suggestions => ({
  ...those(...codes),
  side,
});
const extra = (modifier: string) =>
  suggested('64484', { isDefault: false, suggestedModifiers: [{ ...fifty, modifier }] });
const line = (code: string, modifiers = ''): CodeLine => ({
  code,
  codeType: 'CPT',
  description: `About ${code}`,
  modifiers,
  units: 1,
  diagnosisPointers: null,
});
const texts = (lines: readonly CodeLine[]) =>
  lines.map(({ code, modifiers }) => [code, modifiers].join(' ').trim());

describe('codes of a dictation', () => {
  it('start with those flagged default, with modifiers of the rule and the entries', () => {
    const suggestions = those(
      suggested('64483', { modifiers: '59', suggestedModifiers: [fifty] }),
      suggested('77003', { isDefault: false }),
    );
    const lines = defaultLines(suggestions);
    expect(texts(lines)).toEqual(['64483 59,50']);
    expect(openSuggestions(lines, suggestions).map(({ code }) => code)).toEqual(['77003']);
  });

  it('are added, removed and changed as entries change', () => {
    const one = those(suggested('64483'));
    const two = those(suggested('64483', { suggestedModifiers: [fifty] }), suggested('64484'));
    const lines = followSuggestions(defaultLines(one), one, two);
    expect(texts(lines)).toEqual(['64483 50', '64484']);
    expect(texts(followSuggestions(lines, two, NO_SUGGESTIONS))).toEqual([]);
  });

  it('keep what the user added, removed or changed', () => {
    const before = those(suggested('64483'), suggested('64484'));
    const after = those(
      suggested('64483', { suggestedModifiers: [fifty] }),
      suggested('64484'),
      suggested('J1100'),
    );
    const changed = withLine(
      withoutLine(withChange(defaultLines(before), line('64483'), { modifiers: 'RT' }), line('64484')),
      line('99213'),
    );
    expect(texts(followSuggestions(changed, before, after))).toEqual(['64483 RT', '99213', 'J1100']);
    expect(texts(followSuggestions(changed, before, NO_SUGGESTIONS))).toEqual(['64483 RT', '99213']);
    expect(withLine(changed, line('99213'))).toBe(changed);
  });

  it('select a code when it becomes a default, without duplicating it', () => {
    const maybe = those(suggested('64483', { isDefault: false }));
    const sure = those(suggested('64483'));
    expect(texts(followSuggestions([], maybe, sure))).toEqual(['64483']);
    expect(texts(followSuggestions([line('64483', 'RT')], maybe, sure))).toEqual(['64483 RT']);
  });

  it('change a selected LT with the side, and drop it for bilateral and midline', () => {
    const transforaminal = suggested('64483', { suggestedModifiers: [fifty] });
    const left = sided('left', transforaminal);
    const chosen = [line('64483', 'LT'), line('64999', 'LT')];
    const follow = (after: Suggestions) => texts(followSuggestions(chosen, left, after));
    expect(follow(sided('right', transforaminal))).toEqual(['64483 RT', '64999 RT']);
    expect(follow(sided('bilateral', transforaminal))).toEqual(['64483 50', '64999']);
    expect(follow(sided('midline', suggested('64483')))).toEqual(['64483', '64999']);
  });

  it('update a suggested code that the user added', () => {
    const bilateral = sided('bilateral', extra('50'));
    expect(texts(followSuggestions([line('64484', '50')], bilateral, sided('right', extra('RT'))))).toEqual([
      '64484 RT',
    ]);
  });

  it('warn of a one-sided 50 until it is removed or has LT or RT', () => {
    const suggestions = { ...those(suggested('64483')), warnings: [ONE_SIDED_WARNING] };
    const warned = (modifiers: string) => codeWarnings([line('64483', modifiers)], suggestions);
    expect(warned('50')).toEqual([ONE_SIDED_WARNING]);
    expect([...warned(''), ...warned('50,LT'), ...warned('RT')]).toEqual([]);
  });

  it('offer only the modifier of the side instead of 50', () => {
    const offered = (side: Suggestions['side'], modifiers = '50') =>
      sideInsteadOf50(line('64483', modifiers), { ...sided(side), warnings: [ONE_SIDED_WARNING] });
    expect([offered('left'), offered('right'), offered(null), offered('left', 'LT')]).toEqual([
      'LT',
      'RT',
      null,
      null,
    ]);
    expect(sideInsteadOf50(line('64483', '50'), sided('left'))).toBeNull();
  });

  it('offer a modifier only where a payer accepts it, and never a second side', () => {
    const note = { ...sided('bilateral'), modifiers: [fifty] };
    const offered = (code: string, modifiers = '') =>
      openModifiers(line(code, modifiers), note, []).map(({ modifier }) => modifier);
    expect([offered('64483'), offered('62323'), offered('99152'), offered('J1100')]).toEqual([
      ['50'],
      [],
      [],
      [],
    ]);
    expect([offered('64483', '50'), offered('64483', 'LT')]).toEqual([[], []]);
  });

  it('warn above 6 CPT or 12 ICD-10 codes', () => {
    const lines = Array.from({ length: 7 }, (_, at) => line(`6448${at}`));
    expect(codeWarnings(lines.slice(1), NO_SUGGESTIONS)).toEqual([]);
    expect(codeWarnings(lines, NO_SUGGESTIONS)).toEqual([expect.stringContaining('more than 6 CPT codes')]);
  });

  it('have at most four modifiers of two characters each', () => {
    expect(cleanModifiers(' 50, lt 50 ')).toBe('50,LT');
    expect(['', '50', '50,LT', '50 lt', '5', 'LTX', '50,51,52,53,54'].map(modifierProblem)).toEqual([
      null,
      null,
      null,
      null,
      'Each modifier must be two characters',
      'Each modifier must be two characters',
      'Maximum four modifiers',
    ]);
  });

  it('name the field and rule that suggested them', () => {
    expect(reasonText(fifty.reason)).toBe('Approach: Transforaminal');
    const reason = { ruleId: 'r9', fieldId: '_template_default', label: 'Template default', value: '*' };
    expect(reasonText(reason)).toBe('Template default');
  });

  it('update units with the dose until the user changes them', () => {
    expect(followSuggestions(defaultLines(dosed(1)), dosed(1), dosed(10))[0]?.units).toBe(10);
    const own = withChange(defaultLines(dosed(10)), line('J1100'), { units: 4 });
    expect(followSuggestions(own, dosed(10), dosed(12))[0]?.units).toBe(4);
    const edited = withChange(defaultLines(dosed(10)), line('J1100'), { modifiers: 'JW' });
    expect(followSuggestions(edited, dosed(10), dosed(12))[0]).toMatchObject({ units: 12, modifiers: 'JW' });
  });

  it('drop pointers to a removed diagnosis, and return to the default when none is left', () => {
    const diagnosis = (code: string): CodeLine => ({ ...line(code), codeType: 'ICD10' });
    const pointed = { ...line('64483'), diagnosisPointers: ['M54.17', 'M54.16'] };
    const all = [pointed, diagnosis('M54.16'), diagnosis('M54.17')];
    const one = withoutLine(all, diagnosis('M54.17'));
    expect(one[0]?.diagnosisPointers).toEqual(['M54.16']);
    expect(withoutLine(one, diagnosis('M54.16'))[0]?.diagnosisPointers).toBeNull();
  });

  it('are sent without defaults, and read back as the default', () => {
    expect(sentLine(line('64483'))).toEqual({ code: '64483', modifiers: '' });
    const changed = { ...line('J1100'), units: 10, diagnosisPointers: ['M54.16'] };
    expect(sentLine(changed)).toEqual({
      code: 'J1100',
      modifiers: '',
      units: 10,
      diagnosisPointers: ['M54.16'],
    });
    const billingCodes = [
      { ...line('64483'), diagnosisPointers: ['M54.16'] },
      { ...line('M54.16'), codeType: 'ICD10' as const, diagnosisPointers: [] },
    ];
    expect(linesOfDictation({ billingCodes }).map(({ diagnosisPointers }) => diagnosisPointers)).toEqual([
      null,
      null,
    ]);
  });

  it('offer 59 and XS on an injection after one of another kind', () => {
    const lines = [line('62323'), line('64483'), line('64484', 'XS')];
    const offered = lines.map((one) => openModifiers(one, NO_SUGGESTIONS, lines));
    expect(offered.map((all) => all.map(({ modifier }) => modifier))).toEqual([[], ['59', 'XS'], []]);
    expect(offered[1]?.map(({ reason }) => reasonText(reason))).toEqual([
      'Separate site from 62323',
      'Separate site from 62323',
    ]);
  });
});
