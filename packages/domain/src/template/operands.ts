import { fieldsOf, type TemplateContent, type TemplateField } from './content.ts';
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
