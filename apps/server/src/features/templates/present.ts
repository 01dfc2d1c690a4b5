import type { DictationTemplate, ListedTemplate, Template, TemplateRow } from '@portal/contract/templates';
import type { FieldValues } from '@portal/domain/template/value';
import { contentOf } from './parsed-content.ts';
import type { TemplateRowOfDb, WholeTemplateRow } from './template-repo.ts';

/** A template as lists show it. */
export const presentRow = (row: TemplateRowOfDb): TemplateRow => ({
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

export const presentTemplate = (row: WholeTemplateRow): Template => ({
  ...presentRow(row),
  templateContent: row.content,
  autoPopulateFields: row.auto_populate,
  contentVersion: row.content_version,
});

/** What a user prefers for a template. */
export interface Preference {
  readonly defaults: FieldValues;
  readonly isDefault: boolean;
}

/** A template as it is dictated with. Content that does not parse is an empty structure. */
export const presentForDictation = (
  row: WholeTemplateRow,
  preference: Preference | undefined,
): DictationTemplate => ({
  ...presentTemplate(row),
  structure: { sections: contentOf(row.content).sections },
  providerDefaults: mutable(preference?.defaults ?? {}),
  isDefault: preference?.isDefault ?? false,
});

/** The same as a list has it. */
export function presentListed(row: WholeTemplateRow, preference: Preference | undefined): ListedTemplate {
  const {
    templateContent: _content,
    autoPopulateFields: _fields,
    ...listed
  } = presentForDictation(row, preference);
  return listed;
}

/** Values as the wire's types have them. */
export const mutable = (values: FieldValues): DictationTemplate['providerDefaults'] =>
  Object.fromEntries(
    Object.entries(values).map(([id, value]) => [
      id,
      typeof value === 'string' || typeof value === 'boolean' ? value : [...value],
    ]),
  );
