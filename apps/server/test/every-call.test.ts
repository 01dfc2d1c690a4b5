import { endpoints } from '@portal/contract';
import type { Endpoint } from '@portal/contract/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { signedInAs } from './factories.ts';
import { openTestPortal, type RawAnswer, type TestPortal } from './harness.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000';
const keyOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const shapeOf = (path: string) => path.replaceAll(/:\w+/g, ':');
const urlOf = (path: string) => `/api${path.replaceAll(/:\w+/g, UNKNOWN_ID)}`;

/** By the shape of its path, the methods that the contract declares. */
const declared = Map.groupBy(endpoints, ({ path }) => shapeOf(path));
const undeclared = [...declared].flatMap(([, same]) => {
  const methods = same.map(({ method }): string => method);
  const { path } = same[0] ?? { path: '' };
  const allow = new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : [])]);
  return METHODS.filter((method) => !methods.includes(method)).map((method) => ({ method, path, allow }));
});

const answerShape = z.object({
  message: z.string(),
  code: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
});
/** How zod speaks to programmers. */
const RAW =
  /invalid (?:input|option|string|type|key|element)|expected|received|too (?:small|big)|unrecognized/i;

const wrongBodies: readonly (readonly [string, string | undefined])[] = [
  ['nothing', undefined],
  ['null', 'null'],
  ['a text', '"text"'],
  ['a number', '7'],
  ['a list of nonsense', '[7, null, {"a": 1}]'],
  ['an unknown field', '{"noSuchField": 1}'],
];
const nonsense: readonly unknown[] = [null, 7, -1e9, 1.5, true, '', 'x', [], [7], {}, { a: [] }];

describe('every call of the contract', () => {
  let portal: TestPortal;
  let token: string;
  beforeAll(async () => {
    portal = await openTestPortal();
    ({ token } = await signedInAs(portal, 'SuperAdmin', 'ProviderPhysician'));
  });
  afterAll(() => portal.close());

  const send = (method: string, url: string, payload?: string) =>
    portal.raw({
      method,
      url,
      token,
      ...(payload === undefined ? {} : { payload, headers: { 'content-type': 'application/json' } }),
    });

  /** A refusal is in plain words, under names of fields. */
  function expectPlain(what: string, { status, body }: RawAnswer): void {
    expect([what, status]).toEqual([what, expect.toSatisfy((code: number) => code < 500)]);
    if (status !== 400) return;
    const { message, errors = {} } = answerShape.parse(body);
    const texts = [message, ...Object.values(errors).flat()];
    expect([what, texts.filter((text) => RAW.test(text) || text.trim() === '')]).toEqual([what, []]);
    expect([what, Object.keys(errors).filter((name) => name.trim() === '')]).toEqual([what, []]);
  }

  it.each(undeclared)('405 $method $path names what is allowed', async ({ method, path, allow }) => {
    const answer = await send(method, urlOf(path), method === 'GET' ? undefined : '{}');
    expect(answer).toMatchObject({ status: 405, body: { code: 'METHOD_NOT_ALLOWED' } });
    expect(new Set(String(answer.headers['allow']).split(', '))).toEqual(allow);
  });

  describe.each(endpoints.filter(({ body, upload }) => body !== undefined && upload === undefined))(
    '$method $path',
    (entry) => {
      const isOptional = entry.body?.safeParse(undefined).success === true;

      it.each(wrongBodies)('answers a body of %s in plain words', async (what, payload) => {
        const answer = await send(entry.method, urlOf(entry.path), payload);
        expectPlain(`${keyOf(entry)} with ${what}`, answer);
        if (payload === undefined && !isOptional) expect(answer.status).toBe(400);
      });

      it('answers nonsense in any field in plain words', async () => {
        const fields = entry.body instanceof z.ZodObject ? Object.keys(entry.body.shape) : [];
        for (const value of nonsense) {
          const body = Object.fromEntries(fields.map((name) => [name, value]));
          const answer = await send(entry.method, urlOf(entry.path), JSON.stringify(body));
          expectPlain(`${keyOf(entry)} with ${JSON.stringify(value)} in all fields`, answer);
        }
      });
    },
  );

  describe.each(endpoints.filter(({ query }) => query instanceof z.ZodObject))('$method $path', (entry) => {
    const names = entry.query instanceof z.ZodObject ? Object.keys(entry.query.shape) : [];
    const valid = dates(entry);
    const ask = (query: Record<string, string>) =>
      send(entry.method, `${urlOf(entry.path)}?${new URLSearchParams(query).toString()}`);

    it('answers nonsense in its address in plain words', async () => {
      for (const name of [...names, 'noSuchParameter'])
        expectPlain(`${keyOf(entry)} with ${name}`, await ask({ [name]: 'x y' }));
    });

    it.each(names.filter((name) => name === 'page' || name === 'pageSize'))(
      'brings %s into range and refuses nonsense',
      async (name) => {
        for (const value of ['0', '-1', '1', '1000000000', '99999999999999999999', '-99999999999999999999'])
          expect([value, (await ask({ ...valid, [name]: value })).status]).toEqual([
            value,
            entry.path.includes('/:') ? expect.toSatisfy((code: number) => code !== 400 && code < 500) : 200,
          ]);
        for (const value of ['x', '1.5', '1e9', '', '0x10', ' ', 'NaN', '--1'])
          expect([value, (await ask({ ...valid, [name]: value })).status]).toEqual([value, 400]);
      },
    );
  });

  describe.each(endpoints.filter((entry) => pagedBody(entry).length > 0))('$method $path', (entry) => {
    it.each(pagedBody(entry))('brings %s of the body into range and refuses nonsense', async (name) => {
      const ask = (value: unknown) =>
        send(entry.method, urlOf(entry.path), JSON.stringify({ ...dates(entry), [name]: value }));
      for (const value of [0, -1, 1, 1e9, -1e9, 1e30])
        expect([value, (await ask(value)).status]).toEqual([value, 200]);
      for (const value of [1.5, '1', '', true, [], {}])
        expect([value, (await ask(value)).status]).toEqual([value, 400]);
    });
  });
});

function pagedBody({ method, body }: Endpoint): string[] {
  if (method !== 'POST' || !(body instanceof z.ZodObject)) return [];
  return Object.keys(body.shape).filter((name) => ['page', 'pageNumber', 'pageSize'].includes(name));
}

/** Some lists need to be told their days. */
function dates({ query, body }: Endpoint): Record<string, string> {
  const schema = query ?? body;
  const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  return names.includes('startDate') ? { startDate: '2026-01-01', endDate: '2026-01-31' } : {};
}
