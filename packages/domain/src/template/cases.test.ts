import { describe, expect, it } from 'vitest';
import { defaultCodeTraits } from '../billing-code-traits.ts';
import type { BillingRule } from './billing.ts';
import {
  answerProblems,
  caseAnswers,
  outcomeTexts,
  resultOf,
  runCase,
  type CaseLine,
  type TemplateCase,
} from './cases.ts';
import { evaluateTemplate } from './evaluate.ts';
import { contentOf } from './test/content-of.ts';
import type { FieldValue, FieldValues } from './value.ts';

const CONTENT = contentOf(
  { id: 'side', label: 'Side', type: 'radio', options: ['Left', 'Right'] },
  { id: 'level', label: 'Level', type: 'checkbox', options: ['L4-L5', 'L5-S1'] },
  { id: 'consent', label: 'Consent', type: 'checkbox' },
  {
    id: 'reason',
    label: 'Reason',
    visibilityRules: [{ sourceFieldId: 'side', operator: 'equals', value: 'Right', action: 'show' }],
  },
  { id: 'note', label: 'Note', dependencyType: 'dynamic_text', defaultTemplate: 'Injected {{level}}.' },
);
const assigned = (code: string, isDefault = true) => {
  const codeType = code.startsWith('M') ? ('ICD10' as const) : ('CPT' as const);
  const traits = defaultCodeTraits(codeType, code, false);
  const description = `About ${code}`;
  return {
    billingCodeId: code,
    code,
    description,
    codeType,
    ...traits,
    modifiers: '',
    doseFieldId: null,
    isDefault,
    displayOrder: 0,
  };
};
const RULES: readonly BillingRule[] = [
  {
    id: 'one',
    fieldId: 'level',
    fieldValue: '*',
    priority: 1,
    isTemplateDefault: false,
    billingCodes: [assigned('64483'), assigned('M54.16'), assigned('64484', false)],
  },
];
const line = (code: string, change: Partial<CaseLine> = {}): CaseLine => ({
  codeType: 'CPT',
  code,
  units: 1,
  modifiers: '',
  ...change,
});
const joint = (modifiers: string, units = 1) => line('20610', { modifiers, units });
const CASE: TemplateCase = {
  name: 'Left, one level',
  answers: { side: 'Left', level: ['L4-L5'] },
  billingOption: 'standard',
  expected: {
    text: 'PROCEDURE DETAILS\nSide: Left\nLevel: L4-L5\nInjected L4-L5.',
    lines: [line('64483', { modifiers: 'LT' }), line('M54.16', { codeType: 'ICD10' })],
  },
};
const expecting = (change: Partial<TemplateCase['expected']>) => ({
  ...CASE,
  expected: { ...CASE.expected, ...change },
});

describe('a case', () => {
  it('passes with the printed text and the automatically selected codes, in any order', () => {
    expect(runCase(CONTENT, RULES, CASE)).toMatchObject({
      passes: true,
      problems: [],
      actual: CASE.expected,
    });
    const turned = expecting({ lines: CASE.expected.lines.toReversed() });
    expect(runCase(CONTENT, RULES, turned).passes).toBe(true);
  });

  it('expects what the template makes of the answers now', () => {
    expect(resultOf(CONTENT, RULES, CASE)).toEqual(CASE.expected);
  });

  it('has neither text nor procedure codes for a no-show', () => {
    expect(resultOf(CONTENT, RULES, { ...CASE, billingOption: 'noshow-patient' })).toEqual({
      text: '',
      lines: [line('M54.16', { codeType: 'ICD10' })],
    });
  });

  it.each<[string, Partial<TemplateCase['expected']>, string]>([
    ['the text', { text: 'Side: Right' }, 'The text differs'],
    [
      'the modifiers',
      { lines: [line('64483', { modifiers: 'RT' }), line('M54.16', { codeType: 'ICD10' })] },
      '64483: expected 1 unit, modifier RT, got 1 unit, modifier LT',
    ],
    [
      'the units',
      { lines: [line('64483', { modifiers: 'LT', units: 2 }), line('M54.16', { codeType: 'ICD10' })] },
      '64483: expected 2 units, modifier LT, got 1 unit, modifier LT',
    ],
    [
      'a missing code',
      { lines: [...CASE.expected.lines, line('77003')] },
      '77003: expected 1 unit, no modifiers, got not billed',
    ],
    [
      'an unexpected code',
      { lines: [line('64483', { modifiers: 'LT' })] },
      'M54.16: expected not billed, got billed',
    ],
  ])('fails because of %s', (_what, change, text) => {
    const outcome = runCase(CONTENT, RULES, expecting(change));
    expect(outcome.passes).toBe(false);
    expect(outcomeTexts(outcome)).toEqual([text]);
  });

  it('compares each of several lines of one code with the closest one', () => {
    const rules = RULES.map((rule) => ({
      ...rule,
      billingCodes: ['RT', 'LT,59'].map((modifiers) => ({ ...assigned('20610'), modifiers })),
    }));
    const linesOf = (...lines: CaseLine[]) => outcomeTexts(runCase(CONTENT, rules, expecting({ lines })));
    expect(linesOf(joint('LT,59'), joint('RT'))).toEqual([]);
    expect(linesOf(joint('RT'))).toEqual(['20610: expected not billed, got 1 unit, modifiers LT,59']);
    expect(linesOf(joint('RT', 2), joint('LT,59'))).toEqual([
      '20610: expected 2 units, modifier RT, got 1 unit, modifier RT',
    ]);
    expect(linesOf(joint('RT'), joint('LT,59'), joint('RT'))).toEqual([
      '20610: expected 1 unit, modifier RT, got not billed',
    ]);
  });

  it('fails if fields depend on each other in a circle', () => {
    const circle = contentOf(
      { id: 'side', dependsOn: 'level', dependencyType: 'copy' },
      { id: 'level', dependsOn: 'side', dependencyType: 'copy' },
    );
    const { passes, problems } = runCase(circle, [], { ...CASE, answers: {} });
    expect(passes).toBe(false);
    expect(problems[0]).toContain('circular dependency');
  });
});

describe('the answers of a case', () => {
  it.each<[string, FieldValue, string]>([
    ['gone', 'x', 'The template has no field "gone"'],
    ['__proto__', 'x', 'The template has no field "__proto__"'],
    ['side', true, '"Side" must be text'],
    ['side', 'Middle', '"Side" does not offer "Middle"'],
    ['level', 'L4-L5', '"Level" must be a list of its options'],
    ['level', ['L1-L2'], '"Level" does not offer "L1-L2"'],
    ['consent', 'yes', '"Consent" must be true or false'],
  ])('are refused for %s with %j', (fieldId, value, message) => {
    const answers = Object.fromEntries([[fieldId, value]]);
    expect(answerProblems(CONTENT, answers)).toEqual([{ fieldId, message }]);
    const { passes, problems } = runCase(CONTENT, RULES, { ...CASE, answers });
    expect([passes, problems]).toEqual([false, [message]]);
  });

  it.each<[FieldValues, string]>([
    [{ 'patient.age': '65' }, ''],
    [{ 'patient.age': 'old' }, '"Patient: age on the procedure date" must be a number'],
    [{ 'patient.age': ['65'] }, '"Patient: age on the procedure date" must be a number'],
    [{ 'patient.sex': 'Female' }, ''],
    [{ 'patient.sex': true }, '"Patient: sex" must be text'],
    [{ 'earlier.date': '2026-11-02' }, ''],
    [{ 'earlier.date': 'yesterday' }, '"Last signed note of this template: date" must be a date'],
    [{ 'patient.alerts': ['On warfarin'] }, ''],
    [{ 'patient.alerts': 'On warfarin' }, '"Patient: active alerts" must be a list'],
    [{ 'location.isSurgeryCenter': 'true' }, ''],
    [{ 'location.isSurgeryCenter': 'yes' }, '"Location: is a surgery center" must be "true"'],
    [{ 'patient.ssn': '1' }, 'The template has no field "patient.ssn"'],
  ])('can name sources: %o (%s)', (answers, message) => {
    expect(
      answerProblems(CONTENT, answers)
        .map((problem) => problem.message)
        .join(),
    ).toBe(message);
  });

  it('have the sources that the note was tried with', () => {
    const entered = { side: 'Left', 'patient.age': '65' };
    expect(caseAnswers(entered, evaluateTemplate(CONTENT, { entered }))).toEqual(entered);
  });

  it('leave out what cannot affect the result', () => {
    const entered = { side: 'Left', reason: 'Hidden', gone: 'x', level: ['L4-L5'] };
    const evaluation = evaluateTemplate(CONTENT, { entered });
    expect(caseAnswers(entered, evaluation)).toEqual({ side: 'Left', level: ['L4-L5'] });
  });
});
