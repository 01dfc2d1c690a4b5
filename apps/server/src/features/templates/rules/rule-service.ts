import { isDeepStrictEqual } from 'node:util';
import type { ActivityEvent } from '@portal/domain/activity-event';
import {
  type BillingCodeRule,
  billingCodeRuleCreate,
  billingCodeRuleDelete,
  billingCodeRuleEvaluate,
  billingCodeRuleUpdate,
  endedRuleCodes,
  MAX_RULES,
} from '@portal/contract/billing-code-rules';
import type { BodyOf } from '@portal/contract/endpoint';
import {
  ANY_VALUE,
  modifiersOf,
  suggestCodes,
  TEMPLATE_DEFAULT_FIELD,
} from '@portal/domain/template/billing';
import { brokenRules } from '@portal/domain/template/broken-references';
import { ruleValueProblem } from '@portal/domain/template/check-texts';
import { comparable } from '@portal/domain/template/comparable';
import type { ConditionGroup, TemplateContent } from '@portal/domain/template/content';
import { evaluateTemplate } from '@portal/domain/template/evaluate';
import { fieldFinder, operandOf } from '@portal/domain/template/operands';
import { changedValues } from '#audit/audit-entry.ts';
import type { Db } from '#db/database.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { AppError, conflict, fieldError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { checkVersion } from '#request/versions.ts';
import { withChange } from '#request/with-change.ts';
import { operation } from '#http/operation.ts';
import { contentOf } from '../parsed-content.ts';
import {
  countRules,
  deleteRule,
  insertRule,
  listEndedCodes,
  listRules,
  lockRule,
  updateRule,
  type AssignedCode,
  type RuleColumns,
} from './rule-repo.ts';
import { lockTemplate } from '../template-repo.ts';
import { validateRuleCodes } from './validate-rule-codes.ts';
import { findTemplateVersion, type TemplateVersion } from '../version-repo.ts';
import { findOneSidedModifier } from './suggestion-settings-repo.ts';

/** Gets a template's rules by priority. Throws NOT_FOUND. */
export async function getRules({ deps }: SignedInContext, templateId: string): Promise<BillingCodeRule[]> {
  await requireTemplate(deps.db, templateId);
  return listRules(deps.db, { templateId });
}

/** Gets the codes with a last day in the rules of all templates. */
export const getEndedCodes = operation(endedRuleCodes, ({ deps }) => listEndedCodes(deps.db));

/** Adds a rule. Throws NOT_FOUND for an unknown template, VALIDATION with errors per field, CONFLICT for too many rules. */
export const createRule = operation(billingCodeRuleCreate, async (context, { body }) => {
  return inTransaction(context, async (tx) => {
    const template = await lockTemplate(tx.db, body.templateId);
    if (template === undefined) throw notFound('This template does not exist.');
    const content = contentOf(template.content);
    const condition = conditionOf(body);
    checkCondition(content, condition);
    await requireNewCondition(tx, { ...condition, templateId: body.templateId });
    const codes = await validateRuleCodes(tx.db, content, body.billingCodes);
    const created = await addRule(tx, body, codes);
    announce(
      tx,
      created.id,
      'billing_code_rule.created',
      `A billing code rule for ${template.name} was added`,
    );
    return created;
  });
});

/** Throws VALIDATION if the template already has a rule for the same field and value, and under the same conditions. */
async function requireNewCondition(
  tx: Tx,
  { templateId, fieldId, fieldValue, when }: Condition & { readonly templateId: string },
): Promise<void> {
  const rules = await listRules(tx.db, { templateId });
  const isSame = (rule: BillingCodeRule) =>
    rule.fieldId === fieldId &&
    comparable(rule.fieldValue) === comparable(fieldValue) &&
    isDeepStrictEqual(rule.when, when);
  if (!rules.some(isSame)) return;
  if (when === null)
    throw fieldError(
      'fieldValue',
      'This template already has a rule for this field and value. Change that one.',
    );
  throw fieldError('when', 'This template already has this rule under these conditions. Change that one.');
}

/** Adds a rule with validated codes to a locked template. Throws VALIDATION if its field or value is blank, CONFLICT for too many rules. */
export async function addRule(
  tx: Tx,
  body: Omit<BodyOf<typeof billingCodeRuleCreate>, 'billingCodes'>,
  codes: readonly AssignedCode[],
): Promise<BillingCodeRule> {
  const rule = { ...conditionOf(body), templateId: body.templateId, priority: body.priority };
  if ((await countRules(tx.db, body.templateId)) >= MAX_RULES)
    throw conflict(`A template can have at most ${MAX_RULES} billing code rules`);
  const id = await insertRule(tx.db, rule, codes);
  const created = await findRule(tx.db, id);
  tx.audit({
    action: 'Created',
    entityType: 'BillingCodeRule',
    entityId: id,
    newValues: ruleAuditFields(created),
  });
  return created;
}

/** Updates a rule's priority, conditions and codes. Throws NOT_FOUND, STALE, and VALIDATION for a different template, field or value. */
export const changeRule = operation(billingCodeRuleUpdate, async (context, { params: { id }, body }) => {
  const { version, billingCodes, ...sent } = body;
  return inTransaction(context, async (tx) => {
    // Rules of a template get their conditions one after the other, so that no two have the same.
    if (sent.when !== undefined) await lockTemplate(tx.db, body.templateId);
    if (!(await lockRule(tx.db, id))) throw notFound();
    const current = await findRule(tx.db, id);
    checkVersion(context, version, current);
    const rule = withChange(current, sent);
    requireSameCondition(current, { ...conditionOf(rule), templateId: rule.templateId });
    const { name, content } = await requireTemplate(tx.db, current.templateId);
    if (!isDeepStrictEqual(rule.when, current.when)) {
      checkWhen(content, rule.when);
      await requireNewCondition(tx, rule);
    }
    const codes = await validateRuleCodes(tx.db, content, billingCodes);
    const changed = await rewriteRule(context, tx, current, {
      priority: rule.priority,
      codes,
      condition: { ...current, when: rule.when },
    });
    announce(tx, id, 'billing_code_rule.updated', `A billing code rule for ${name} was changed`);
    return changed;
  });
});

/** Writes the priority, the validated codes and optionally the condition of a locked rule. */
export async function rewriteRule(
  context: SignedInContext,
  tx: Tx,
  current: BillingCodeRule,
  {
    priority,
    codes,
    condition = current,
    reason = null,
  }: {
    readonly priority: number;
    readonly codes: readonly AssignedCode[];
    readonly condition?: Pick<RuleColumns, 'fieldId' | 'fieldValue' | 'when'>;
    readonly reason?: string | null;
  },
): Promise<BillingCodeRule> {
  await updateRule(tx.db, current.id, { ...condition, priority }, codes, context.now);
  const changed = await findRule(tx.db, current.id);
  tx.audit({
    action: 'Updated',
    entityType: 'BillingCodeRule',
    entityId: current.id,
    reason,
    ...changedValues(ruleAuditFields(current), ruleAuditFields(changed)),
  });
  return changed;
}

/** Deletes a rule. Throws NOT_FOUND. */
export const removeRule = operation(billingCodeRuleDelete, async (context, { params: { id } }) => {
  return inTransaction(context, async (tx) => {
    if (!(await lockRule(tx.db, id))) throw notFound();
    await dropRule(tx, await findRule(tx.db, id));
    return { message: 'The rule was deleted.' };
  });
});

/** Deletes a locked rule. */
export async function dropRule(tx: Tx, rule: BillingCodeRule, reason: string | null = null): Promise<void> {
  await deleteRule(tx.db, rule.id);
  tx.audit({
    action: 'Deleted',
    entityType: 'BillingCodeRule',
    entityId: rule.id,
    reason,
    oldValues: ruleAuditFields(rule),
  });
  const { name } = await requireTemplate(tx.db, rule.templateId);
  announce(tx, rule.id, 'billing_code_rule.deleted', `A billing code rule for ${name} was deleted`);
}

/** Evaluates a template's rules: auto-selected codes first, then by priority, each line once. Throws NOT_FOUND, and VALIDATION if texts are too long. */
export const evaluateRules = operation(billingCodeRuleEvaluate, async ({ deps }, { body }) => {
  const { templateId, fieldValues } = body;
  const template = await requireTemplate(deps.db, templateId);
  const rules = await listRules(deps.db, { templateId });
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const evaluation = evaluateTemplate(template.content, { entered: fieldValues });
  if (evaluation.overBudget !== null) throw fieldError('fieldValues', evaluation.overBudget);
  const { codes } = suggestCodes(rules, evaluation, 'standard', await findOneSidedModifier(deps.db));
  return codes.flatMap(({ reasons, ...code }) => {
    const [reason] = reasons;
    const rule = byId.get(reason?.ruleId ?? '');
    if (reason === undefined || rule === undefined) return [];
    const isAnyValue = rule.fieldValue === ANY_VALUE && !rule.isTemplateDefault;
    return [
      {
        billingCodeId: code.billingCodeId,
        code: code.code,
        description: code.description,
        codeType: code.codeType,
        matchedFieldId: rule.fieldId,
        matchedFieldValue: isAnyValue ? reason.value : rule.fieldValue,
        isDefault: code.isDefault,
        priority: rule.priority,
        modifiers: modifiersOf(code).join(','),
        units: code.units,
        ruleId: rule.id,
      },
    ];
  });
});

const TEMPLATE_DEFAULT = {
  isTemplateDefault: true,
  fieldId: TEMPLATE_DEFAULT_FIELD,
  fieldValue: ANY_VALUE,
} as const;

type Condition = Pick<RuleColumns, 'fieldId' | 'fieldValue' | 'isTemplateDefault' | 'when'>;

/** The condition of a rule. Throws VALIDATION if a field-specific rule lacks its field or value. */
function conditionOf(body: Condition): Condition {
  const { when } = body;
  if (body.isTemplateDefault) return { ...TEMPLATE_DEFAULT, when };
  const [fieldId, fieldValue] = [body.fieldId.trim(), body.fieldValue.trim()];
  const message = 'Please select a field and value for field-specific rules';
  const errors = {
    ...(fieldId === '' ? { fieldId: [message] } : {}),
    ...(fieldValue === '' ? { fieldValue: [message] } : {}),
  };
  if (Object.keys(errors).length > 0) throw new AppError('VALIDATION', { message, errors });
  return { when, isTemplateDefault: false, fieldId, fieldValue };
}

/** Throws VALIDATION if the template lacks a field, or the field can never have the value. */
function checkCondition(content: TemplateContent, rule: Condition): void {
  checkWhen(content, rule.when);
  if (rule.isTemplateDefault) return;
  const { fieldId, fieldValue } = rule;
  const operand = operandOf(fieldId, fieldFinder(content));
  if (operand === undefined) throw fieldError('fieldId', `The template has no field "${fieldId}"`);
  const problem =
    ruleValueProblem(operand, fieldValue) ??
    brokenRules(content, [{ ...rule, when: null, id: '', billingCodes: [] }])[0];
  if (problem !== undefined) throw fieldError('fieldValue', problem);
}

/** Throws VALIDATION if conditions name something that the template does not have. */
function checkWhen(content: TemplateContent, when: ConditionGroup | null): void {
  const rule = { ...TEMPLATE_DEFAULT, when, id: '', billingCodes: [] };
  const [problem] = brokenRules(content, [rule]);
  if (problem !== undefined) throw fieldError('when', problem);
}

const FIXED = [
  ['templateId', 'The template'],
  ['isTemplateDefault', 'The template default setting'],
  ['fieldId', 'The field'],
  ['fieldValue', 'The value'],
] as const;

function requireSameCondition(
  current: BillingCodeRule,
  sent: Condition & { readonly templateId: string },
): void {
  for (const [key, what] of FIXED)
    if (current[key] !== sent[key])
      throw fieldError(key, `${what} of a rule cannot be changed. Delete the rule and add a new one.`);
}

export async function requireTemplate(db: Db, id: string): Promise<TemplateVersion> {
  const template = await findTemplateVersion(db, id);
  if (template === undefined) throw notFound('This template does not exist.');
  return template;
}

export async function findRule(db: Db, id: string): Promise<BillingCodeRule> {
  const [rule] = await listRules(db, { ruleId: id });
  if (rule === undefined) throw notFound();
  return rule;
}

/** The fields of a rule for the audit log. */
export const ruleAuditFields = (rule: Omit<BillingCodeRule, 'id' | 'version'>) => ({
  templateId: rule.templateId,
  fieldId: rule.fieldId,
  fieldValue: rule.fieldValue,
  when: rule.when,
  priority: rule.priority,
  billingCodes: rule.billingCodes.map(({ code, modifiers, isDefault, doseFieldId, count }) => ({
    code,
    modifiers,
    isDefault,
    doseFieldId,
    ...(count !== null && { count }),
  })),
});

export function announce(tx: Tx, id: string, event: ActivityEvent, description: string): void {
  tx.activity({
    event,
    description,
    icon: 'Description',
    color: 'info',
    entityType: 'BillingCodeRule',
    entityId: id,
    requiredPermission: 'Dictation.ManageTemplates',
  });
}
