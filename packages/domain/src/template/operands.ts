import { fieldsOf, type TemplateContent, type TemplateField } from './content.ts';
import { fieldOfColumn } from './rows.ts';
import { isSourceName, SOURCES, type SourceKind } from './sources.ts';

/** What conditions, formulas, and billing rules can read: a field, a column of rows ("lesions.level"), or a source ("patient.age"). */
export type Operand = Pick<TemplateField, 'label' | 'type' | 'options'>;

type FieldOf = (id: string) => TemplateField | undefined;

/** What an operand is; undefined if the template does not have it. */
export function operandOf(id: string, fieldOf: FieldOf): Operand | undefined {
  const [head = '', name] = id.split('.');
  const field = fieldOf(head);
  if (name === undefined) return field;
  const column = field?.columns?.find((each) => each.id === name);
  if (field !== undefined && column !== undefined)
    return {
      label: `${field.label}: ${column.label}`,
      type: column.type,
      options: column.options ?? [],
    };
  return isSourceName(id)
    ? { label: SOURCES[id].label, type: TYPES[SOURCES[id].kind], options: [] }
    : undefined;
}

const TYPES: Readonly<Record<SourceKind, Operand['type']>> = {
  text: 'text',
  number: 'text',
  date: 'date',
  list: 'text',
  flag: 'checkbox',
};

/** What people call an operand; its id if the template does not have it. */
export const operandLabel = (id: string, fieldOf: FieldOf): string => operandOf(id, fieldOf)?.label ?? id;

/** Finds the fields of a template by id. */
export function fieldFinder(content: TemplateContent): FieldOf {
  const fields = new Map(fieldsOf(content).map((field) => [field.id, field]));
  return (id) => fields.get(id);
}

/** What checks need to know of an operand. */
export interface OperandTraits {
  readonly label: string;
  readonly kind: SourceKind | 'rows';
  /** Whether it can have several values. */
  readonly isList: boolean;
}

/** What kind of values an operand has; undefined if there is none with this id. `fields` are those of `operandFields`. */
export function traitsOf(id: string, fields: ReadonlyMap<string, TemplateField>): OperandTraits | undefined {
  const field = fields.get(id);
  if (field !== undefined) {
    const kind = kindOf(field);
    return {
      label: field.label,
      kind,
      isList: kind === 'list' || kind === 'rows' || id.includes('.'),
    };
  }
  if (!isSourceName(id)) return undefined;
  const { label, kind } = SOURCES[id];
  return { label, kind, isList: kind === 'list' };
}

const kindOf = ({ type, options }: Operand): OperandTraits['kind'] => {
  if (type === 'checkbox') return options.length === 0 ? 'flag' : 'list';
  return type === 'date' || type === 'rows' ? type : 'text';
};

/** The fields of a template and their columns, as fields. If two fields have the same id, the first one is used. */
export function operandFields(fields: Iterable<TemplateField>): ReadonlyMap<string, TemplateField> {
  const found = new Map<string, TemplateField>();
  for (const field of fields) {
    if (found.has(field.id)) continue;
    found.set(field.id, field);
    for (const column of field.columns ?? []) {
      const id = `${field.id}.${column.id}`;
      found.set(id, { ...fieldOfColumn(column), id, label: `${field.label}: ${column.label}` });
    }
  }
  return found;
}
