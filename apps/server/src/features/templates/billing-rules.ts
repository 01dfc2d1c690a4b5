import type { BillingOption } from '@portal/domain/template/billing-option';
import {
  suggestCodes,
  type BillingRule,
  type CodeAssignment,
  type Suggestions,
} from '@portal/domain/template/billing';
import { evaluateTemplate } from '@portal/domain/template/evaluate';
import type { FieldValues } from '@portal/domain/template/value';
import type { Db } from '#db/database.ts';
import { anyId } from '#db/any-id.ts';
import type { TemplateVersion } from './template-version.ts';

/** A stored rule with all its codes in display order. */
export interface StoredRule extends BillingRule {
  readonly templateId: string;
  readonly version: number;
  readonly billingCodes: readonly StoredCode[];
}
type StoredCode = CodeAssignment & { readonly isActive: boolean };

/** Lists rules by priority, template defaults last. */
export async function listRules(
  db: Db,
  by: { readonly templateId: string } | { readonly ruleId: string },
): Promise<StoredRule[]> {
  const rows = await db
    .selectFrom('billing_code_rules as r')
    .select([
      'r.id',
      'r.template_id',
      'r.field_id',
      'r.field_value',
      'r.priority',
      'r.is_template_default',
      'r.version',
    ])
    .$call((query) =>
      'ruleId' in by ? query.where('r.id', '=', by.ruleId) : query.where('r.template_id', '=', by.templateId),
    )
    .orderBy('r.is_template_default')
    .orderBy('r.priority')
    .orderBy('r.id')
    .execute();
  if (rows.length === 0) return [];
  const codes = await db
    .selectFrom('billing_code_rule_codes as a')
    .innerJoin('billing_codes as c', 'c.id', 'a.billing_code_id')
    .select(['a.rule_id', 'a.billing_code_id', 'a.modifiers', 'a.is_default', 'a.display_order'])
    .select(['c.code', 'c.description', 'c.code_type', 'c.is_active', 'c.line_type', 'c.bilateral_indicator'])
    .where('a.rule_id', '=', anyId(rows.map(({ id }) => id)))
    .orderBy('a.display_order')
    .orderBy('c.code')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    templateId: row.template_id,
    fieldId: row.field_id,
    fieldValue: row.field_value,
    priority: row.priority,
    isTemplateDefault: row.is_template_default,
    version: row.version,
    billingCodes: codes
      .filter(({ rule_id: ruleId }) => ruleId === row.id)
      .map((code) => ({
        billingCodeId: code.billing_code_id,
        code: code.code,
        description: code.description,
        codeType: code.code_type,
        modifiers: code.modifiers,
        isDefault: code.is_default,
        displayOrder: code.display_order,
        isActive: code.is_active,
        lineType: code.line_type,
        bilateralIndicator: code.bilateral_indicator,
      })),
  }));
}

/** Suggests codes for the entered values, with reasons and warnings. */
export const suggestFor = (
  rules: readonly BillingRule[],
  { content }: Pick<TemplateVersion, 'content'>,
  entered: FieldValues,
  billingOption: BillingOption,
): Suggestions => suggestCodes(rules, evaluateTemplate(content, { entered }), billingOption);
