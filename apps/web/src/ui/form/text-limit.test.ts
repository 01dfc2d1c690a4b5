import { endpoints } from '@portal/contract';
import { z } from 'zod';
import { describe, expect, it } from 'vitest';
import { innerOf, isPrintedAt, lengthProblemAt } from './text-limit.ts';

/** A text of a form: the schema around it, its path, and its own schema. */
interface Leaf {
  readonly path: string;
  readonly schema: z.core.$ZodType;
}

/** The texts in a schema, with their paths. A list or record is followed into one entry. */
function leavesOf(schema: z.core.$ZodType, path: readonly string[] = []): Leaf[] {
  if (schema instanceof z.ZodObject)
    return Object.keys(schema.shape).flatMap((key) => leavesOf(schema.shape[key], [...path, key]));
  if (schema instanceof z.ZodArray) return leavesOf(schema.element, [...path, '0']);
  if (schema instanceof z.ZodRecord) return leavesOf(schema.valueType, [...path, 'key']);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => leavesOf(option, path));
  if (limitOf(schema) !== undefined) return [{ path: path.join('.'), schema }];
  const inner = innerOf(schema);
  return inner === undefined ? [] : leavesOf(inner, path);
}

/** The largest number of characters that the schema of a text accepts; undefined without a limit. */
const limitOf = (schema: z.core.$ZodType): number | undefined =>
  schema instanceof z.ZodString || schema instanceof z.ZodStringFormat
    ? (schema.maxLength ?? undefined)
    : undefined;

const bodies = endpoints.flatMap(({ method, path, body }) =>
  body === undefined ? [] : [[`${method} ${path}`, body] as const],
);
const limited = bodies.flatMap(([name, body]) =>
  leavesOf(body).flatMap(({ path, schema }) => {
    const max = limitOf(schema);
    return max === undefined || path === '' ? [] : [[name, path, max, body] as const];
  }),
);

describe('the texts of all requests', () => {
  it('are found', () => {
    expect(limited.length).toBeGreaterThan(150);
    expect(limited.map(([name, path, max]) => `${name} ${path} ${max}`)).toContain(
      'POST /patient address 200',
    );
  });

  it.each(limited)('%s %s of at most %d characters: says how many are too many', (_name, path, max, body) => {
    expect(lengthProblemAt(body, path, 'x'.repeat(max))).toBeUndefined();
    const allowed = max.toLocaleString('en-US');
    expect(lengthProblemAt(body, path, 'x'.repeat(max + 1))).toBe(
      `1 character too many (${allowed} allowed)`,
    );
    expect(lengthProblemAt(body, path, `${'x'.repeat(max)}twelve-more!`)).toBe(
      `12 characters too many (${allowed} allowed)`,
    );
  });

  it.each(limited)(
    '%s %s of at most %d: counts an emoji as one character, as the database does',
    (_name, path, max, body) => {
      expect(lengthProblemAt(body, path, '😀'.repeat(max))).toBeUndefined();
      expect(lengthProblemAt(body, path, '😀'.repeat(max + 2))).toBe(
        `2 characters too many (${max.toLocaleString('en-US')} allowed)`,
      );
    },
  );
});

const printedIn = (name: string) => {
  const [, body] = bodies.find(([each]) => each === name) ?? [];
  return body === undefined
    ? []
    : leavesOf(body).flatMap(({ path }) => (isPrintedAt(body, path) ? [path] : []));
};

describe('the texts that PDFs print', () => {
  it('are found in requests, also where they are optional', () => {
    expect(printedIn('PUT /patient/:id')).toEqual([
      'firstName',
      'lastName',
      'address',
      'city',
      'insuranceProvider',
      'insurancePolicyNumber',
    ]);
    expect(printedIn('PUT /medicalorder/:id')).toEqual([
      'diagnosis',
      'bodyPart',
      'specialist',
      'levels.0',
      'instructions',
    ]);
    expect(printedIn('POST /phonemessage')).toEqual([]);
  });
});

describe('the limit of a field', () => {
  const form = z.strictObject({
    note: z
      .string()
      .trim()
      .max(10)
      .nullish()
      .transform((text) => text ?? null),
    lines: z.array(z.object({ text: z.string().max(3) })),
    typed: z.string().transform(Number).pipe(z.number()),
    email: z.union([z.literal(''), z.email().max(12)]),
  });

  it('does not count white space that the form trims', () => {
    expect(lengthProblemAt(form, 'note', `  ${'x'.repeat(10)}  `)).toBeUndefined();
    expect(lengthProblemAt(form, 'note', `  ${'x'.repeat(13)}  `)).toBe('3 characters too many (10 allowed)');
  });

  it('is found in lists and choices, and is no problem where there is none', () => {
    expect(lengthProblemAt(form, 'lines.2.text', 'long')).toBe('1 character too many (3 allowed)');
    expect(lengthProblemAt(form, 'email', 'ann.lee@example.com')).toBe('7 characters too many (12 allowed)');
    expect(lengthProblemAt(form, 'typed', '1'.repeat(99))).toBeUndefined();
    expect(lengthProblemAt(form, 'missing', 'text')).toBeUndefined();
    expect(lengthProblemAt(form, 'note', null)).toBeUndefined();
  });
});

describe('the screens', () => {
  const sources = import.meta.glob<string>('../../**/*.tsx', {
    query: '?raw',
    import: 'default',
    eager: true,
  });

  it('never let the browser cut a text or read a number', () => {
    const found = Object.entries(sources).flatMap(([file, source]) =>
      file.includes('.test.')
        ? []
        : source
            .split('\n')
            .filter((line) => /(?<!")\bmaxLength\b|type="number"|type: 'number'/.test(line))
            .map((line) => `${file}: ${line.trim()}`),
    );
    expect(Object.keys(sources).length).toBeGreaterThan(300);
    expect(found).toEqual([]);
  });
});
