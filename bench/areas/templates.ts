import { starterFile } from '@portal/starter/starter';
import { ANY_VALUE, TEMPLATE_DEFAULT_FIELD } from '@portal/domain/template/billing';
import type { createPool } from '@portal/server/db/database';
import { LISTS, type Area } from './area.ts';

const budget = LISTS;
const MARK = 'Measured: ';
const { templates: starterTemplates } = starterFile();

/** Templates for dictation and the editor, rule evaluation through the portal, and saving. */
export const templates: Area = {
  name: 'templates',
  rows: async (pool) => {
    // An interrupted run leaves its templates behind.
    await removeAdded(pool);
    const ids = await addTemplates(pool);
    const [template] = starterTemplates;
    const id = ids.get(template?.name ?? '') ?? '';
    return [
      {
        name: 'templates for dictation, all',
        call: () => ({ method: 'GET', path: '/dictation/templates' }),
        budget,
      },
      {
        name: 'template to dictate with, one',
        call: () => ({ method: 'GET', path: `/dictation/templates/${id}` }),
        budget,
      },
      {
        name: 'code rules, evaluated',
        call: (turn) => ({
          method: 'POST',
          path: '/templatebillingcoderule/evaluate',
          body: {
            templateId: id,
            fieldValues: {
              level: turn % 2 === 0 ? ['L4-L5'] : ['L5-S1', 'S1'],
              side: 'Left',
              diagnosis: 'Lumbar radiculopathy',
            },
          },
        }),
        budget,
      },
      {
        name: 'template, saved',
        call: (turn) => ({
          method: 'PUT',
          path: `/admin/template/templates/${id}`,
          body: {
            name: `${MARK}${template?.name ?? ''}`,
            procedureType: `Turn ${turn}`,
            templateContent: JSON.stringify(template?.content ?? {}),
          },
        }),
        budget,
      },
    ];
  },
  cleanUp: removeAdded,
};

async function removeAdded(pool: ReturnType<typeof createPool>): Promise<void> {
  await pool.query('delete from templates where name like $1', [`${MARK}%`]);
  await pool.query('delete from billing_codes where category = $1', [MARK]);
}

/** Adds the demo templates with their rules under separate names. Returns ids by the demo’s names. */
async function addTemplates(pool: ReturnType<typeof createPool>): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const template of starterTemplates) {
      const { rows } = await client.query<{ id: string }>(
        'insert into templates (name, procedure_type) values ($1, $2) returning id',
        [`${MARK}${template.name}`, template.procedureType],
      );
      const id = rows[0]?.id ?? '';
      ids.set(template.name, id);
      await client.query(
        `insert into template_versions (template_id, content_version, content, auto_populate) values ($1, 1, $2, '{}')`,
        [id, JSON.stringify(template.content)],
      );
      for (const { when, priority, billingCodes } of template.rules) {
        const texts = billingCodes.map(({ code }) => code);
        await client.query(
          `insert into billing_codes (code_type, code, description, category)
             select * from unnest($1::text[], $2::text[], $2::text[], array_fill($3::text, array[cardinality($2)]))
             on conflict (code_type, code) do nothing`,
          [billingCodes.map(({ codeType }) => codeType), texts, MARK],
        );
        await client.query(
          `with rule as (
             insert into billing_code_rules (template_id, field_id, field_value, priority, is_template_default)
             values ($1, $2, $3, $4, $5) returning id)
           insert into billing_code_rule_codes (rule_id, billing_code_id, modifiers, is_default, display_order)
             select rule.id, c.id, '', true, 0 from rule, billing_codes c where c.code = any($6)`,
          [
            id,
            when?.fieldId ?? TEMPLATE_DEFAULT_FIELD,
            when?.value ?? ANY_VALUE,
            priority,
            when === null,
            texts,
          ],
        );
      }
    }
    await client.query('commit');
    return ids;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
