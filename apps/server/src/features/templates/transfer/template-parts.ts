import type { BillingCodeRule } from '@portal/contract/billing-code-rules';
import type { TemplateCaseRow } from '@portal/contract/template-cases';
import type { ReferringDefaults, TemplateParts } from '@portal/domain/template/references';
import type { Db } from '#db/database.ts';
import type { Tx } from '#request/transaction.ts';
import type { SignedInContext } from '#request/context.ts';
import { listCases } from '../cases/case-repo.ts';
import { rewriteCase } from '../cases/case-service.ts';
import { presentCase } from '../cases/case-view.ts';
import { contentOf, parseAutoPopulate } from '../parsed-content.ts';
import { listDefaults, upsertDefaults } from '../preference-repo.ts';
import { listRules } from '../rules/rule-repo.ts';
import { rewriteRule } from '../rules/rule-service.ts';
import type { TemplateWithContentRow } from '../template-repo.ts';

/** A template with its rules, test cases and providers' defaults, as stored. */
export type StoredParts = TemplateParts<BillingCodeRule, ReferringDefaults, TemplateCaseRow>;

/** Loads everything that refers to the fields of a template. */
export async function loadParts(db: Db, template: TemplateWithContentRow): Promise<StoredParts> {
  const { id } = template;
  return {
    content: contentOf(template.content),
    autoPopulate: parseAutoPopulate(template.auto_populate),
    rules: await listRules(db, { templateId: id }),
    providerDefaults: await listDefaults(db, id),
    cases: (await listCases(db, id)).map((row) => presentCase(row)),
  };
}

/** Writes the rules, test cases and providers' defaults that were carried along, each with its next version and an audit entry. */
export async function writeCarried(
  context: SignedInContext,
  tx: Tx,
  templateId: string,
  before: StoredParts,
  after: StoredParts,
): Promise<void> {
  for (const [rule, now] of changedPairs(before.rules, after.rules))
    await rewriteRule(context, tx, rule, {
      priority: now.priority,
      codes: now.billingCodes,
      condition: { fieldId: now.fieldId, fieldValue: now.fieldValue, when: now.when },
    });
  for (const [current, now] of changedPairs(before.cases, after.cases))
    await rewriteCase(context, tx, current, { ...current, answers: now.answers });
  for (const [user, now] of changedPairs(before.providerDefaults, after.providerDefaults)) {
    await upsertDefaults(tx.db, { userId: user.id, templateId, now: context.now }, now.defaults);
    tx.audit({
      action: 'Updated',
      entityType: 'Template',
      entityId: templateId,
      oldValues: { userId: user.id, providerDefaults: user.defaults },
      newValues: { userId: user.id, providerDefaults: now.defaults },
    });
  }
}

function changedPairs<T>(before: readonly T[], after: readonly T[]): readonly (readonly [T, T])[] {
  return before.flatMap((each, at) => {
    const now = after[at];
    return now === undefined || JSON.stringify(each) === JSON.stringify(now) ? [] : [[each, now]];
  });
}
