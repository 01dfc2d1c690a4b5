import { CODE_TYPES, MAX_CODES, normalizeCode, type CodeType } from '../billing-code.ts';
import type { CodeTraits } from '../billing-code-traits.ts';
import { isNoShow, type BillingOption } from './billing-option.ts';
import { isConditionMet, matchesValue } from './condition.ts';
import { conditionWords } from './condition-words.ts';
import type { ConditionGroup } from './content.ts';
import { valueIn, type Evaluation } from './evaluate.ts';
import { operandLabel } from './operands.ts';
import { isLaterality } from '../billing-line.ts';
import {
  isOneSidedEntry,
  lineModifiers,
  ONE_SIDED_WARNING,
  sideOf,
  suggestModifiers,
  type OneSidedModifier,
  type Side,
  type SuggestedModifier,
  type SuggestionReason,
} from './modifiers.ts';
import { lineUnits, type CountRange, type LineUnits } from './units.ts';
import { isEmptyValue, isRows, operandText, valueTexts } from './value.ts';

/** The field id of a template default rule. */
export const TEMPLATE_DEFAULT_FIELD = '_template_default';
/** The rule value that matches any value. */
export const ANY_VALUE = '*';

/** The codes to bill for a dictation. A no-show has no procedure codes. */
export const billedCodes = <Code extends { readonly codeType: CodeType }>(
  codes: readonly Code[],
  option: BillingOption,
): readonly Code[] => (isNoShow(option) ? codes.filter(({ codeType }) => codeType !== 'CPT') : codes);

/** A billing code that a rule assigns. */
export interface CodeAssignment extends CodeTraits {
  readonly billingCodeId: string;
  readonly code: string;
  readonly description: string;
  readonly codeType: CodeType;
  /** Comma-separated; "" for none. */
  readonly modifiers: string;
  /** Selected automatically. */
  readonly isDefault: boolean;
  readonly displayOrder: number;
  /** The field with the dose or the number that the units are computed from; null for 1 unit. */
  readonly doseFieldId: string | null;
  /** How the units are counted from that field; null if it has a dose. */
  readonly count?: CountRange | null;
  /** A deactivated code is no longer suggested. */
  readonly isActive?: boolean;
}

/** A billing code rule of a template. */
export interface BillingRule {
  readonly id: string;
  readonly fieldId: string;
  readonly fieldValue: string;
  /** Lower numbers come first. */
  readonly priority: number;
  readonly isTemplateDefault: boolean;
  /** What must be met besides the field's value. */
  readonly when?: ConditionGroup | null;
  readonly billingCodes: readonly CodeAssignment[];
}

/**
 * A suggested line of the billing sheet. The same code from several rules is one line if its modifiers are the same, and its dose
 * is in one field.
 */
export interface SuggestedCode extends CodeAssignment, LineUnits {
  /** Identifies the line among those suggested: a code can be suggested with different modifiers. */
  readonly key: string;
  readonly priority: number;
  readonly reasons: readonly SuggestionReason[];
  /** Suggested by the dictation's fields, limited to those that payers accept on this line. */
  readonly suggestedModifiers: readonly SuggestedModifier[];
}

/** The suggested codes and modifiers of a dictation, with warnings. */
export interface Suggestions {
  readonly codes: readonly SuggestedCode[];
  /** The modifiers suggested by the dictation's fields, regardless of the line. */
  readonly modifiers: readonly SuggestedModifier[];
  readonly side: Side | null;
  readonly warnings: readonly string[];
}

/**
 * Suggests codes for the entered values: auto-selected codes first, then by priority. Diagnoses that come from one list have the order of
 * the list.
 */
export function suggestCodes(
  rules: readonly BillingRule[],
  evaluation: Evaluation,
  billingOption: BillingOption,
  oneSided?: OneSidedModifier,
): Suggestions {
  const modifiers = suggestModifiers(evaluation, billingOption, oneSided);
  const side = sideOf(evaluation);
  const ruled: SuggestedCode[] = [];
  const places = new Map<string, Place>();
  for (const rule of rules.toSorted(byPriority)) {
    const reason = reasonOf(rule, evaluation);
    if (reason === null) continue;
    const place = placeOf(rule, evaluation);
    for (const assignment of rule.billingCodes.filter(({ isActive }) => isActive !== false)) {
      const line = firstLine(rule, assignment, reason);
      addLine(ruled, line);
      if (place !== null && line.codeType === 'ICD10' && !places.has(line.key)) places.set(line.key, place);
    }
  }
  const lines: SuggestedCode[] = [];
  // Different modifiers of rules can become the same with the side of the dictation.
  for (const line of ruled)
    addLine(lines, withModifiers(line, { side: isOnBothSides(line, ruled) ? null : side, modifiers }));
  const sorted = lines
    .flatMap((line) => {
      const units = lineUnits(line, evaluation);
      return units === null ? [] : [{ ...line, ...units }];
    })
    .toSorted(
      (a, b) =>
        Number(b.isDefault) - Number(a.isDefault) ||
        a.priority - b.priority ||
        a.displayOrder - b.displayOrder ||
        (a.code === b.code ? (a.key < b.key ? -1 : 1) : a.code < b.code ? -1 : 1),
    );
  const codes = inListOrder(sorted, places);
  return {
    codes,
    modifiers,
    side,
    warnings: [
      ...(isOneSidedEntry(evaluation) && modifiers.some(({ modifier }) => modifier === '50')
        ? [ONE_SIDED_WARNING]
        : []),
      ...countWarnings(codes.filter(({ isDefault }) => isDefault)),
    ],
  };
}

/** Adds a line, or joins it with the line of the same code and modifiers. Different dose fields stay separate lines. */
function addLine(lines: SuggestedCode[], line: SuggestedCode): void {
  const at = lines.findIndex(
    (other) =>
      keyOf(other) === keyOf(line) &&
      (other.doseFieldId === line.doseFieldId || other.doseFieldId === null || line.doseFieldId === null),
  );
  const before = lines[at];
  if (before === undefined) lines.push(line);
  else
    lines[at] = {
      ...before,
      isDefault: before.isDefault || line.isDefault,
      doseFieldId: before.doseFieldId ?? line.doseFieldId,
      reasons: [...before.reasons, ...line.reasons],
    };
}

const keyOf = (line: SuggestedCode): string => lineKey({ ...line, modifiers: modifiersOf(line).join(',') });

const sideOfLine = ({ modifiers }: { readonly modifiers: string }): string | undefined =>
  splitModifiers(modifiers).find(isLaterality);

/** Whether the rules bill the code for different sides, each on its own line. These do not follow the side of the dictation. */
const isOnBothSides = (line: SuggestedCode, lines: readonly SuggestedCode[]): boolean =>
  sideOfLine(line) !== undefined &&
  lines.some(
    (other) =>
      other.code === line.code && sideOfLine(other) !== undefined && sideOfLine(other) !== sideOfLine(line),
  );

function withModifiers(line: SuggestedCode, dictation: Parameters<typeof lineModifiers>[2]): SuggestedCode {
  if (line.codeType === 'ICD10') return line;
  const { ruled, suggested } = lineModifiers(line, splitModifiers(line.modifiers), dictation);
  return { ...line, modifiers: ruled.join(','), suggestedModifiers: suggested };
}

const byPriority = (a: BillingRule, b: BillingRule) => a.priority - b.priority || (a.id < b.id ? -1 : 1);

function reasonOf(rule: BillingRule, evaluation: Evaluation): SuggestionReason | null {
  const { when = null, fieldId, id: ruleId } = rule;
  if (when !== null && !isConditionMet(when, (id) => valueIn(evaluation, id))) return null;
  const labelOf = (id: string) => operandLabel(id, (head) => evaluation.byId.get(head)?.field);
  const limits = when === null ? {} : { when: conditionWords(when, labelOf) };
  if (rule.isTemplateDefault)
    return {
      ruleId,
      fieldId: TEMPLATE_DEFAULT_FIELD,
      label: 'Template default',
      value: ANY_VALUE,
      ...limits,
    };
  const value = valueIn(evaluation, fieldId);
  if (isEmptyValue(value) || !(rule.fieldValue === ANY_VALUE || matchesValue(value, rule.fieldValue)))
    return null;
  const text = evaluation.byId.get(fieldId)?.text ?? operandText(value);
  return { ruleId, fieldId, label: labelOf(fieldId), value: text, ...limits };
}

/** The place of what a rule asks for in the list that it reads; null if it reads none. */
function placeOf(
  { fieldId, fieldValue, isTemplateDefault }: BillingRule,
  evaluation: Evaluation,
): Place | null {
  const value = isTemplateDefault ? undefined : valueIn(evaluation, fieldId);
  if (typeof value !== 'object' || isRows(value) || fieldValue === ANY_VALUE) return null;
  return { fieldId, at: valueTexts(value).findIndex((text) => matchesValue(text, fieldValue)) };
}

interface Place {
  readonly fieldId: string;
  readonly at: number;
}

/** Puts the lines of one list together, in the order of the list, where the first of them is. */
function inListOrder(
  lines: readonly SuggestedCode[],
  places: ReadonlyMap<string, Place>,
): readonly SuggestedCode[] {
  const lists = Map.groupBy(lines, ({ key, isDefault }) => {
    const place = places.get(key);
    return place === undefined ? null : `${place.fieldId} ${isDefault}`;
  });
  const placeIn = ({ key }: SuggestedCode) => places.get(key)?.at ?? 0;
  return lines.flatMap((line) => {
    const list = [...lists].find(([name, all]) => name !== null && all.includes(line))?.[1];
    if (list === undefined) return [line];
    return list[0] === line ? list.toSorted((a, b) => placeIn(a) - placeIn(b)) : [];
  });
}

const firstLine = (
  rule: BillingRule,
  assignment: CodeAssignment,
  reason: SuggestionReason,
): SuggestedCode => ({
  ...assignment,
  key: `${lineKey(assignment)} ${assignment.doseFieldId ?? ''}`.trim(),
  modifiers: splitModifiers(assignment.modifiers).join(','),
  priority: rule.priority,
  reasons: [reason],
  suggestedModifiers: [],
  units: 1,
  unitsReason: null,
  doseProblem: null,
});

/** All modifiers of a suggested line: those of its rules and those suggested by the dictation's fields. */
export const modifiersOf = ({
  modifiers,
  suggestedModifiers,
}: Pick<SuggestedCode, 'modifiers' | 'suggestedModifiers'>): readonly string[] => [
  ...new Set([...splitModifiers(modifiers), ...suggestedModifiers.map(({ modifier }) => modifier)]),
];

/** Splits modifiers, which commas or spaces separate: "LT 59" are two. */
export const splitModifiers = (modifiers: string): readonly string[] =>
  modifiers.split(/[\s,;]+/u).filter((modifier) => modifier !== '');

/**
 * What makes a billing line: its type, code and modifiers in any order ("CPT 20610-59-RT"). A second line with the same key and
 * diagnoses bills the same service twice.
 */
export const lineKey = ({
  codeType,
  code,
  modifiers,
}: {
  readonly codeType: CodeType;
  readonly code: string;
  readonly modifiers: string;
}): string =>
  `${codeType} ${[normalizeCode(code), ...new Set(splitModifiers(modifiers.toUpperCase()).toSorted())].join('-')}`;

function countWarnings(codes: readonly Pick<SuggestedCode, 'codeType'>[]): readonly string[] {
  return CODE_TYPES.filter(
    (type) => codes.filter(({ codeType }) => codeType === type).length > MAX_CODES[type],
  ).map((type) => tooManyCodes(type));
}

/** The warning for a dictation with too many codes of a type. */
export const tooManyCodes = (type: CodeType): string =>
  type === 'CPT'
    ? 'There are more than 6 CPT codes. Payers may reject the claim. Remove codes that do not apply.'
    : 'There are more than 12 ICD-10 codes. Payers may reject the claim. Remove codes that do not apply.';
