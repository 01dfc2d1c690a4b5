import { formatDateUs } from '@portal/domain/date';
import { formatPhone } from '@portal/domain/phone';
import { z } from 'zod';
import { changeOf } from './change.ts';
import { id, version } from './fields.ts';

/** A field of a record: how forms show it, what callers send, and what is stored and returned. */
export interface Field<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType> {
  readonly kind: 'text' | 'phone' | 'number' | 'flag' | 'date' | 'choice';
  readonly label: string;
  readonly input: In;
  readonly output: Out;
  /** The value in the form of a new record. */
  readonly initial: z.input<In>;
  readonly isRequired: boolean;
  /** The part of forms and pages that shows it, if they have several. */
  readonly section?: string;
  /** The heading of its column in exports, if it is not the label. */
  readonly heading?: string;
  /** Rows of lists have it. */
  readonly isListed?: boolean;
}
export type Fields = Readonly<Record<string, Field>>;

/** A required text. */
export const textField = <In extends z.ZodType<string, string>>(label: string, input: In) =>
  ({ kind: 'text', label, input, output: z.string(), initial: '', isRequired: true }) as const;

/** A text that may be missing, which is null. */
export const maybeTextField = <In extends z.ZodType<string | null | undefined, string | null | undefined>>(
  label: string,
  input: In,
) => ({ kind: 'text', label, input, output: z.string().nullable(), initial: '', isRequired: false }) as const;

/** A field whose form is its own: it may be left out. */
export const ownField = <In extends z.ZodType, Out extends z.ZodType>(
  label: string,
  input: In,
  output: Out,
) => ({ kind: 'text', label, input, output, initial: undefined, isRequired: false }) as const;

/** A choice that may be missing, which is null. */
export const maybeChoiceField = <
  In extends z.ZodType<unknown, string | null | undefined>,
  Out extends z.ZodType,
>(
  label: string,
  input: In,
  output: Out,
) => ({ kind: 'choice', label, input, output, initial: '', isRequired: false }) as const;

/** A required whole number. */
export const numberField = <In extends z.ZodType<number, number | undefined>>(label: string, input: In) =>
  ({ kind: 'number', label, input, output: z.int(), initial: 0, isRequired: true }) as const;

/** Yes or no. */
export const flagField = <In extends z.ZodType<boolean | undefined, boolean | undefined>>(
  label: string,
  input: In,
  initial: z.input<In>,
) => ({ kind: 'flag', label, input, output: z.boolean(), initial, isRequired: false }) as const;

/** Fields that one part of forms and pages shows. */
export const section = <const S extends string, const F extends Fields>(name: S, fields: F) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names, which fromEntries cannot state
  Object.fromEntries(
    Object.entries(fields).map(([field, about]) => [field, { ...about, section: name }]),
  ) as unknown as { readonly [N in keyof F]: F[N] & { readonly section: S } };

const parts = <F extends Fields, P extends 'input' | 'output'>(fields: F, part: P) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names, which fromEntries cannot state
  Object.fromEntries(Object.entries(fields).map(([name, about]) => [name, about[part]])) as {
    readonly [N in keyof F]: F[N][P];
  };

type Listed<F extends Fields> = {
  readonly [N in keyof F as F[N] extends { readonly isListed: true } ? N : never]: F[N];
};

/** Declares a record with an id and a version: the schemas of its rows and requests. Its table, forms and audit entries follow from `fields`. */
export function record<const F extends Fields>(fields: F) {
  const inputs = parts(fields, 'input');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names, which fromEntries cannot state
  const listed = Object.fromEntries(
    Object.entries(fields).filter(([, { isListed }]) => isListed),
  ) as Listed<F>;
  return {
    fields,
    row: z.object({ id, ...parts(fields, 'output'), version: z.int() }),
    /** Its row in lists. */
    listRow: z.object({ id, ...parts(listed, 'output'), version: z.int() }),
    /** What callers send to add one. */
    body: z.strictObject(inputs),
    /** What callers send to change one. What they leave out stays as it is. */
    change: z.strictObject({ ...changeOf(inputs), version }),
  };
}

/** The names of an object’s properties, such as the fields of a record. */
export const namesOf = <T extends object>(of: T) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- declarations have no other properties
  Object.keys(of) as unknown as readonly (keyof T & string)[];

/** The values of the fields as stored and returned. */
export type ValuesOf<F extends Fields> = { readonly [N in keyof F]: z.output<F[N]['output']> };
/** A record as stored and returned. */
export type RowOf<F extends Fields> = ValuesOf<F> & { readonly id: string; readonly version: number };

/** A value as people read it on screen, in print and in exports; null if it is missing. */
export function shownValue(
  { kind }: Pick<Field, 'kind'>,
  value: string | number | boolean | null | undefined,
): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (kind === 'flag') return value === true ? 'Yes' : 'No';
  const text = String(value);
  if (kind === 'phone') return formatPhone(text);
  return kind === 'date' ? formatDateUs(text) : text;
}
