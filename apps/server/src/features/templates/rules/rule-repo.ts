import type { BillingCodeRule, EndedRuleCode } from '@portal/contract/billing-code-rules';
import type { CodeType } from '@portal/domain/billing-code';
import type { ConditionGroup } from '@portal/domain/template/content';
import type { CountRange } from '@portal/domain/template/units';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { anyId } from '#db/any-id.ts';

export async function countRules(db: Db, templateId: string): Promise<number> {
  const { count } = await db
    .selectFrom('billing_code_rules')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('template_id', '=', templateId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Lists the rules of a template, or one rule, by priority. Codes are in display order. */
export async function listRules(
  db: Db,
  by: { readonly templateId: string } | { readonly ruleId: string },
): Promise<BillingCodeRule[]> {
  const rules = await db
    .selectFrom('billing_code_rules as r')
    .select([
      'r.id',
      'r.template_id as templateId',
      'r.field_id as fieldId',
      'r.field_value as fieldValue',
      'r.priority',
      'r.is_template_default as isTemplateDefault',
      'r.conditions as when',
      'r.version',
    ])
    .$call((query) =>
      'ruleId' in by ? query.where('r.id', '=', by.ruleId) : query.where('r.template_id', '=', by.templateId),
    )
    .orderBy('r.priority')
    .orderBy('r.id')
    .execute();
  if (rules.length === 0) return [];
  const codes = await db
    .selectFrom('billing_code_rule_codes as a')
    .innerJoin('billing_codes as c', 'c.id', 'a.billing_code_id')
    .select([
      'a.rule_id as ruleId',
      'a.billing_code_id as billingCodeId',
      'c.code',
      'c.description',
      'c.code_type as codeType',
      'a.modifiers',
      'a.is_default as isDefault',
      'a.display_order as displayOrder',
      'c.is_active as isActive',
      'c.line_type as lineType',
      'c.bilateral_indicator as bilateralIndicator',
      'a.dose_field_id as doseFieldId',
      'c.unit_size as unitSize',
      'c.unit',
      'c.is_billable as isBillable',
      'c.valid_from as validFrom',
      'c.valid_to as validTo',
      'a.count_from as countFrom',
      'a.count_to as countTo',
      'a.count_step as countStep',
    ])
    .where('a.rule_id', '=', anyId(rules.map(({ id }) => id)))
    .orderBy('a.display_order')
    .orderBy('c.code')
    .execute();
  const byRule = Map.groupBy(codes, ({ ruleId }) => ruleId);
  return rules.map((rule) => ({
    ...rule,
    billingCodes: (byRule.get(rule.id) ?? []).map(
      ({ ruleId: _rule, countFrom: from, countTo: to, countStep: step, ...code }) => ({
        ...code,
        count: from === null ? null : { from, to, step },
      }),
    ),
  }));
}

/** Lists the codes with a last day that rules assign, by template and code. Deleted templates have none. */
export function listEndedCodes(db: Db): Promise<EndedRuleCode[]> {
  return db
    .selectFrom('billing_code_rule_codes as a')
    .innerJoin('billing_codes as c', 'c.id', 'a.billing_code_id')
    .innerJoin('billing_code_rules as r', 'r.id', 'a.rule_id')
    .innerJoin('templates as t', 't.id', 'r.template_id')
    .select([
      't.id as templateId',
      't.name as templateName',
      't.is_active as isActive',
      'c.code',
      sql<string>`c.valid_to`.as('validTo'),
      sql<number>`count(distinct r.id)::int`.as('rules'),
    ])
    .where('c.valid_to', 'is not', null)
    .where('t.deleted_at', 'is', null)
    .groupBy(['t.id', 'c.id'])
    .orderBy(sql`lower(t.name)`)
    .orderBy('t.id')
    .orderBy('c.code')
    .execute();
}

/** A billing code that a rule is to assign. */
export interface KnownCode {
  readonly code: string;
  readonly type: CodeType;
  readonly isActive: boolean;
}

/** Finds billing codes by ID, and prevents their deletion until the transaction ends. */
export async function lockCodes(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, KnownCode>> {
  const rows = await db
    .selectFrom('billing_codes')
    .select(['id', 'code', 'code_type as type', 'is_active as isActive'])
    .where('id', '=', anyId([...new Set(ids)]))
    .forKeyShare()
    .execute();
  return new Map(rows.map(({ id, ...code }) => [id, code]));
}

/** The columns of a rule to write. */
export interface RuleColumns {
  readonly templateId: string;
  readonly fieldId: string;
  readonly fieldValue: string;
  readonly priority: number;
  readonly isTemplateDefault: boolean;
  readonly when: ConditionGroup | null;
}
/** A code of a rule to write. `modifiers` is comma-separated. */
export interface AssignedCode {
  readonly billingCodeId: string;
  readonly modifiers: string;
  readonly isDefault: boolean;
  readonly displayOrder: number;
  readonly doseFieldId: string | null;
  readonly count: CountRange | null;
}

/** Inserts a rule with its codes and returns its id. */
export async function insertRule(db: Db, rule: RuleColumns, codes: readonly AssignedCode[]): Promise<string> {
  const { id } = await db
    .insertInto('billing_code_rules')
    .values({
      template_id: rule.templateId,
      field_id: rule.fieldId,
      field_value: rule.fieldValue,
      priority: rule.priority,
      is_template_default: rule.isTemplateDefault,
      conditions: conditionsText(rule.when),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertCodes(db, id, codes);
  return id;
}

/** Updates a rule and replaces its codes. */
export async function updateRule(
  db: Db,
  id: string,
  { priority, fieldId, fieldValue, when }: Pick<RuleColumns, 'priority' | 'fieldId' | 'fieldValue' | 'when'>,
  codes: readonly AssignedCode[],
  now: Date,
): Promise<void> {
  await db
    .updateTable('billing_code_rules')
    .set((eb) => ({
      priority,
      field_id: fieldId,
      field_value: fieldValue,
      conditions: conditionsText(when),
      version: eb('version', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', id)
    .execute();
  await db.deleteFrom('billing_code_rule_codes').where('rule_id', '=', id).execute();
  await insertCodes(db, id, codes);
}

const conditionsText = (when: ConditionGroup | null): string | null =>
  when === null ? null : JSON.stringify(when);

async function insertCodes(db: Db, ruleId: string, codes: readonly AssignedCode[]): Promise<void> {
  await db
    .insertInto('billing_code_rule_codes')
    .values(
      codes.map((code) => ({
        rule_id: ruleId,
        billing_code_id: code.billingCodeId,
        modifiers: code.modifiers,
        is_default: code.isDefault,
        display_order: code.displayOrder,
        dose_field_id: code.doseFieldId,
        count_from: code.count?.from ?? null,
        count_to: code.count?.to ?? null,
        count_step: code.count?.step ?? null,
      })),
    )
    .execute();
}

/** Locks a template's rules against changes until the transaction ends. */
export async function lockRules(db: Db, templateId: string): Promise<void> {
  await db
    .selectFrom('billing_code_rules')
    .select('id')
    .where('template_id', '=', templateId)
    .orderBy('id')
    .forShare()
    .execute();
}

/** Like `lockRules`, for a change of the rules. */
export async function lockRulesForChange(db: Db, templateId: string): Promise<void> {
  await db
    .selectFrom('billing_code_rules')
    .select('id')
    .where('template_id', '=', templateId)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Deletes a rule with its codes. */
export async function deleteRule(db: Db, id: string): Promise<void> {
  await db.deleteFrom('billing_code_rules').where('id', '=', id).execute();
}

/** Locks a rule until the transaction ends. Returns false if it does not exist. */
export async function lockRule(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('billing_code_rules')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}
