import { fieldsOf, type TemplateContent } from '@portal/domain/template/content';
import type { Tx } from '#request/transaction.ts';
import { fieldError } from '#platform/app-error.ts';
import { insertRule, listRules, lockRules } from './rule-repo.ts';
import { ruleAuditFields } from './rule-service.ts';
import { findTemplate } from './template-repo.ts';

/**
 * Copies the billing code rules of another template: the default rules, and those for fields that the new template has. Throws
 * VALIDATION if the other template does not exist.
 */
export async function copyRules(
  tx: Tx,
  { from, to, content }: { readonly from: string; readonly to: string; readonly content: TemplateContent },
): Promise<{ copied: number; leftOut: number }> {
  if ((await findTemplate(tx.db, from)) === undefined)
    throw fieldError('copyRulesFrom', 'The template to copy billing code rules from no longer exists');
  await lockRules(tx.db, from);
  const rules = await listRules(tx.db, { templateId: from });
  const fieldIds = new Set(fieldsOf(content).map(({ id }) => id));
  const fitting = rules.filter(
    ({ isTemplateDefault, fieldId }) => isTemplateDefault || fieldIds.has(fieldId),
  );
  for (const rule of fitting) {
    const copy = { ...rule, templateId: to };
    const codes = rule.billingCodes.map((code) => ({
      ...code,
      doseFieldId: fieldIds.has(code.doseFieldId ?? '') ? code.doseFieldId : null,
    }));
    const entityId = await insertRule(tx.db, copy, codes);
    tx.audit({
      action: 'Created',
      entityType: 'BillingCodeRule',
      entityId,
      newValues: { ...ruleAuditFields(copy), copiedFrom: rule.id },
    });
  }
  return { copied: fitting.length, leftOut: rules.length - fitting.length };
}
