import type { Transaction } from 'kysely';
import type { Database } from '#db/schema.ts';

/** The columns of a rule to write. */
export interface RuleColumns {
  readonly templateId: string;
  readonly fieldId: string;
  readonly fieldValue: string;
  readonly priority: number;
  readonly isTemplateDefault: boolean;
}
/** A code of a rule to write. `modifiers` is comma-separated. */
export interface AssignedCode {
  readonly billingCodeId: string;
  readonly modifiers: string;
  readonly isDefault: boolean;
  readonly displayOrder: number;
}

/** Inserts a rule with its codes and returns its id. */
export async function insertRule(
  tx: Transaction<Database>,
  rule: RuleColumns,
  codes: readonly AssignedCode[],
): Promise<string> {
  const { id } = await tx
    .insertInto('billing_code_rules')
    .values({
      template_id: rule.templateId,
      field_id: rule.fieldId,
      field_value: rule.fieldValue,
      priority: rule.priority,
      is_template_default: rule.isTemplateDefault,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertCodes(tx, id, codes);
  return id;
}

/** Updates the priority and replaces the codes of a rule. Its field and value do not change. */
export async function updateRule(
  tx: Transaction<Database>,
  id: string,
  priority: number,
  codes: readonly AssignedCode[],
  now: Date,
): Promise<void> {
  await tx
    .updateTable('billing_code_rules')
    .set((eb) => ({ priority, version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .execute();
  await tx.deleteFrom('billing_code_rule_codes').where('rule_id', '=', id).execute();
  await insertCodes(tx, id, codes);
}

async function insertCodes(
  tx: Transaction<Database>,
  ruleId: string,
  codes: readonly AssignedCode[],
): Promise<void> {
  await tx
    .insertInto('billing_code_rule_codes')
    .values(
      codes.map((code) => ({
        rule_id: ruleId,
        billing_code_id: code.billingCodeId,
        modifiers: code.modifiers,
        is_default: code.isDefault,
        display_order: code.displayOrder,
      })),
    )
    .execute();
}

/** Locks a template's rules against changes until the transaction ends. */
export async function lockRules(tx: Transaction<Database>, templateId: string): Promise<void> {
  await tx
    .selectFrom('billing_code_rules')
    .select('id')
    .where('template_id', '=', templateId)
    .orderBy('id')
    .forShare()
    .execute();
}

/** Deletes a rule with its codes. */
export async function deleteRule(tx: Transaction<Database>, id: string): Promise<void> {
  await tx.deleteFrom('billing_code_rules').where('id', '=', id).execute();
}

/** Locks a rule until the transaction ends. Returns false if it does not exist. */
export async function lockRule(tx: Transaction<Database>, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('billing_code_rules')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}
