import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoints } from './index.ts';

/** Defaults that change nothing that a request left out, by path and place. */
const LIST = 'a list is replaced as a whole, so there is no line before';
const DOCUMENT = 'a document that is replaced as a whole';
const OPTION = 'an option of the call, which no record has';
const REASONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/roles/:id/permissions': { applyToExistingUsers: OPTION },
  '/timecard/schedule/week/:userId': {
    'days[].lunchDuration': LIST,
    'days[].gracePeriodMinutes': LIST,
    'days[].requiresLunchBreak': LIST,
  },
  '/admin/template/templates/:id': { 'renames.fields': OPTION, 'renames.options': OPTION },
  '/admin/template/templates/:id/cases/:caseId': {
    'expected.lines[].units': LIST,
    'expected.lines[].modifiers': LIST,
  },
  '/templatebillingcoderule/:id': {
    'billingCodes[].modifiers': LIST,
    'billingCodes[].isDefault': LIST,
    'billingCodes[].displayOrder': LIST,
    'billingCodes[].count.to': LIST,
    'billingCodes[].count.step': LIST,
  },
  '/dictation/:id': { 'billingCodes[].modifiers': LIST },
  '/dictation/drafts/:id': { takeOver: OPTION, 'content.editedFrom': DOCUMENT },
  '/form-drafts/:id': { takeOver: OPTION },
};
/** Fields that become null when they are left out. */
const NULL_REASONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/user/:id': { reassignTo: OPTION },
  '/roles/:id/permissions': { reassignTo: OPTION },
};

type Schema = z.core.JSONSchema._JSONSchema;

/** The places of a schema that have a default, such as `days[].lunchDuration`. */
function defaultsOf(schema: Schema, place = ''): string[] {
  if (typeof schema === 'boolean') return [];
  const { properties = {}, items, anyOf = [], oneOf = [], allOf = [], additionalProperties } = schema;
  const parts = [...anyOf, ...oneOf, ...allOf].flatMap((part) => defaultsOf(part, place));
  const elements = [items ?? []].flat().flatMap((item) => defaultsOf(item, `${place}[]`));
  const values = additionalProperties === undefined ? [] : defaultsOf(additionalProperties, `${place}{}`);
  const fields = Object.entries(properties).flatMap(([name, field]) =>
    defaultsOf(field, place === '' ? name : `${place}.${name}`),
  );
  return [...('default' in schema ? [place] : []), ...parts, ...elements, ...values, ...fields];
}

/** The fields of a body that a request may leave out, and that then have a value. */
const inventedBy = (body: z.ZodType): string[] =>
  body instanceof z.ZodObject
    ? Object.entries(body.shape).flatMap(([name, field]) => {
        const { data } = z.object({ [name]: field }).safeParse({});
        return data?.[name] === undefined ? [] : [name];
      })
    : [];

const changing = endpoints.flatMap(({ method, path, body }) =>
  (method === 'PUT' || method === 'PATCH') && body !== undefined ? [{ method, path, body }] : [],
);

describe('what a change leaves out', () => {
  it.each(changing)('stays as it is: $method $path', ({ path, body }) => {
    const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
    const defaults = Object.keys(REASONS[path] ?? {});
    expect([...new Set(defaultsOf(schema))].toSorted()).toEqual(defaults.toSorted());
    const topLevel = defaults.filter((place) => !/[.[]/.test(place));
    expect(inventedBy(body).toSorted()).toEqual(
      [...topLevel, ...Object.keys(NULL_REASONS[path] ?? {})].toSorted(),
    );
  });

  it('is recognized', () => {
    const body = z.object({
      on: z.boolean().default(true),
      lines: z.array(z.object({ units: z.int().default(1) })),
      note: z
        .string()
        .nullish()
        .transform((text) => text ?? null),
    });
    expect(defaultsOf(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }))).toEqual([
      'on',
      'lines[].units',
    ]);
    expect(inventedBy(body)).toEqual(['on', 'note']);
  });

  it('has no reason without a field', () => {
    const paths = new Set<string>(changing.map(({ path }) => path));
    expect(
      [...Object.keys(REASONS), ...Object.keys(NULL_REASONS)].filter((path) => !paths.has(path)),
    ).toEqual([]);
  });
});
