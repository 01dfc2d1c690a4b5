import { FIRST_DISPLAY_ORDER } from '@portal/domain/billing-code';
import { ANY_VALUE, TEMPLATE_DEFAULT_FIELD } from '@portal/domain/template/billing';
import type { FileTemplate, TemplateFile } from '@portal/contract/template-file';
import { starterFile } from '@portal/starter/starter';
import type { Transaction } from 'kysely';
import type { Database } from '@portal/server/db/schema';
import { DEMO_HEADERS } from './location-headers.ts';

/** The practice now sends these patients with the surgery center’s form. */
const RETIRED = {
  name: 'Preprocedure Call',
  shortDescription: 'No longer used; see the surgery center’s form',
};
/** What the surgery center's payers want to see above procedures, and never above an office visit. */
const HEADINGS: ReadonlyMap<string, string> = new Map([
  ['Epidural injections', 'Operative Report'],
  ['Facet and sacroiliac procedures', 'Operative Report'],
]);
/** What is said here and not in the templates. */
const SPOKEN_WORDS = ['Zilretta', 'Kenalog', 'Harborview', 'radiofrequency ablation', 'walking frame'];
const DAY_MS = 86_400_000;

/** Adds categories, templates with code rules, report headers, and words for speech. The billing codes must exist. */
export async function insertDemoTemplates(tx: Transaction<Database>, now: Date): Promise<void> {
  const admin = await tx
    .selectFrom('users')
    .select('id')
    .where('user_name', '=', 'admin')
    .executeTakeFirstOrThrow();
  const made = { by: admin.id, at: new Date(now.getTime() - 200 * DAY_MS) };
  const { categories, templates } = starterFile();
  const ids = await insertTemplates(tx, templates, await insertCategories(tx, categories, made.at), made);
  await insertRules(tx, templates, ids, made.at);
  await insertCases(tx, templates, ids, made);
  await insertHeaders(tx, made);
  await tx
    .updateTable('speech_settings')
    .set({ words: SPOKEN_WORDS.join('\n') })
    .execute();
}

interface Made {
  readonly by: string;
  readonly at: Date;
}

async function insertCategories(
  tx: Transaction<Database>,
  categories: TemplateFile['categories'],
  at: Date,
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .insertInto('template_categories')
    .values(
      categories.map(({ name, icon, displayOrder, reportHeading }) => ({
        name,
        icon,
        report_title: reportHeading ?? HEADINGS.get(name) ?? null,
        display_order: displayOrder,
        created_at: at,
        updated_at: at,
      })),
    )
    .returning(['id', 'name'])
    .execute();
  return new Map(rows.map(({ id, name }) => [name, id]));
}

async function insertTemplates(
  tx: Transaction<Database>,
  templates: readonly FileTemplate[],
  categories: ReadonlyMap<string, number>,
  { by, at }: Made,
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .insertInto('templates')
    .values(
      templates.map((template) => ({
        name: template.name,
        procedure_type: template.procedureType,
        short_description:
          template.name === RETIRED.name ? RETIRED.shortDescription : template.shortDescription,
        report_title: template.reportTitle ?? null,
        needs_co_signature: template.needsCoSignature ?? false,
        category_id: categories.get(template.category ?? '') ?? null,
        quick_access_order: template.quickAccessOrder,
        is_active: template.name !== RETIRED.name,
        deleted_by: null,
        created_by: by,
        created_at: at,
        updated_by: by,
        updated_at: at,
      })),
    )
    .returning(['id', 'name'])
    .execute();
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  await tx
    .insertInto('template_versions')
    .values(
      templates.map((template) => ({
        template_id: ids.get(template.name) ?? '',
        content_version: 1,
        content: JSON.stringify(template.content),
        auto_populate: JSON.stringify(template.autoPopulate),
        created_by: by,
        created_at: at,
      })),
    )
    .execute();
  return ids;
}

async function insertRules(
  tx: Transaction<Database>,
  templates: readonly FileTemplate[],
  ids: ReadonlyMap<string, string>,
  at: Date,
): Promise<void> {
  const catalog = await tx.selectFrom('billing_codes').select(['id', 'code', 'code_type']).execute();
  const codes = new Map(catalog.map((row) => [row.code, row]));
  const rules = templates.flatMap((template) => template.rules.map((rule) => ({ template, rule })));
  const rows = await tx
    .insertInto('billing_code_rules')
    .values(
      rules.map(({ template, rule: { when, conditions, priority } }) => ({
        template_id: ids.get(template.name) ?? '',
        field_id: when?.fieldId ?? TEMPLATE_DEFAULT_FIELD,
        field_value: when?.value ?? ANY_VALUE,
        is_template_default: when === null,
        conditions: conditions ? JSON.stringify(conditions) : null,
        priority,
        created_at: at,
        updated_at: at,
      })),
    )
    .returning(['id', 'template_id', 'priority'])
    .execute();
  const ruleIds = new Map(rows.map((row) => [`${row.template_id} ${row.priority}`, row.id]));
  const assigned = rules.flatMap(({ template, rule }) =>
    rule.billingCodes.map(({ code, isDefault, modifiers, doseFieldId, count }, place) => {
      const found = codes.get(code);
      if (found === undefined) throw new Error(`The demo catalog has no code ${code}`);
      return {
        rule_id: ruleIds.get(`${ids.get(template.name) ?? ''} ${rule.priority}`) ?? '',
        billing_code_id: found.id,
        modifiers,
        dose_field_id: doseFieldId,
        count_from: count?.from ?? null,
        count_to: count?.to ?? null,
        count_step: count?.step ?? null,
        is_default: isDefault,
        display_order: FIRST_DISPLAY_ORDER[found.code_type] + place,
      };
    }),
  );
  await tx.insertInto('billing_code_rule_codes').values(assigned).execute();
}

async function insertCases(
  tx: Transaction<Database>,
  templates: readonly FileTemplate[],
  ids: ReadonlyMap<string, string>,
  { by, at }: Made,
): Promise<void> {
  await tx
    .insertInto('template_cases')
    .values(
      templates.flatMap((template) =>
        template.cases.map(({ name, answers, billingOption, expected }) => ({
          template_id: ids.get(template.name) ?? '',
          name,
          answers: JSON.stringify(answers),
          billing_option: billingOption,
          expected: JSON.stringify(expected),
          created_by: by,
          created_at: at,
          updated_by: by,
          updated_at: at,
        })),
      ),
    )
    .execute();
}

/** One for each of the first three offices. */
async function insertHeaders(tx: Transaction<Database>, { by, at }: Made): Promise<void> {
  const offices = await tx.selectFrom('offices').select('id').orderBy('created_at').orderBy('id').execute();
  await tx
    .insertInto('location_headers')
    .values(
      DEMO_HEADERS.flatMap((header, index) => {
        const office = offices[index];
        return office === undefined
          ? []
          : [{ ...header, location_id: office.id, updated_at: at, updated_by: by }];
      }),
    )
    .execute();
}
