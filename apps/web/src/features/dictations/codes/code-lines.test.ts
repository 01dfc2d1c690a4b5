import type { SuggestedCode, Suggestions } from '@portal/domain/template/billing';
import { array, assert, boolean, constantFrom, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cleanModifiers,
  codeWarnings,
  defaultLines,
  isSameLines,
  linesOfDictation,
  lineName,
  lineOf,
  modifierProblem,
  newLineId,
  NO_SUGGESTIONS,
  reasonText,
  sentLine,
  withSide,
  withLine,
  withChange,
  withoutLine,
  type CodeLine,
} from './code-lines.ts';
import { followSuggestions, openModifiers, openSuggestions, suggestionName } from './line-suggestions.ts';

const suggested = (code: string, change: Partial<SuggestedCode> = {}): SuggestedCode => ({
  key: `CPT ${code} ${change.modifiers ?? ''}`,
  billingCodeId: code,
  code,
  description: `About ${code}`,
  codeType: 'CPT',
  lineType: 'procedure',
  bilateralIndicator: 1,
  unitSize: null,
  unit: null,
  isBillable: true,
  validFrom: null,
  validTo: null,
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
  id: newLineId(),
  from: null,
  code,
  codeType: 'CPT',
  description: `About ${code}`,
  modifiers,
  units: 1,
  diagnosisPointers: null,
});
const changed = (lines: readonly CodeLine[], code: string, change: Parameters<typeof withChange>[2]) =>
  withChange(lines, lines.find((each) => each.code === code)?.id ?? '', change);
const without = (lines: readonly CodeLine[], code: string) =>
  withoutLine(lines, lines.find((each) => each.code === code)?.id ?? '');
const texts = (lines: readonly CodeLine[]) =>
  lines.map(({ code, modifiers }) => [code, modifiers].join(' ').trim());

const sidedJoint = (modifier: string) => suggested('20610', { suggestedModifiers: [{ ...fifty, modifier }] });
const rightJoint = sided('right', sidedJoint('RT'));
const leftJoint = sided('left', sidedJoint('LT'));

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
    const lines = withLine(
      without(changed(defaultLines(before), '64483', { modifiers: 'RT' }), '64484'),
      line('99213'),
    );
    expect(texts(followSuggestions(lines, before, after))).toEqual(['64483 RT', '99213', 'J1100']);
    expect(texts(followSuggestions(lines, before, NO_SUGGESTIONS))).toEqual(['64483 RT', '99213']);
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

  it('replace 50 by the side with one click, in the line that has it', () => {
    const lines = [line('64483', '50,59'), line('64484', '50')];
    expect(texts(withSide(lines, 0, 'LT'))).toEqual(['64483 LT,59', '64484 50']);
    expect(texts(withSide([line('64483', '50,LT')], 0, 'LT'))).toEqual(['64483 LT']);
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
    expect(codeWarnings(lines.slice(1))).toEqual([]);
    expect(codeWarnings(lines)).toEqual([expect.stringContaining('more than 6 CPT codes')]);
  });

  it('have at most four modifiers of two characters each', () => {
    expect(cleanModifiers(' 50, lt 50 ')).toBe('50,LT');
    expect(cleanModifiers('50;lt')).toBe('50,LT');
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
    const own = changed(defaultLines(dosed(10)), 'J1100', { units: 4 });
    expect(followSuggestions(own, dosed(10), dosed(12))[0]?.units).toBe(4);
    const edited = changed(defaultLines(dosed(10)), 'J1100', { modifiers: 'JW' });
    expect(followSuggestions(edited, dosed(10), dosed(12))[0]).toMatchObject({ units: 12, modifiers: 'JW' });
  });

  it('drop pointers to a removed diagnosis, and return to the default when none is left', () => {
    const diagnosis = (code: string): CodeLine => ({ ...line(code), codeType: 'ICD10' });
    const pointed = { ...line('64483'), diagnosisPointers: ['M54.17', 'M54.16'] };
    const all = [pointed, diagnosis('M54.16'), diagnosis('M54.17')];
    const one = without(all, 'M54.17');
    expect(one[0]?.diagnosisPointers).toEqual(['M54.16']);
    expect(without(one, 'M54.16')[0]?.diagnosisPointers).toBeNull();
  });

  it('are sent without defaults, and read back as the default', () => {
    expect(sentLine(line('64483'))).toEqual({ code: '64483', modifiers: '' });
    expect(sentLine({ ...line('J1100'), units: null })).toEqual({
      code: 'J1100',
      modifiers: '',
      units: null,
    });
    const dosedLine = { ...line('J1100'), units: 10, diagnosisPointers: ['M54.16'] };
    expect(sentLine(dosedLine)).toEqual({
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

  it('have a second line when a code is chosen again, which stays as entered', () => {
    const two = withLine(defaultLines(rightJoint), line('20610'));
    expect(texts(two)).toEqual(['20610 RT', '20610']);
    expect(two.map((each) => lineName(each, two))).toEqual(['20610, line 1 of 2', '20610, line 2 of 2']);
    expect(two.map((each) => openModifiers(each, rightJoint, two).map(({ modifier }) => modifier))).toEqual([
      [],
      ['LT', '59', 'XS'],
    ]);
    const [, second] = two;
    const apart = withChange(two, second?.id ?? '', { modifiers: 'LT,59', diagnosisPointers: ['M19.012'] });
    expect(texts(followSuggestions(apart, rightJoint, leftJoint))).toEqual(['20610 LT', '20610 LT,59']);
    expect(texts(followSuggestions(apart, rightJoint, NO_SUGGESTIONS))).toEqual(['20610 LT,59']);
    expect(texts(withoutLine(apart, second?.id ?? ''))).toEqual(['20610 RT']);
    expect(openSuggestions(apart.slice(1), rightJoint)).toEqual(rightJoint.codes);
  });

  it('get an automatic line beside one that the user entered for another site', () => {
    for (const modifiers of ['LT', '59', 'LT,59', 'XS']) {
      const entered = [line('20610', modifiers)];
      expect(texts(followSuggestions(entered, sided('right'), rightJoint))).toEqual([
        `20610 ${modifiers}`,
        '20610 RT',
      ]);
    }
    expect(texts(followSuggestions([line('J1100', 'JW')], those(), dosed(10)))).toEqual([
      'J1100 JW',
      'J1100',
    ]);
    const pointed = [{ ...line('20610'), diagnosisPointers: ['M19.012'] }];
    expect(texts(followSuggestions(pointed, sided('right'), rightJoint))).toEqual(['20610', '20610 RT']);
    expect(texts(followSuggestions([line('20610')], sided('right'), rightJoint))).toEqual(['20610 RT']);
  });

  it('follow each suggestion of a code separately', () => {
    const joints = those(suggested('20610', { modifiers: 'RT' }), suggested('20610', { modifiers: 'LT' }));
    const lines = defaultLines(joints);
    expect(texts(lines)).toEqual(['20610 RT', '20610 LT']);
    expect(texts(followSuggestions(lines, joints, those(suggested('20610', { modifiers: 'LT' }))))).toEqual([
      '20610 LT',
    ]);
    const turned = lines.toReversed();
    const edited = withChange(turned, turned[0]?.id ?? '', { units: 2 });
    expect(followSuggestions(edited, joints, joints)).toEqual(edited);
    const removed = withoutLine(lines, lines[0]?.id ?? '');
    expect(texts(followSuggestions(removed, joints, joints))).toEqual(['20610 LT']);
    expect(openSuggestions(removed, joints).map((code) => suggestionName(code, joints))).toEqual([
      '20610-RT',
    ]);
  });

  it('rejoin their suggestion after it was gone', () => {
    for (const isDefault of [true, false]) {
      const both = sided('bilateral', { ...sidedJoint('50'), isDefault });
      const [edited] = [lineOf(sidedJoint('50'))].map((each) => ({ ...each, modifiers: '50,59' }));
      const gone = followSuggestions(edited === undefined ? [] : [edited], both, sided('right'));
      expect(texts(gone)).toEqual(['20610 59']);
      expect(texts(followSuggestions(gone, sided('right'), both))).toEqual(['20610 59,50']);
    }
  });

  it('lose no line that the user entered, whatever is suggested next', () => {
    const modifiers = constantFrom('', 'RT', 'LT', '50', '59', 'XS', 'JW', 'RT,59', 'LT,XS');
    const pointers = constantFrom(null, ['M17.11'], ['M19.012']);
    const codes = array(record({ modifiers, isDefault: boolean() }), { maxLength: 3 });
    const side = constantFrom<Suggestions['side']>(null, 'left', 'right', 'bilateral');
    const suggestions = record({ codes, side }).map((drawn) => ({
      ...sided(drawn.side),
      codes: [...new Map(drawn.codes.map((each) => [each.modifiers, suggested('20610', each)])).values()],
    }));
    assert(
      property(
        suggestions,
        suggestions,
        array(record({ modifiers, diagnosisPointers: pointers }), { minLength: 1, maxLength: 4 }),
        (before, after, entered) => {
          const automatic = defaultLines(before);
          const own = entered.map((each) => ({ ...line('20610'), units: 7, ...each }));
          const result = followSuggestions(
            [...automatic, line('M17.11'), line('M19.012'), ...own].map((each) =>
              each.code.startsWith('M') ? { ...each, codeType: 'ICD10' } : each,
            ),
            before,
            after,
          );
          expect(result.map(({ id }) => id)).toEqual(expect.arrayContaining(own.map(({ id }) => id)));
          expect(new Set(result.map(({ id }) => id)).size).toBe(result.length);
          for (const { id, diagnosisPointers } of own)
            expect(result.find((each) => each.id === id)).toMatchObject({ units: 7, diagnosisPointers });
        },
      ),
    );
  });
});

it('are the same lines only with the same units and diagnoses', () => {
  const one = line('64483');
  expect(isSameLines([one], [line('64483')])).toBe(true);
  expect(isSameLines([one], [{ ...one, units: 2 }])).toBe(false);
  expect(isSameLines([one], [{ ...one, diagnosisPointers: ['M54.16'] }])).toBe(false);
  expect(isSameLines([one], [one, one])).toBe(false);
});
