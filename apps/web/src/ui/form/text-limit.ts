import { isPrinted } from '@portal/contract/fields';
import { tooManyCharacters } from '@portal/domain/text';
import { z } from 'zod';

const schemas = new WeakMap<object, z.ZodType>();

/** Remembers the schema of a form by its `control`, so that every field knows its limit. */
export function setFormSchema(control: object, schema: z.ZodType): void {
  schemas.set(control, schema);
}

/** "12 characters too many (200 allowed)" for a value over the limit that the form's schema sets, else undefined. */
export function lengthProblem(control: object, name: string, value: unknown): string | undefined {
  const form = schemas.get(control);
  return form === undefined ? undefined : lengthProblemAt(form, name, value);
}

/** Like `lengthProblem`, for a schema and the path of a field, such as `lines.0.note`. */
export function lengthProblemAt(form: z.ZodType, path: string, value: unknown): string | undefined {
  const schema = typeof value === 'string' ? schemaAt(form, path.split('.')) : undefined;
  if (schema === undefined) return undefined;
  const { error } = z.safeParse(schema, value, { reportInput: true });
  return error === undefined ? undefined : problemIn(error.issues);
}

/** Whether the form's schema says that a PDF prints the field. */
export function isPrintedField(control: object, name: string): boolean {
  const form = schemas.get(control);
  return form !== undefined && isPrintedAt(form, name);
}

/** Whether the form's schema has the field. */
export function hasField(control: object, name: string): boolean {
  const form = schemas.get(control);
  return form !== undefined && schemaAt(form, [name]) !== undefined;
}

/** Like `isPrintedField`, for a schema and the path of a field. */
export function isPrintedAt(form: z.ZodType, path: string): boolean {
  let schema = schemaAt(form, path.split('.'));
  while (schema !== undefined && !isPrinted(schema)) schema = innerOf(schema);
  return schema !== undefined;
}

/** A text as typed, with only the limit of the contract's field: for forms whose other rules are checked together. */
export const typedText = (field: z.ZodType) =>
  z.string().superRefine((text, context) => {
    const issue = z.safeParse(field, text).error?.issues.find((found) => found.code === 'too_big');
    if (issue === undefined) return;
    const { maximum, message } = issue;
    context.addIssue({ code: 'too_big', origin: 'string', maximum, message, input: text });
  });

function problemIn(issues: readonly z.core.$ZodIssue[]): string | undefined {
  for (const issue of issues) {
    if (issue.code === 'too_big' && typeof issue.input === 'string')
      return tooManyCharacters(issue.input, Number(issue.maximum)) ?? undefined;
    if (issue.code === 'invalid_union') {
      const problem = problemIn(issue.errors.flat());
      if (problem !== undefined) return problem;
    }
  }
  return undefined;
}

/** The schema of a field; undefined if the form's schema has none at this path. */
function schemaAt(schema: z.core.$ZodType, path: readonly string[]): z.core.$ZodType | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return schema;
  const within = (inner: z.core.$ZodType | undefined, more = path) =>
    inner === undefined ? undefined : schemaAt(inner, more);
  if (schema instanceof z.ZodObject) return within(schema.shape[key], rest);
  if (schema instanceof z.ZodArray) return within(schema.element, rest);
  if (schema instanceof z.ZodRecord) return within(schema.valueType, rest);
  if (schema instanceof z.ZodUnion)
    return schema.options.map((option) => within(option)).find((found) => found !== undefined);
  return within(innerOf(schema));
}

/** The schema that an optional, nullable or transformed one is about; undefined for any other. */
export function innerOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodPipe) return schema.in instanceof z.ZodTransform ? schema.out : schema.in;
  for (const kind of [z.ZodOptional, z.ZodNullable, z.ZodDefault, z.ZodReadonly, z.ZodNonOptional])
    if (schema instanceof kind) return schema.def.innerType;
  return undefined;
}
