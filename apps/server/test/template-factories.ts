import type { TemplateContent } from '@portal/domain/template/content';
import { contentOf } from '@portal/domain/template/test/content-of';
import type { CodeType } from '@portal/domain/billing-code';
import { defaultCodeTraits } from '@portal/domain/billing-code-traits';
import type { TestPortal } from './harness.ts';

let counter = 0;

/** Creates a template with its first version, by default with one text field. */
export async function makeTemplate(
  portal: TestPortal,
  options: {
    name?: string;
    content?: TemplateContent;
    categoryId?: number;
    quickAccessOrder?: number;
    isActive?: boolean;
    needsCoSignature?: boolean;
  } = {},
): Promise<string> {
  counter += 1;
  return portal.deps.db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('templates')
      .values({
        name: options.name ?? `Template ${counter}`,
        procedure_type: 'Injection',
        short_description: null,
        category_id: options.categoryId ?? null,
        quick_access_order: options.quickAccessOrder ?? null,
        is_active: options.isActive ?? true,
        needs_co_signature: options.needsCoSignature ?? false,
        deleted_by: null,
        created_by: null,
        updated_by: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('template_versions')
      .values({
        template_id: id,
        content_version: 1,
        content: JSON.stringify(options.content ?? contentOf({ id: 'note', label: 'Note' })),
        auto_populate: '{}',
        created_by: null,
      })
      .execute();
    return id;
  });
}

/** Creates a billing code. */
export async function makeBillingCode(
  portal: TestPortal,
  code: string,
  options: { codeType?: CodeType; description?: string; isActive?: boolean; isBillable?: boolean } = {},
): Promise<string> {
  const codeType = options.codeType ?? (/^\d/.test(code) ? 'CPT' : 'ICD10');
  const traits = defaultCodeTraits(codeType, code, false);
  const row = await portal.deps.db
    .insertInto('billing_codes')
    .values({
      code_type: codeType,
      code,
      line_type: traits.lineType,
      bilateral_indicator: traits.bilateralIndicator,
      unit_size: traits.unitSize,
      unit: traits.unit,
      is_billable: options.isBillable ?? traits.isBillable,
      description: options.description ?? `About ${code}`,
      category: null,
      is_active: options.isActive ?? true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}
