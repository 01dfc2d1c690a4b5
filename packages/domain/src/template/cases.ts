import type { CodeType } from '../billing-code.ts';
import {
  billedCodes,
  lineKey,
  modifiersOf,
  splitModifiers,
  suggestCodes,
  type BillingRule,
  type SuggestedCode,
} from './billing.ts';
import { isNoShow, type BillingOption } from './billing-option.ts';
import { checkContent } from './check.ts';
import { dateOf, numberIn } from './comparable.ts';
import { fieldsOf, type TemplateContent, type TemplateField } from './content.ts';
import { evaluateTemplate, type Evaluation } from './evaluate.ts';
import { reportOf, reportText, type ReportSection } from './report.ts';
import { isSourceName, SOURCES, type SourceName } from './sources.ts';
import { isRows, type FieldValue, type FieldValues } from './value.ts';

/** A billing line that a case expects or gets. A diagnosis has 1 unit and no modifiers. */
export interface CaseLine {
  readonly codeType: CodeType;
  readonly code: string;
  /** Null if a dose makes no units. */
  readonly units: number | null;
  /** Comma-separated; "" for none. */
  readonly modifiers: string;
}

/** What a template makes of answers: the printed text and the codes that are selected automatically. */
export interface CaseResult {
  readonly text: string;
  readonly lines: readonly CaseLine[];
}

/** A test case of a template. */
export interface TemplateCase {
  readonly name: string;
  /** Entered values by field id; other fields have their defaults. */
  readonly answers: FieldValues;
  readonly billingOption: BillingOption;
  readonly expected: CaseResult;
}

/** A line of the expected and the actual result; null where it is missing. */
export interface ComparedLine {
  readonly codeType: CodeType;
  readonly code: string;
  readonly expected: CaseLine | null;
  readonly actual: CaseLine | null;
  readonly isSame: boolean;
}

/** The result of running a case. */
export interface CaseOutcome {
  readonly passes: boolean;
  /** Why the case cannot be judged: the template has errors, a field or option is missing, or a text is too long. */
  readonly problems: readonly string[];
  readonly actual: CaseResult;
  readonly isTextSame: boolean;
  readonly lines: readonly ComparedLine[];
}

/** An answer that does not fit the template. */
export interface AnswerProblem {
  readonly fieldId: string;
  readonly message: string;
}

/** Runs a case. The order of the lines does not matter; the order of a line's modifiers does. Never throws. */
export function runCase(
  content: TemplateContent,
  rules: readonly BillingRule[],
  { answers, billingOption, expected }: TemplateCase,
): CaseOutcome {
  const problems = [
    ...checkContent(content).flatMap(({ severity, message, isImportable }) =>
      severity === 'error' && isImportable !== true ? [message] : [],
    ),
    ...answerProblems(content, answers).map(({ message }) => message),
  ];
  const evaluation = evaluateTemplate(content, { entered: answers });
  if (evaluation.overBudget !== null) problems.push(evaluation.overBudget);
  const actual = resultOf(content, rules, { answers, billingOption }, evaluation);
  const isTextSame = expected.text.trim() === actual.text;
  const lines = comparedLines(expected.lines, actual.lines);
  return {
    passes: problems.length === 0 && isTextSame && lines.every(({ isSame }) => isSame),
    problems,
    actual,
    isTextSame,
    lines,
  };
}

/** The text and the codes for answers. A no-show has no text and no procedure codes. */
export function resultOf(
  content: TemplateContent,
  rules: readonly BillingRule[],
  { answers, billingOption }: Pick<TemplateCase, 'answers' | 'billingOption'>,
  evaluation: Evaluation = evaluateTemplate(content, { entered: answers }),
): CaseResult {
  const { codes } = suggestCodes(rules, evaluation, billingOption);
  const selected = codes.filter(({ isDefault }) => isDefault);
  return {
    text: isNoShow(billingOption) ? '' : caseText(reportOf(content, evaluation)),
    lines: billedCodes(selected, billingOption).map(lineOf),
  };
}

/** The text of a case has its titles in capitals, as the cases that practices have stored. */
const caseText = (sections: readonly ReportSection[]): string =>
  reportText(sections.map((section) => ({ ...section, title: section.title.toUpperCase() }))).trim();

const lineOf = (suggested: SuggestedCode): CaseLine => ({
  codeType: suggested.codeType,
  code: suggested.code,
  units: suggested.units,
  modifiers: modifiersOf(suggested).join(','),
});

/** The answers worth keeping in a case: those that affect the result, and the values of the sources that the template uses. */
export const caseAnswers = (entered: FieldValues, { byId, sources }: Evaluation): FieldValues =>
  Object.fromEntries(
    [...Object.keys(sources), ...Object.keys(entered)].flatMap((id) => {
      const state = byId.get(id);
      const fact = Object.hasOwn(sources, id) ? sources[id] : undefined;
      if (fact !== undefined) return [[id, fact]];
      return state?.value === undefined || !state.isVisible ? [] : [[id, state.value]];
    }),
  );

/** Checks answers: unknown fields, values of the wrong type, and options that are not offered. In the order of the answers. */
export function answerProblems(content: TemplateContent, answers: FieldValues): readonly AnswerProblem[] {
  const fields = new Map(fieldsOf(content).map((field) => [field.id, field]));
  const { byId } = evaluateTemplate(content, { entered: answers });
  return Object.entries(answers).flatMap(([fieldId, value]): AnswerProblem[] => {
    const field = fields.get(fieldId);
    if (isSourceName(fieldId)) {
      const problem = sourceProblem(fieldId, value);
      return problem === null ? [] : [{ fieldId, message: problem }];
    }
    if (field === undefined) return [{ fieldId, message: `The template has no field "${fieldId}"` }];
    const [unknown] = byId.get(fieldId)?.dropped ?? [];
    const message =
      typeProblem(field, value) ??
      (unknown === undefined ? null : `"${field.label}" does not offer "${unknown}"`);
    return message === null ? [] : [{ fieldId, message }];
  });
}

/** Why a source cannot have a value; null if it can. */
function sourceProblem(name: SourceName, value: FieldValue): string | null {
  const { label, kind } = SOURCES[name];
  const isText = typeof value === 'string';
  const [isFitting, wanted] = {
    text: [isText, 'text'] as const,
    number: [isText && numberIn(value) !== null, 'a number'] as const,
    date: [isText && dateOf(value) !== null, 'a date'] as const,
    list: [typeof value === 'object' && !isRows(value), 'a list'] as const,
    flag: [value === 'true', '"true"'] as const,
  }[kind];
  return isFitting ? null : `"${label}" must be ${wanted}`;
}

function typeProblem(field: TemplateField, value: FieldValue): string | null {
  if (field.type === 'rows')
    return isRows(value) || (typeof value === 'object' && value.length === 0)
      ? null
      : `"${field.label}" must be rows`;
  if (field.type !== 'checkbox') return typeof value === 'string' ? null : `"${field.label}" must be text`;
  if (field.options.length === 0)
    return typeof value === 'boolean' ? null : `"${field.label}" must be true or false`;
  return typeof value === 'boolean' || typeof value === 'string'
    ? `"${field.label}" must be a list of its options`
    : null;
}

const modifiersText = (modifiers: string) => splitModifiers(modifiers).join(',');

type Pairing = (expected: CaseLine, actual: CaseLine) => boolean;
const isSameLine: Pairing = (a, b) => lineKey(a) === lineKey(b);
const isSameCode: Pairing = (a, b) => a.codeType === b.codeType && a.code === b.code;
/** The closest lines are compared: a code can be expected several times. */
const PAIRINGS: readonly Pairing[] = [
  (a, b) => isSameLine(a, b) && a.units === b.units,
  isSameLine,
  isSameCode,
];

function comparedLines(expected: readonly CaseLine[], actual: readonly CaseLine[]): readonly ComparedLine[] {
  const rest = [...actual];
  const found = new Map<CaseLine, CaseLine>();
  for (const isPair of PAIRINGS)
    for (const line of expected.filter((each) => !found.has(each))) {
      const at = rest.findIndex((other) => isPair(line, other));
      const [pair] = at === -1 ? [] : rest.splice(at, 1);
      if (pair !== undefined) found.set(line, pair);
    }
  const compared = expected.map((line): ComparedLine => {
    const pair = found.get(line) ?? null;
    const isSame =
      pair !== null &&
      pair.units === line.units &&
      modifiersText(pair.modifiers) === modifiersText(line.modifiers);
    return { codeType: line.codeType, code: line.code, expected: line, actual: pair, isSame };
  });
  return [
    ...compared,
    ...rest.map((line) => ({
      codeType: line.codeType,
      code: line.code,
      expected: null,
      actual: line,
      isSame: false,
    })),
  ];
}

/** "2 units, modifiers 50,LT", or that there is no such line. A diagnosis is only there or not. */
export function caseLineText(line: CaseLine | null): string {
  if (line === null) return 'not billed';
  if (line.codeType === 'ICD10' && line.units === 1 && line.modifiers === '') return 'billed';
  const units = line.units === null ? 'no units' : line.units === 1 ? '1 unit' : `${line.units} units`;
  return line.modifiers === ''
    ? `${units}, no modifiers`
    : `${units}, ${line.modifiers.includes(',') ? 'modifiers' : 'modifier'} ${line.modifiers}`;
}

/** Short sentences about what differs. Empty if the case passes. */
export const outcomeTexts = ({ problems, isTextSame, lines }: CaseOutcome): readonly string[] => [
  ...problems,
  ...(isTextSame ? [] : ['The text differs']),
  ...lines
    .filter(({ isSame }) => !isSame)
    .map(
      ({ code, expected, actual }) =>
        `${code}: expected ${caseLineText(expected)}, got ${caseLineText(actual)}`,
    ),
];
