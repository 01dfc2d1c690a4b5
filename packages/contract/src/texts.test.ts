import { parseTemplateContent } from '@portal/domain/template/content';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoints } from './index.ts';

/** Every kind of line break that another program puts on the clipboard. */
const BREAKS = ['\u000B', '\u000C', '\u0085', '\u2028', '\u2029', '\r', '\r\n', '\n'];
/** Not to be changed: ids, codes, secrets, addresses, whole files, names that must be exact, and a record as it was. */
const NO_TEXT =
  /\.base\.|\.renames\.|(?:Id|\.email|entityType|password|Password|\.code|\.url|transports\[\]|\.basis|createKey|Date|\.columns\{\}\[\]|editedFields\[\]|modifiers|descriptions \[\]|billingCodes\[\]|Pointers\[\]|\/import(?:\/preview)? \.text|auth\/\S+ \.\S+|\.sheet)$/;

/** The texts of a body, by their place in it. */
function textsOf(
  schema: z.core.$ZodType,
  place: string,
  seen = new Set<z.core.$ZodType>(),
): (readonly [string, z.ZodString])[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const inner = (each: z.core.$ZodType, name = '') => textsOf(each, place + name, seen);
  if (schema instanceof z.ZodString) return [[place, schema]];
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, each]) => inner(each, `.${key}`));
  if (schema instanceof z.ZodArray) return inner(schema.element, '[]');
  if (schema instanceof z.ZodRecord) return inner(schema.valueType, '{}');
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((each) => inner(each));
  if (schema instanceof z.ZodPipe) return inner(schema.in);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return inner(schema.unwrap());
  return [];
}

const TEXTS = endpoints
  .flatMap(({ method, path, body }) => (body === undefined ? [] : textsOf(body, `${method} ${path} `)))
  .filter(([place]) => !NO_TEXT.test(place));

describe('texts that people enter', () => {
  it('are found in the bodies of the API', () => {
    const places = TEXTS.map(([place]) => place);
    expect(places.length).toBeGreaterThan(100);
    expect(places).toEqual(
      expect.arrayContaining([
        'PUT /dictation/drafts/:id .content.formData{}',
        'POST /dictation .complications',
        'POST /medicalorder .instructions',
        'POST /patient .lastName',
      ]),
    );
  });

  it.each(TEXTS)('keep two words apart at every kind of line break: %s', (_place, schema) => {
    const texts = BREAKS.map((lineBreak) => schema.safeParse(`One1${lineBreak}0 two`))
      .filter(({ success }) => success)
      .map(({ data }) => data);
    for (const text of texts) expect(text).toMatch(/^one1[\n ]0 two$/i);
    expect(texts.length).toBeLessThanOrEqual(BREAKS.length);
  });

  it('are normalized in templates too', () => {
    const field = { id: 'a', label: 'A\u000Bb', type: 'textarea', defaultValue: 'One1\u000B0' };
    const content = { version: 1, sections: [{ id: 's', title: 'S\u2028t', fields: [field] }] };
    expect(parseTemplateContent(JSON.stringify(content)).content).toMatchObject({
      sections: [{ title: 'S t', fields: [{ label: 'A b', defaultValue: 'One1\n0' }] }],
    });
  });
});
