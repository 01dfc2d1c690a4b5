import { version } from '@portal/contract/fields';
import type { Field, Fields, RowOf } from '@portal/contract/record';
import { z } from 'zod';
import { typedNumber } from './typed-number.ts';

/** The form values of a record. Numbers are as typed; a new record has no version. */
export type RecordInput<F extends Fields> = {
  [N in keyof F]: F[N]['kind'] extends 'number' ? string : z.input<F[N]['input']>;
} & { version?: number | undefined };

/** What the form of a record saves. */
export type RecordChange<F extends Fields> = {
  [N in keyof F]: z.output<F[N]['input']>;
} & { version?: number | undefined };

const typed = ({ kind, input }: Field) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the input of a number is a number
  kind === 'number' ? typedNumber(input as z.ZodType<number, number | undefined>, undefined) : input;

/** The contract’s rules, with numbers as typed. */
export const recordSchema = <F extends Fields>(fields: F) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same fields, which fromEntries cannot state
  z.strictObject({
    ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, typed(field)])),
    version,
  }) as unknown as z.ZodType<RecordChange<F>, RecordInput<F>>;

/** The labels of the fields. */
export const labelsOf = <F extends Fields>(fields: F) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names, which fromEntries cannot state
  Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label])) as {
    readonly [N in keyof F]: string;
  };

const inputOf = <F extends Fields>(fields: F, value: (name: string, field: Field) => unknown) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same fields, which fromEntries cannot state
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const given = value(name, field) ?? field.initial;
      return [name, field.kind === 'number' ? String(given) : given];
    }),
  ) as RecordInput<F>;

/** The form values of a new record. */
export const newInput = <F extends Fields>(fields: F) => inputOf(fields, () => undefined);

/** The form values of a saved record. */
export const savedInput = <F extends Fields>(fields: F, row: RowOf<F>): RecordInput<F> => ({
  ...inputOf(fields, (name) => row[name]),
  version: row.version,
});
