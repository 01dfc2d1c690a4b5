import { brokenReferences } from '@portal/domain/template/broken-references';
import type { TemplateContent } from '@portal/domain/template/content';
import type { Tx } from '#request/transaction.ts';
import { fieldError } from '#platform/app-error.ts';
import { insertCase, listCases } from '../cases/case-repo.ts';
import { caseAuditFields, presentCase } from '../cases/case-view.ts';
import { insertRule, listRules, lockRules } from './rule-repo.ts';
import { ruleAuditFields } from './rule-service.ts';
import { findTemplate } from '../template-repo.ts';

/**
 * Copies the billing code rules of another template, except those that would point to a field or option that the new template does not
 * have; `reasons` names them. Throws VALIDATION if the other template does not exist.
 */
export async function copyRules(
  tx: Tx,
  { from, to, content }: { readonly from: string; readonly to: string; readonly content: TemplateContent },
): Promise<{ copied: number; leftOut: number; reasons: string[] }> {
  if ((await findTemplate(tx.db, from)) === undefined)
    throw fieldError('copyRulesFrom', 'The template to copy billing code rules from no longer exists');
  await lockRules(tx.db, from);
  const rules = await listRules(tx.db, { templateId: from });
  const parts = { content, autoPopulate: {}, rules, providerDefaults: [], cases: [] };
  const broken = brokenReferences(parts).filter(({ holder, code }) => holder === 'rule' && code === null);
  const leftOut = new Set(broken.map(({ holderId }) => holderId));
  const fitting = rules.filter(({ id }) => !leftOut.has(id));
  for (const rule of fitting) {
    const copy = { ...rule, templateId: to };
    const entityId = await insertRule(tx.db, copy, rule.billingCodes);
    tx.audit({
      action: 'Created',
      entityType: 'BillingCodeRule',
      entityId,
      newValues: { ...ruleAuditFields(copy), copiedFrom: rule.id },
    });
  }
  return { copied: fitting.length, leftOut: leftOut.size, reasons: broken.map(({ message }) => message) };
}

/** Copies the test cases of another template as they are, and returns their number. */
export async function copyCases(
  tx: Tx,
  { from, to }: { readonly from: string; readonly to: string },
  change: { readonly by: string; readonly now: Date },
): Promise<number> {
  const cases = await listCases(tx.db, from);
  for (const original of cases) {
    const copy = { ...presentCase(original), templateId: to };
    const entityId = await insertCase(tx.db, to, copy, change);
    tx.audit({
      action: 'Created',
      entityType: 'TemplateCase',
      entityId,
      newValues: { ...caseAuditFields(copy), copiedFrom: original.id },
    });
  }
  return cases.length;
}
