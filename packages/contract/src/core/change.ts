import { z } from 'zod';

type Kept<T extends z.ZodType> =
  undefined extends z.input<T>
    ? z.ZodOptional<T extends z.ZodDefault<infer Inner extends z.ZodType> ? Inner : T>
    : T;

function kept(field: z.ZodType): z.ZodType {
  if (!field.safeParse(undefined).success) return field;
  return field instanceof z.ZodDefault ? z.optional(field.unwrap()) : z.optional(field);
}

/**
 * The fields of a new record as a change sends them: what it leaves out stays as it is, so none gets a default or null. A field that a new
 * record must have is required here, too.
 */
export function changeOf<const S extends z.core.$ZodLooseShape>(
  fields: S,
): { [N in keyof S]: S[N] extends z.ZodType ? Kept<S[N]> : never } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names, which fromEntries cannot state
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, kept(field)])) as never;
}
