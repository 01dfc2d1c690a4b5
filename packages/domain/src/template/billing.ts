import { CODE_TYPES, MAX_CODES, type CodeType } from '../billing-code.ts';
import type { Evaluation } from './evaluate.ts';
import { isEmptyValue, valueTexts } from './value.ts';

/** What a template-default rule has for its field and value (spec 2 §3). */
export const TEMPLATE_DEFAULT_FIELD = '_template_default';
export const ANY_VALUE = '*';

/** How a procedure is billed (spec 2 §4). */
export const BILLING_OPTIONS = ['standard', 'reduced', 'noshow-patient', 'noshow-provider'] as const;
export type BillingOption = (typeof BILLING_OPTIONS)[number];

/** Nothing was done: the banner and the billing sheet are all that is printed (spec 2 §2). */
export const isNoShow = (option: BillingOption): boolean => option.startsWith('noshow');

/** One code that a rule assigns. */
export interface CodeAssignment {
  readonly billingCodeId: string;
  readonly code: string;
  readonly description: string;
  readonly codeType: CodeType;
  /** Separated by commas; "" for none. */
  readonly modifiers: string;
  /** Selected without being asked. */
  readonly isDefault: boolean;
  readonly displayOrder: number;
  /** A code that was deactivated is suggested no more. */
  readonly isActive?: boolean;
}

/** A billing code rule of a template (spec 2 §3). */
export interface BillingRule {
  readonly id: string;
  readonly fieldId: string;
  readonly fieldValue: string;
  /** The lower number first; template defaults come last (decisions 64). */
  readonly priority: number;
  readonly isTemplateDefault: boolean;
  readonly billingCodes: readonly CodeAssignment[];
}

/** Why something is suggested: the rule, and the field with its value; no field for a template's default. */
export interface SuggestionReason {
  readonly ruleId: string | null;
  readonly fieldId: string;
  readonly label: string;
  readonly value: string;
}

export interface SuggestedModifier {
  readonly modifier: string;
  readonly reason: SuggestionReason;
}

/** One line of the sheet; the same code from several rules is one (decisions 64). */
export interface SuggestedCode extends CodeAssignment {
  readonly priority: number;
  readonly reasons: readonly SuggestionReason[];
  readonly suggestedModifiers: readonly SuggestedModifier[];
}

export interface Suggestions {
  readonly codes: readonly SuggestedCode[];
  readonly warnings: readonly string[];
}

/** The codes that the rules suggest for what was entered, default ones first, then by priority (spec 2 §5). */
export function suggestCodes(
  rules: readonly BillingRule[],
  evaluation: Evaluation,
  billingOption: BillingOption,
): Suggestions {
  const modifiers = suggestModifiers(evaluation, billingOption);
  const lines = new Map<string, SuggestedCode>();
  for (const rule of rules.toSorted(byPriority)) {
    const reason = reasonOf(rule, evaluation);
    if (reason === null) continue;
    for (const assignment of rule.billingCodes.filter(({ isActive }) => isActive !== false)) {
      const key = `${assignment.codeType}:${assignment.code}`;
      const line = lines.get(key);
      lines.set(
        key,
        line === undefined
          ? firstLine(rule, assignment, reason, modifiers)
          : joined(line, assignment, reason),
      );
    }
  }
  const codes = [...lines.values()].toSorted(
    (a, b) =>
      Number(b.isDefault) - Number(a.isDefault) ||
      a.priority - b.priority ||
      a.displayOrder - b.displayOrder ||
      (a.code < b.code ? -1 : 1),
  );
  return {
    codes,
    warnings: [...oneSidedWarning(evaluation), ...countWarnings(codes.filter(({ isDefault }) => isDefault))],
  };
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
  const isMatch =
    rule.fieldValue === ANY_VALUE ||
    valueTexts(state.effective).some(
      (text) => text.trim().toLowerCase() === rule.fieldValue.trim().toLowerCase(),
    );
  return isMatch
    ? { ruleId: rule.id, fieldId: rule.fieldId, label: state.field.label, value: state.text }
    : null;
}

const firstLine = (
  rule: BillingRule,
  assignment: CodeAssignment,
  reason: SuggestionReason,
  modifiers: readonly SuggestedModifier[],
): SuggestedCode => ({
  ...assignment,
  modifiers: splitModifiers(assignment.modifiers).join(','),
  priority: rankOf(rule),
  reasons: [reason],
  suggestedModifiers: assignment.codeType === 'CPT' ? modifiers : [],
});

const joined = (
  line: SuggestedCode,
  assignment: CodeAssignment,
  reason: SuggestionReason,
): SuggestedCode => ({
  ...line,
  isDefault: line.isDefault || assignment.isDefault,
  modifiers: [...new Set([...splitModifiers(line.modifiers), ...splitModifiers(assignment.modifiers)])].join(
    ',',
  ),
  reasons: [...line.reasons, reason],
});

/** The modifiers of a text with commas. */
export const splitModifiers = (modifiers: string): readonly string[] =>
  modifiers
    .split(',')
    .map((modifier) => modifier.trim())
    .filter((modifier) => modifier !== '');

const isOne = (evaluation: Evaluation, fieldId: string, value: string) =>
  valueTexts(evaluation.byId.get(fieldId)?.effective).some((text) => text.trim().toLowerCase() === value);

function reasonOfField(evaluation: Evaluation, fieldId: string): SuggestionReason {
  const state = evaluation.byId.get(fieldId);
  return { ruleId: null, fieldId, label: state?.field.label ?? fieldId, value: state?.text ?? '' };
}

const isTransforaminal = (evaluation: Evaluation) =>
  isOne(evaluation, 'approach', 'transforaminal') && !isOne(evaluation, 'side', 'midline');

/** 50 for both sides, or a transforaminal approach that is not midline; 52 for a reduced service (spec 2 §5, decisions 62). */
export function suggestModifiers(
  evaluation: Evaluation,
  billingOption: BillingOption,
): readonly SuggestedModifier[] {
  const found: SuggestedModifier[] = [];
  if (isOne(evaluation, 'side', 'bilateral'))
    found.push({ modifier: '50', reason: reasonOfField(evaluation, 'side') });
  else if (isTransforaminal(evaluation))
    found.push({ modifier: '50', reason: reasonOfField(evaluation, 'approach') });
  if (billingOption === 'reduced')
    found.push({
      modifier: '52',
      reason: { ruleId: null, fieldId: 'billingOption', label: 'Billing option', value: 'Reduced service' },
    });
  return found;
}

/** Payers expect LT or RT where the entry was from one side (decisions 62). */
function oneSidedWarning(evaluation: Evaluation): readonly string[] {
  if (!isTransforaminal(evaluation) || isOne(evaluation, 'side', 'bilateral')) return [];
  return [
    'Modifier 50 was suggested for a one-sided transforaminal entry. Payers expect LT or RT there: check the side and the modifier.',
  ];
}

function countWarnings(codes: readonly Pick<SuggestedCode, 'codeType'>[]): readonly string[] {
  return CODE_TYPES.filter(
    (type) => codes.filter(({ codeType }) => codeType === type).length > MAX_CODES[type],
  ).map((type) => tooManyCodes(type));
}

/** What a dictation with too many codes of a type is told (decisions 64). */
export const tooManyCodes = (type: CodeType): string =>
  type === 'CPT'
    ? 'There are more than 6 CPT codes. Payers may refuse the claim: remove those that do not apply.'
    : 'There are more than 12 ICD-10 codes. Payers may refuse the claim: remove those that do not apply.';
