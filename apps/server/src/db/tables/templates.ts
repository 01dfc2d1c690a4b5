import type { CategoryIcon } from '@portal/contract/template-categories';
import type { FieldValues } from '@portal/domain/template/value';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Instant, NullableInstant } from './columns.ts';

export interface TemplateCategoriesTable {
  id: GeneratedAlways<number>;
  name: string;
  display_order: number;
  icon: CategoryIcon;
  version: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
}

export interface TemplatesTable {
  id: Generated<string>;
  name: string;
  procedure_type: string;
  short_description: string | null;
  category_id: number | null;
  quick_access_order: number | null;
  is_active: Generated<boolean>;
  content_version: Generated<number>;
  usage_count: Generated<number>;
  last_used_at: NullableInstant;
  deleted_at: NullableInstant;
  deleted_by: string | null;
  version: Generated<number>;
  created_at: Instant;
  created_by: string | null;
  updated_at: Instant;
  updated_by: string | null;
}

export interface TemplateVersionsTable {
  template_id: string;
  content_version: number;
  content: string;
  auto_populate: string;
  is_used: Generated<boolean>;
  created_at: Instant;
  created_by: string | null;
}

export interface TemplatePreferencesTable {
  user_id: string;
  template_id: string;
  defaults: ColumnType<FieldValues, string | undefined, string>;
  is_default: Generated<boolean>;
  updated_at: Instant;
}

export interface LocationHeadersTable {
  location_id: string;
  header_html: string;
  footer_html: string;
  version: Generated<number>;
  updated_at: Instant;
  updated_by: string | null;
}

export interface BillingCodeRulesTable {
  id: Generated<string>;
  template_id: string;
  field_id: string;
  field_value: string;
  priority: number;
  is_template_default: boolean;
  version: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
}

export interface BillingCodeRuleCodesTable {
  rule_id: string;
  billing_code_id: string;
  modifiers: string;
  is_default: boolean;
  display_order: number;
}
