import type { BillingCodeRule } from '@portal/contract/billing-code-rules';
import { fieldFinder, operandLabel } from '@portal/domain/template/operands';
import { ruleName } from '@portal/domain/template/references';
import { conflict, notFound } from '#platform/app-error.ts';
import type { BulkAction, BulkState } from '#request/bulk.ts';
import type { SignedInContext } from '#request/context.ts';
import type { Tx } from '#request/transaction.ts';
import { checkVersion } from '#request/versions.ts';
import { lockCodes, lockRule } from './rule-repo.ts';
import { announce, dropRule, findRule, requireTemplate, rewriteRule } from './rule-service.ts';
import { validateRuleCodes } from './validate-rule-codes.ts';

/** The codes to use instead, by the id of the code in the rule; null removes it. */
type Replacements = ReadonlyMap<string, string | null>;

interface RuleBulk {
  readonly records: BulkAction['records'];
  readonly replacementsOf: (ruleId: string) => Replacements;
  /** In the audit entries: why the rule changes. */
  readonly reasonOf: (ruleId: string) => string;
}

/** Replacing and removing codes of rules. A rule without codes is deleted. */
export function ruleBulkAction(
  context: SignedInContext,
  { records, replacementsOf, reasonOf }: RuleBulk,
): BulkAction {
  const labels = new Map<string, string>();
  return {
    entityType: 'BillingCodeRule',
    records,
    read: async (db, ids) => {
      const states: BulkState[] = [];
      // In the order in which all bulk actions change records.
      for (const id of ids.toSorted()) {
        if (!(await lockRule(db, id))) {
          const label = labels.get(id);
          if (label !== undefined)
            states.push({ id, label, value: 'No codes: the rule is deleted', patientId: null });
          continue;
        }
        const rule = await findRule(db, id);
        const label = await labelOf(db, rule);
        labels.set(id, label);
        states.push({ id, label, value: codesOf(rule), patientId: null });
      }
      return states;
    },
    change: async ({ id, version }, tx) => {
      if (!labels.has(id)) throw notFound('This rule does not exist.');
      const rule = await findRule(tx.db, id);
      checkVersion(context, version, rule);
      await replaceCodes(context, tx, rule, { replacements: replacementsOf(id), reason: reasonOf(id) });
    },
  };
}

async function labelOf(db: Tx['db'] | SignedInContext['deps']['db'], rule: BillingCodeRule): Promise<string> {
  const { name, content } = await requireTemplate(db, rule.templateId);
  const fieldOf = fieldFinder(content);
  return `${name}: ${ruleName(rule, (fieldId) => operandLabel(fieldId, fieldOf))}`;
}

const codesOf = ({ billingCodes }: BillingCodeRule): string =>
  billingCodes
    .map(({ code, modifiers }) => [code, modifiers].filter((text) => text !== '').join('-'))
    .join(', ');

async function replaceCodes(
  context: SignedInContext,
  tx: Tx,
  rule: BillingCodeRule,
  { replacements, reason }: { readonly replacements: Replacements; readonly reason: string },
): Promise<void> {
  const types = new Map(rule.billingCodes.map((each) => [each.billingCodeId, each.codeType]));
  const wanted = [...replacements].flatMap(([, id]) => id ?? []);
  const known = await lockCodes(tx.db, wanted);
  for (const [from, to] of replacements) {
    if (!types.has(from)) throw conflict('The rule no longer has this code.');
    const code = to === null ? undefined : known.get(to);
    if (to !== null && (code === undefined || !code.isActive || code.type !== types.get(from)))
      throw conflict('Choose an active code of the same type.');
  }
  const seen = new Set<string>();
  const assigned = rule.billingCodes.flatMap((each) => {
    const billingCodeId = replacements.has(each.billingCodeId)
      ? replacements.get(each.billingCodeId)
      : each.billingCodeId;
    const line = `${billingCodeId ?? ''} ${each.modifiers}`;
    // The rule may already have the other code.
    if (billingCodeId === undefined || billingCodeId === null || seen.has(line)) return [];
    seen.add(line);
    const { modifiers, isDefault, displayOrder, doseFieldId, count } = each;
    return [{ billingCodeId, modifiers, isDefault, displayOrder, doseFieldId, count }];
  });
  if (assigned.length === 0) return dropRule(tx, rule, reason);
  const { name, content } = await requireTemplate(tx.db, rule.templateId);
  // What else is wrong with the rule stays as it is.
  const codes = await validateRuleCodes(tx.db, content, assigned, { isImport: true });
  await rewriteRule(context, tx, rule, { priority: rule.priority, codes, reason });
  announce(tx, rule.id, 'billing_code_rule.updated', `A billing code rule for ${name} was changed`);
}
