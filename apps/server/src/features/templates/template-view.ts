import type { DictationTemplate, ListedTemplate, Template, TemplateRow } from '@portal/contract/templates';
import { mutableValues } from '@portal/domain/template/value';
import { contentOf } from './parsed-content.ts';
import type { Preference } from './preference-repo.ts';
import type { TemplateDbRow, TemplateWithContentRow } from './template-repo.ts';

/** Converts a row to a template in lists. */
export const presentRow = (row: TemplateDbRow): TemplateRow => ({
  id: row.id,
  name: row.name,
  procedureType: row.procedure_type,
  shortDescription: row.short_description,
  categoryId: row.category_id,
  categoryName: row.category_name,
  quickAccessOrder: row.quick_access_order,
  isActive: row.is_active,
  usageCount: row.usage_count,
  lastUsed: row.last_used_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  createdBy: row.made_by === '' ? null : row.made_by,
  updatedAt: row.updated_at.toISOString(),
  updatedBy: row.changed_by === '' ? null : row.changed_by,
  version: row.version,
});

/** Converts a row to a complete template. */
export const presentTemplate = (row: TemplateWithContentRow): Template => ({
  ...presentRow(row),
  templateContent: row.content,
  reportTitle: row.report_title,
  needsCoSignature: row.needs_co_signature,
  autoPopulateFields: row.auto_populate,
  contentVersion: row.content_version,
});

/** Converts a row to a template for dictation. Content that cannot be parsed becomes an empty structure. */
export const presentForDictation = (
  row: TemplateWithContentRow,
  preference: Preference | undefined,
): DictationTemplate => ({
  ...presentTemplate(row),
  structure: { sections: contentOf(row.content).sections },
  reportHeading: row.report_heading,
  providerDefaults: mutableValues(preference?.defaults ?? {}),
  isDefault: preference?.isDefault ?? false,
});

/** Like `presentForDictation`, without the raw content. */
export function presentListed(
  row: TemplateWithContentRow,
  preference: Preference | undefined,
): ListedTemplate {
  const {
    templateContent: _content,
    autoPopulateFields: _fields,
    ...listed
  } = presentForDictation(row, preference);
  return listed;
}
