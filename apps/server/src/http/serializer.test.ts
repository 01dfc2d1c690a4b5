import { endpoints } from '@portal/contract';
import { file } from '@portal/contract/file';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compileSerializer } from './serializer.ts';

const schema = z.object({
  id: z.uuid(),
  note: z.string().nullable(),
  count: z.int().optional(),
  tags: z.array(z.object({ name: z.string() })),
  result: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('text'), text: z.string() }),
    z.object({ kind: z.literal('number'), number: z.number() }),
  ]),
});
const answer = {
  id: '0192f0c0-1111-7abc-8abc-0123456789ab',
  note: null,
  tags: [{ name: 'O’Neil "Jr" \u2028 \0 \ud83d\ude00' }],
  result: { kind: 'number', number: 0.1 },
};

describe('the serializer', () => {
  const serialize = compileSerializer(schema);

  it('writes what JSON.stringify writes', () => {
    expect(serialize(answer)).toBe(JSON.stringify(answer));
    const other = { ...answer, note: 'x', count: 2, result: { kind: 'text', text: '</script>' } };
    expect(JSON.parse(serialize(other))).toEqual(other);
  });

  it('leaves out what the schema does not name, at any depth', () => {
    const secret = { password_hash: 'x' };
    const leaky = {
      ...answer,
      ...secret,
      tags: [{ ...answer.tags[0], ...secret }],
      result: { ...answer.result, ...secret },
    };
    expect(serialize(leaky)).toBe(JSON.stringify(answer));
  });

  it.each([
    ['a missing property', { ...answer, id: undefined }],
    ['a missing property of an item', { ...answer, tags: [{}] }],
    ['an unknown kind', { ...answer, result: { kind: 'date', number: 1 } }],
    ['a list that is none', { ...answer, tags: 'none' }],
  ])('refuses %s', (_name, wrong) => {
    expect(() => serialize(wrong)).toThrow(/is required|does not match/);
  });

  it('can be compiled for every endpoint', () => {
    const described = endpoints.filter(({ status, response }) => status !== 204 && response !== file);
    expect(described.length).toBeGreaterThan(200);
    for (const { response } of described) expect(compileSerializer(response)).toBeTypeOf('function');
  });
});
