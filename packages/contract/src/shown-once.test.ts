import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoints } from './index.ts';

/** Names of fields with a secret. */
const SECRET = /(?:secret|passwords?|token|ticket|recoveryCodes|key|uri|challenge)$/i;
type Schema = z.core.JSONSchema._JSONSchema;

/** The names of all text fields of a schema, also in lists and parts. */
function textFields(schema: Schema, name = ''): string[] {
  if (typeof schema === 'boolean') return [];
  const { properties = {}, items, anyOf = [], oneOf = [], allOf = [], additionalProperties } = schema;
  const inside = [items, ...anyOf, ...oneOf, ...allOf, additionalProperties]
    .flat()
    .flatMap((each) => (each === undefined ? [] : textFields(each, name)));
  const own = (schema.type === 'string' || Array.isArray(schema.type)) && name !== '' ? [name] : [];
  const fields = Object.entries(properties).flatMap(([key, value]) => textFields(value, key));
  return [...own, ...inside, ...fields];
}

/** Endpoints whose response is stored for a repeated request. */
const stored = endpoints
  .filter(({ creates }) => creates === true)
  .map((entry) => {
    const schema = z.toJSONSchema(entry.response, { unrepresentable: 'any', io: 'output' });
    return { entry, secrets: [...new Set(textFields(schema).filter((name) => SECRET.test(name)))] };
  });

describe('secrets that are shown once', () => {
  it.each(stored)('are not stored for a repeated $entry.method $entry.path', ({ entry, secrets }) => {
    expect([...(entry.shownOnce ?? [])].toSorted()).toEqual(secrets.toSorted());
    const fields = entry.response instanceof z.ZodObject ? entry.response.shape : {};
    for (const name of secrets) {
      const field: unknown = fields[name];
      expect({ name, mayBeNull: field instanceof z.ZodType && field.safeParse(null).success }).toEqual({
        name,
        mayBeNull: true,
      });
    }
  });

  it('are recognized', () => {
    expect(stored.flatMap(({ secrets }) => secrets)).toEqual(['temporaryPassword', 'temporaryPasswords']);
    const response = z.object({
      webhook: z.object({ secret: z.string().nullable() }),
      recoveryCodes: z.array(z.string()),
    });
    expect(textFields(z.toJSONSchema(response)).filter((name) => SECRET.test(name))).toEqual([
      'secret',
      'recoveryCodes',
    ]);
  });
});
