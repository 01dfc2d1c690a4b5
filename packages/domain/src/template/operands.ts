import type { TemplateColumn, TemplateField } from './content.ts';
import { isSourceName, SOURCES, type SourceKind } from './sources.ts';

/** A field, column, or source that conditions, texts, and formulas can read. */
export interface Operand {
  readonly label: string;
  readonly kind: SourceKind | 'rows';
  /** A column as a field of its own; null for a source. */
  readonly field: TemplateField | null;
  /** Whether it can have several values. */
  readonly isList: boolean;
}

const kindOf = ({ type, options }: Pick<TemplateField, 'type' | 'options'>): Operand['kind'] => {
  if (type === 'checkbox') return options.length === 0 ? 'flag' : 'list';
  return type === 'date' || type === 'rows' ? type : 'text';
};

/** A column in the form of a field, so that what is known of fields holds for it. */
function columnField(field: TemplateField, { id, label, type, options = [], maxLength }: TemplateColumn) {
  return {
    ...field,
    id: `${field.id}.${id}`,
    label: `${field.label}: ${label}`,
    type,
    options,
    maxLength,
    columns: undefined,
    dependencyType: undefined,
    defaultTemplate: undefined,
    defaultValue: undefined,
    optionRules: [],
    defaultValueRules: [],
    dynamicTextRules: [],
  } satisfies TemplateField;
}

/** The fields of a template and their columns, as fields. If two fields have the same id, the first one is used. */
export function operandFields(fields: Iterable<TemplateField>): ReadonlyMap<string, TemplateField> {
  const found = new Map<string, TemplateField>();
  for (const field of fields) {
    if (found.has(field.id)) continue;
    found.set(field.id, field);
    for (const column of field.columns ?? []) {
      const each = columnField(field, column);
      found.set(each.id, each);
    }
  }
  return found;
}

/** What an operand is; undefined if there is none with this id. */
export function operandOf(id: string, fields: ReadonlyMap<string, TemplateField>): Operand | undefined {
  const field = fields.get(id);
  if (field !== undefined) {
    const kind = kindOf(field);
    return {
      label: field.label,
      kind,
      field,
      isList: kind === 'list' || kind === 'rows' || id.includes('.'),
    };
  }
  if (!isSourceName(id)) return undefined;
  const { label, kind } = SOURCES[id];
  return { label, kind, field: null, isList: kind === 'list' };
}
