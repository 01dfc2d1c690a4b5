import { billingCodeRuleBody, type BillingCodeRule } from '@portal/contract/billing-code-rules';
import type { BillingCode } from '@portal/contract/billing-codes';
import {
  CODE_TYPE_LABELS,
  CODE_TYPES,
  FIRST_DISPLAY_ORDER,
  MAX_CODES,
  type CodeType,
} from '@portal/domain/billing-code';
import { lineKey } from '@portal/domain/template/billing';
import { ruleValueProblem } from '@portal/domain/template/check-texts';
import type { ConditionGroup } from '@portal/domain/template/content';
import type { Operand } from '@portal/domain/template/operands';
import { parseTypedNumber } from '@portal/domain/typed-number';
import type { z } from 'zod';
import {
  conditionProblems,
  groupInput,
  groupOf,
  isGroup,
  type ConditionInput,
} from '../conditions/condition-input.ts';

/** A chosen code in the dialog. */
export type RuleCode = Pick<BillingCode, 'id' | 'codeType' | 'code' | 'description'>;

/** A row of the dialog; `code` is null until one is chosen. */
export interface RuleRow {
  /** Stays the same when the row is moved. */
  readonly key: string;
  readonly code: RuleCode | null;
  /** The code was deactivated. It stays in the rule but is not suggested. */
  readonly isInactive: boolean;
  /** The last day of the code, YYYY-MM-DD; null without a limit. */
  readonly validTo: string | null;
  /** The code became a heading. It stays in the rule. */
  readonly isHeading: boolean;
  /** Always blank for a diagnosis. */
  readonly modifiers: string;
  /** The field with the dose that the units are computed from; "" for none. */
  readonly doseFieldId: string;
  /** The units are counted from a number or from ticked options, instead of computed from a dose. */
  readonly isCounted: boolean;
  /** As typed; blank for none. */
  readonly countFrom: string;
  readonly countTo: string;
  readonly countStep: string;
  readonly isDefault: boolean;
}

/** A rule being edited. */
export interface RuleDraft {
  readonly isTemplateDefault: boolean;
  readonly fieldId: string;
  readonly fieldValue: string;
  /** Further values that get a rule of their own with the same codes. */
  readonly alsoFor: readonly string[];
  /** What must be met, too; null for nothing. */
  readonly when: ConditionInput | null;
  /** As typed. */
  readonly priority: string;
  readonly rows: Readonly<Record<CodeType, readonly RuleRow[]>>;
}

/** Why a rule cannot be saved: for the whole dialog, for its fields, and for rows by key. */
export interface DraftProblems {
  readonly message: string | null;
  readonly target: string | null;
  readonly priority: string | null;
  /** Whether the conditions are incomplete. */
  readonly isConditionWrong: boolean;
  readonly rows: ReadonlyMap<string, string>;
}

/** The request body, and the rows of its codes in the same order. */
export interface RuleToSave {
  readonly body: z.output<typeof billingCodeRuleBody>;
  readonly sent: readonly RuleRow[];
  readonly alsoFor: readonly string[];
}

export const NO_PROBLEMS: DraftProblems = {
  message: null,
  target: null,
  priority: null,
  isConditionWrong: false,
  rows: new Map(),
};

const NO_TARGET = 'Please select a field and value for field-specific rules';
const INCOMPLETE = 'Complete the conditions or remove them';
const NONE_VALID = 'Please select at least one valid billing code. Check the console for validation errors.';
const SOME_INVALID = 'Some billing codes cannot be used. Correct the marked rows.';

/** "Maximum 6 CPT codes allowed per rule". */
export const tooManyRows = (type: CodeType): string =>
  `Maximum ${MAX_CODES[type]} ${CODE_TYPE_LABELS[type]} codes allowed per rule`;

let lastKey = 0;
/** A new empty row, auto-selected by default. */
export function newRow(): RuleRow {
  lastKey += 1;
  return {
    key: `row-${lastKey}`,
    code: null,
    isInactive: false,
    validTo: null,
    isHeading: false,
    modifiers: '',
    doseFieldId: '',
    isCounted: false,
    countFrom: '',
    countTo: '',
    countStep: '',
    isDefault: true,
  };
}

/** What a new rule starts with. */
export type RuleStart = Pick<RuleDraft, 'fieldId' | 'fieldValue'>;

/** The draft of a rule, or of a new rule with an empty procedure row and an empty diagnosis row. */
export function draftOf(
  rule: BillingCodeRule | undefined,
  start: RuleStart = { fieldId: '', fieldValue: '' },
): RuleDraft {
  if (rule === undefined)
    return {
      isTemplateDefault: false,
      ...start,
      alsoFor: [],
      when: null,
      priority: '0',
      rows: { CPT: [newRow()], ICD10: [newRow()] },
    };
  const rowsOf = (type: CodeType): readonly RuleRow[] =>
    rule.billingCodes
      .filter(({ codeType }) => codeType === type)
      .toSorted((a, b) => a.displayOrder - b.displayOrder)
      .map(
        ({
          billingCodeId,
          codeType,
          code,
          description,
          isActive,
          isBillable,
          modifiers,
          doseFieldId,
          count,
          validTo,
          isDefault,
        }) => ({
          ...newRow(),
          code: { id: billingCodeId, codeType, code, description },
          isInactive: !isActive,
          validTo,
          isHeading: !isBillable,
          modifiers: type === 'CPT' ? modifiers : '',
          doseFieldId: doseFieldId ?? '',
          isCounted: count !== null,
          countFrom: typedCount(count?.from),
          countTo: typedCount(count?.to),
          countStep: typedCount(count?.step),
          isDefault,
        }),
      );
  return {
    isTemplateDefault: rule.isTemplateDefault,
    fieldId: rule.isTemplateDefault ? '' : rule.fieldId,
    fieldValue: rule.isTemplateDefault ? '' : rule.fieldValue,
    alsoFor: [],
    when: rule.when === null ? null : whenInput(rule.when),
    priority: String(rule.priority),
    rows: { CPT: rowsOf('CPT'), ICD10: rowsOf('ICD10') },
  };
}

/** A group of one condition is edited as that condition. */
function whenInput(when: ConditionGroup): ConditionInput {
  const group = groupInput(when);
  const [only] = group.conditions;
  return group.conditions.length === 1 && only !== undefined && !isGroup(only) ? only : group;
}

const whenOf = (when: ConditionInput | null): ConditionGroup | null =>
  when === null ? null : groupOf(isGroup(when) ? when : { match: 'all', conditions: [when] });

/** Moves a row to the position of another one. Rows cannot move between CPT and ICD-10. */
export function movedRow(rows: RuleDraft['rows'], from: string, to: string): RuleDraft['rows'] {
  for (const type of CODE_TYPES) {
    const list = rows[type];
    const start = list.findIndex(({ key }) => key === from);
    const end = list.findIndex(({ key }) => key === to);
    const row = list[start];
    if (row !== undefined && end !== -1 && start !== end)
      return { ...rows, [type]: list.toSpliced(start, 1).toSpliced(end, 0, row) };
  }
  return rows;
}

/** The remaining problems after a row was changed. The rule is checked again on the next save. */
export function mended(problems: DraftProblems, rowKey: string): DraftProblems {
  const { message, target, rows } = problems;
  if (target !== null) return problems;
  // One valid code is enough for a rule.
  if (rows.size === 0 || message === NONE_VALID) return NO_PROBLEMS;
  const others = new Map([...rows].filter(([key]) => key !== rowKey));
  return others.size === 0 ? NO_PROBLEMS : { ...problems, rows: others };
}

/** Validates a draft. Returns the request with codes numbered within their type, or the problems. */
export function checkedDraft(
  draft: RuleDraft,
  templateId: string,
  /** The field of a new rule, to check its value. */
  field?: Operand,
): { readonly save: RuleToSave } | { readonly problems: DraftProblems } {
  const { isTemplateDefault, fieldId, fieldValue } = draft;
  if (!isTemplateDefault && (fieldId === '' || fieldValue.trim() === ''))
    return { problems: { ...NO_PROBLEMS, message: NO_TARGET, target: NO_TARGET } };
  const wrongValue = field === undefined || isTemplateDefault ? null : ruleValueProblem(field, fieldValue);
  if (wrongValue !== null) return { problems: { ...NO_PROBLEMS, message: wrongValue, target: wrongValue } };
  if (draft.when !== null && conditionProblems(draft.when).size > 0)
    return { problems: { ...NO_PROBLEMS, message: INCOMPLETE, isConditionWrong: true } };
  const sent = CODE_TYPES.flatMap((type) => draft.rows[type].filter(({ code }) => code !== null));
  if (sent.length === 0) return { problems: noneValid(draft) };
  for (const type of CODE_TYPES)
    if (sent.filter(({ code }) => code?.codeType === type).length > MAX_CODES[type])
      return { problems: { ...NO_PROBLEMS, message: tooManyRows(type) } };
  const parsed = billingCodeRuleBody.safeParse(bodyOf(draft, templateId));
  const rows = repeatedRows(sent);
  if (parsed.success && rows.size === 0)
    return { save: { body: parsed.data, sent, alsoFor: isTemplateDefault ? [] : draft.alsoFor } };
  return { problems: refused(parsed.error?.issues ?? [], sent, rows) };
}

function bodyOf(draft: RuleDraft, templateId: string): z.input<typeof billingCodeRuleBody> {
  const { isTemplateDefault, fieldId, fieldValue, priority, rows } = draft;
  return {
    templateId,
    isTemplateDefault,
    fieldId: isTemplateDefault ? '' : fieldId,
    fieldValue: isTemplateDefault ? '' : fieldValue.trim(),
    when: whenOf(draft.when),
    priority: priority.trim() === '' ? 0 : (parseTypedNumber(priority) ?? Number.NaN),
    billingCodes: CODE_TYPES.flatMap((type) =>
      rows[type]
        .filter(({ code }) => code !== null)
        .map(({ code, modifiers, doseFieldId, isDefault, ...row }, index) => ({
          billingCodeId: code?.id ?? '',
          modifiers,
          ...(doseFieldId !== '' && { doseFieldId }),
          ...(doseFieldId !== '' && row.isCounted && { count: countOf(row) }),
          isDefault,
          displayOrder: FIRST_DISPLAY_ORDER[type] + index,
        })),
    ),
  };
}

const typedCount = (number: number | null | undefined): string => String(number ?? '');

const numberOf = (text: string) => (text.trim() === '' ? null : (parseTypedNumber(text) ?? Number.NaN));

/** Without a first number, the server's schema refuses the row. */
const countOf = (row: Pick<RuleRow, 'countFrom' | 'countTo' | 'countStep'>) => ({
  from: numberOf(row.countFrom) ?? Number.NaN,
  to: numberOf(row.countTo),
  step: numberOf(row.countStep),
});

function noneValid({ rows }: RuleDraft): DraftProblems {
  const all = CODE_TYPES.flatMap((type) => rows[type]);
  return {
    ...NO_PROBLEMS,
    message: NONE_VALID,
    rows: new Map(all.map(({ key }) => [key, 'Choose a billing code'])),
  };
}

function repeatedRows(sent: readonly RuleRow[]): Map<string, string> {
  const seen = new Set<string>();
  const repeated = new Map<string, string>();
  for (const { key, code, modifiers } of sent) {
    if (code === null) continue;
    const line = lineKey({ ...code, modifiers });
    if (seen.has(line)) repeated.set(key, 'This billing code is already in the rule with these modifiers');
    seen.add(line);
  }
  return repeated;
}

function refused(
  issues: readonly z.core.$ZodIssue[],
  sent: readonly RuleRow[],
  rows: Map<string, string>,
): DraftProblems {
  let priority: string | null = null;
  let other: string | null = null;
  for (const { path, message } of issues) {
    const [name, index] = path;
    const row = name === 'billingCodes' && typeof index === 'number' ? sent[index] : undefined;
    if (row !== undefined) rows.set(row.key, message);
    else if (name === 'priority') priority = message;
    else other = message;
  }
  return { ...NO_PROBLEMS, message: other ?? (rows.size > 0 ? SOME_INVALID : priority), priority, rows };
}

/** Maps the server's field errors (`billingCodes.0.billingCodeId`) to row keys. */
export function serverRows(
  fieldErrors: Readonly<Record<string, readonly string[]>>,
  sent: readonly RuleRow[],
): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(fieldErrors).flatMap(([name, [message]]) => {
      const at = /^billingCodes\.(\d+)/.exec(name)?.[1];
      const row = at === undefined ? undefined : sent[Number(at)];
      return row === undefined || message === undefined ? [] : [[row.key, message] as const];
    }),
  );
}

/** A draft that was kept when the session ended; null for anything else. A shallow check is enough: only the dialog writes it. */
export function keptDraft(input: unknown): RuleDraft | null {
  if (!isDraft(input)) return null;
  const { CPT, ICD10 } = input.rows;
  return {
    ...input,
    rows: { CPT: renewed(CPT), ICD10: renewed(ICD10) },
  };
}

/** The rows with keys that no other row has. */
const renewed = (rows: readonly RuleRow[]) => rows.map((row) => ({ ...row, key: newRow().key }));

const isDraft = (input: unknown): input is RuleDraft =>
  typeof input === 'object' && input !== null && 'rows' in input && 'fieldId' in input && 'alsoFor' in input;
