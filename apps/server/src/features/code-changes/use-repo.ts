import type { CatalogUse } from '@portal/domain/code-files/changes';
import type { CodeType } from '@portal/domain/billing-code';
import type { ConditionGroup } from '@portal/domain/template/content';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

const unsigned = sql`(
  select id, procedure_date, template_id, patient_id from dictations
  where status in ('Draft', 'Saved', 'Completed') and is_active
    and billing_option not in ('noshow-patient', 'noshow-provider')
)`;

/** The active codes of the catalog, or some of them, with how many rules and unsigned notes use each. */
export async function listCatalogUses(db: Db, ids?: readonly string[]): Promise<CatalogUse[]> {
  const { rows } = await sql<CatalogUse>`
    select c.id, c.code, c.code_type as "codeType", c.description, c.version, c.line_type as "lineType",
      c.bilateral_indicator as "bilateralIndicator", c.unit_size as "unitSize", c.unit, c.is_billable as "isBillable",
      c.valid_from as "validFrom", c.valid_to as "validTo", coalesce(r.count, 0) as "ruleCount",
      coalesce(n.count, 0) as "noteCount"
    from billing_codes c
    left join (
      select a.billing_code_id, count(distinct a.rule_id)::int as count
      from billing_code_rule_codes a join billing_code_rules b on b.id = a.rule_id
      join templates t on t.id = b.template_id and t.deleted_at is null
      group by a.billing_code_id
    ) r on r.billing_code_id = c.id
    left join (
      select l.billing_code_id, count(distinct d.id)::int as count
      from ${unsigned} d join dictation_codes l on l.dictation_id = d.id group by l.billing_code_id
    ) n on n.billing_code_id = c.id
    where c.is_active and (${ids === undefined} or c.id = any(${ids ?? []}::uuid[]))
    order by c.code_type, c.code`.execute(db);
  return rows;
}

/** A code that a rule assigns. */
export interface RuleCodeRow {
  readonly ruleId: string;
  readonly version: number;
  readonly templateId: string;
  readonly fieldId: string;
  readonly fieldValue: string;
  readonly isTemplateDefault: boolean;
  readonly when: ConditionGroup | null;
  readonly billingCodeId: string;
  readonly code: string;
  readonly codeType: CodeType;
  readonly description: string;
  readonly countFrom: number | null;
  readonly countTo: number | null;
  readonly countStep: number | null;
}

/** Lists the active codes that the rules of all templates assign. Deleted templates have none. */
export function listRuleCodes(db: Db): Promise<RuleCodeRow[]> {
  return db
    .selectFrom('billing_code_rule_codes as a')
    .innerJoin('billing_codes as c', 'c.id', 'a.billing_code_id')
    .innerJoin('billing_code_rules as r', 'r.id', 'a.rule_id')
    .innerJoin('templates as t', 't.id', 'r.template_id')
    .select([
      'r.id as ruleId',
      'r.version',
      'r.template_id as templateId',
      'r.field_id as fieldId',
      'r.field_value as fieldValue',
      'r.is_template_default as isTemplateDefault',
      'r.conditions as when',
      'a.billing_code_id as billingCodeId',
      'c.code',
      'c.code_type as codeType',
      'c.description',
      'a.count_from as countFrom',
      'a.count_to as countTo',
      'a.count_step as countStep',
    ])
    .where('t.deleted_at', 'is', null)
    .where('c.is_active', '=', true)
    .orderBy(sql`lower(t.name)`)
    .orderBy('r.priority')
    .orderBy('r.id')
    .orderBy('a.display_order')
    .execute();
}

/** Lists the templates that have rules. `content` is their current text. */
export function listRuleTemplates(db: Db) {
  return db
    .selectFrom('templates as t')
    .innerJoin('template_versions as v', (join) =>
      join.onRef('v.template_id', '=', 't.id').onRef('v.content_version', '=', 't.content_version'),
    )
    .select(['t.id', 't.name', 'v.content'])
    .where('t.deleted_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb.selectFrom('billing_code_rules as r').select('r.id').whereRef('r.template_id', '=', 't.id'),
      ),
    )
    .execute();
}

/** Codes on unsigned notes of a day. */
export interface NoteCodeRow {
  readonly day: string;
  readonly code: string;
  readonly codeType: CodeType;
  readonly noteCount: number;
}

/** The most codes of notes, by day, that are compared. */
const MAX_NOTE_CODES = 20_000;

/** Lists the codes on unsigned notes by day, latest first. */
export async function listNoteCodes(db: Db): Promise<NoteCodeRow[]> {
  const { rows } = await sql<NoteCodeRow>`
    select d.procedure_date as day, l.code, l.code_type as "codeType", count(distinct d.id)::int as "noteCount"
    from ${unsigned} d join dictation_codes l on l.dictation_id = d.id
    group by d.procedure_date, l.code_type, l.code
    order by d.procedure_date desc, l.code_type, l.code limit ${MAX_NOTE_CODES}`.execute(db);
  return rows;
}

/** Lists unsigned notes of these days with a code, oldest first. */
export async function listNotesWith(
  db: Db,
  {
    code,
    codeType,
    days,
    limit,
  }: {
    readonly code: string;
    readonly codeType: CodeType;
    readonly days: readonly string[];
    readonly limit: number;
  },
) {
  const { rows } = await sql<{
    dictationId: string;
    patientId: string;
    procedureDate: string;
    templateName: string;
  }>`
    select d.id as "dictationId", d.patient_id as "patientId", d.procedure_date as "procedureDate", t.name as "templateName"
    from ${unsigned} d join templates t on t.id = d.template_id
    where d.procedure_date = any(${days}::date[]) and exists (
      select from dictation_codes l where l.dictation_id = d.id and l.code_type = ${codeType} and l.code = ${code})
    order by d.procedure_date, d.id limit ${limit}`.execute(db);
  return rows;
}
