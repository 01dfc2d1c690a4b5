import { CODE_TYPES, MAX_CODES, type CodeType } from '../billing-code.ts';
import type { CodeTraits } from '../billing-code-traits.ts';
import { isNoShow, type BillingOption } from './billing-option.ts';
import { matchesValue } from './condition.ts';
import type { Evaluation } from './evaluate.ts';
import {
  isOneSidedEntry,
  lineModifiers,
  ONE_SIDED_WARNING,
  sideOf,
  suggestModifiers,
  type Side,
  type SuggestedModifier,
  type SuggestionReason,
} from './modifiers.ts';
import { lineUnits, type LineUnits } from './units.ts';
import { isEmptyValue } from './value.ts';

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
  /** The field with the dose that the units are computed from; null for 1 unit. */
  readonly doseFieldId: string | null;
  /** A deactivated code is no longer suggested. */
  readonly isActive?: boolean;
}

/** A billing code rule of a template. */
export interface BillingRule {
  readonly id: string;
  readonly fieldId: string;
  readonly fieldValue: string;
  /** Lower numbers come first; template defaults come last. */
  readonly priority: number;
  readonly isTemplateDefault: boolean;
  readonly billingCodes: readonly CodeAssignment[];
}

/** A suggested line of the billing sheet. The same code from several rules is one line. */
export interface SuggestedCode extends CodeAssignment, LineUnits {
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

/** Suggests codes for the entered values: auto-selected codes first, then by priority. */
export function suggestCodes(
  rules: readonly BillingRule[],
  evaluation: Evaluation,
  billingOption: BillingOption,
): Suggestions {
  const modifiers = suggestModifiers(evaluation, billingOption);
  const side = sideOf(evaluation);
  const lines = new Map<string, SuggestedCode>();
  for (const rule of rules.toSorted(byPriority)) {
    const reason = reasonOf(rule, evaluation);
    if (reason === null) continue;
    for (const assignment of rule.billingCodes.filter(({ isActive }) => isActive !== false)) {
      const key = `${assignment.codeType}:${assignment.code}`;
      const line = lines.get(key);
      lines.set(
        key,
        line === undefined ? firstLine(rule, assignment, reason) : joined(line, assignment, reason),
      );
    }
  }
  const codes = [...lines.values()]
    .map((line) => withModifiers({ ...line, ...lineUnits(line, evaluation) }, { side, modifiers }))
    .toSorted(
      (a, b) =>
        Number(b.isDefault) - Number(a.isDefault) ||
        a.priority - b.priority ||
        a.displayOrder - b.displayOrder ||
        (a.code < b.code ? -1 : 1),
    );
  return {
    codes,
    modifiers,
    side,
    warnings: [
      ...(isOneSidedEntry(evaluation) ? [ONE_SIDED_WARNING] : []),
      ...countWarnings(codes.filter(({ isDefault }) => isDefault)),
    ],
  };
}

function withModifiers(line: SuggestedCode, dictation: Parameters<typeof lineModifiers>[2]): SuggestedCode {
  if (line.codeType === 'ICD10') return line;
  const { ruled, suggested } = lineModifiers(line, splitModifiers(line.modifiers), dictation);
  return { ...line, modifiers: ruled.join(','), suggestedModifiers: suggested };
}

const rankOf = ({ isTemplateDefault, priority }: BillingRule) => (isTemplateDefault ? Infinity : priority);

const byPriority = (a: BillingRule, b: BillingRule) =>
  Number(a.isTemplateDefault) - Number(b.isTemplateDefault) ||
  a.priority - b.priority ||
  (a.id < b.id ? -1 : 1);

function reasonOf(rule: BillingRule, { byId }: Evaluation): SuggestionReason | null {
  if (rule.isTemplateDefault)
    return { ruleId: rule.id, fieldId: TEMPLATE_DEFAULT_FIELD, label: 'Template default', value: ANY_VALUE };
  const state = byId.get(rule.fieldId);
  if (state === undefined || isEmptyValue(state.effective)) return null;
  const isMatch = rule.fieldValue === ANY_VALUE || matchesValue(state.effective, rule.fieldValue);
  return isMatch
    ? { ruleId: rule.id, fieldId: rule.fieldId, label: state.field.label, value: state.text }
    : null;
}

const firstLine = (
  rule: BillingRule,
  assignment: CodeAssignment,
  reason: SuggestionReason,
): SuggestedCode => ({
  ...assignment,
  modifiers: splitModifiers(assignment.modifiers).join(','),
  priority: rankOf(rule),
  reasons: [reason],
  suggestedModifiers: [],
  units: 1,
  unitsReason: null,
  doseProblem: null,
});

const joined = (
  line: SuggestedCode,
  assignment: CodeAssignment,
  reason: SuggestionReason,
): SuggestedCode => ({
  ...line,
  isDefault: line.isDefault || assignment.isDefault,
  doseFieldId: line.doseFieldId ?? assignment.doseFieldId,
  modifiers: [...new Set([...splitModifiers(line.modifiers), ...splitModifiers(assignment.modifiers)])].join(
    ',',
  ),
  reasons: [...line.reasons, reason],
});

/** All modifiers of a suggested line: those of its rules and those suggested by the dictation's fields. */
export const modifiersOf = ({
  modifiers,
  suggestedModifiers,
}: Pick<SuggestedCode, 'modifiers' | 'suggestedModifiers'>): readonly string[] => [
  ...new Set([...splitModifiers(modifiers), ...suggestedModifiers.map(({ modifier }) => modifier)]),
];

/** Splits comma-separated modifiers. */
export const splitModifiers = (modifiers: string): readonly string[] =>
  modifiers
    .split(',')
    .map((modifier) => modifier.trim())
    .filter((modifier) => modifier !== '');

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
