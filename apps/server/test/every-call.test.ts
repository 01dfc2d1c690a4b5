import { endpoints } from '@portal/contract';
import type { Endpoint } from '@portal/contract/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { signedInAs } from './factories.ts';
import { openTestPortal, type RawAnswer, type TestPortal } from './harness.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000';
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
/** Phrases of zod’s default messages. */
const RAW =
  /invalid (?:input|option|string|type|key|element)|expected|received|too (?:small|big)|unrecognized/i;

const wrongBodies: readonly (string | undefined)[] = [
  undefined,
  'null',
  '"text"',
  '7',
  '[7, null, {"a": 1}]',
  '{"noSuchField": 1}',
];
const nonsense: readonly unknown[] = [null, 7, -1e9, 1.5, true, '', 'x', [], [7], {}, { a: [] }];

/** Problems of a response: a failure, an error with raw text, or field messages without a field. */
function troubles(what: string, { status, body }: RawAnswer): string[] {
  if (status >= 500) return [`${what}: ${status}`];
  if (status !== 400) return [];
  const { message, errors = {} } = answerShape.parse(body);
  return [
    ...[message, ...Object.values(errors).flat()].filter((text) => RAW.test(text) || text.trim() === ''),
    ...Object.keys(errors).filter((name) => name.trim() === ''),
  ].map((trouble) => `${what}: "${trouble}"`);
}

describe('every endpoint of the contract', () => {
  let portal: TestPortal;
  let token: string;
  beforeAll(async () => {
    portal = await openTestPortal();
    ({ token } = await signedInAs(portal, 'SuperAdmin', 'ProviderPhysician'));
  });
  afterAll(() => portal.close());

  const filtered = endpoints.filter(
    ({ method, path, query }) => method === 'GET' && query !== undefined && !path.includes(':'),
  );
  it.each(filtered.map((endpoint): [string, Endpoint] => [endpoint.path, endpoint]))(
    'takes blank parameters of GET %s as not given',
    async (path, { query }) => {
      const names = query instanceof z.ZodObject ? Object.keys(query.shape) : [];
      const blank = new URLSearchParams(names.map((name): [string, string] => [name, '']));
      const [plain, blanks] = await Promise.all(
        [`/api${path}`, `/api${path}?${blank.toString()}`].map((url) =>
          portal.raw({ method: 'GET', url, token }),
        ),
      );
      expect(names.length).toBeGreaterThan(0);
      expect([path, blanks?.status]).toEqual([path, plain?.status]);
    },
  );

  const send = (method: string, url: string, payload?: string) =>
    portal.raw({
      method,
      url,
      token,
      ...(payload === undefined ? {} : { payload, headers: { 'content-type': 'application/json' } }),
    });

  it.each(undeclared)('405 $method $path lists the allowed methods', async ({ method, path, allow }) => {
    const answer = await send(method, urlOf(path), method === 'GET' ? undefined : '{}');
    expect(answer).toMatchObject({ status: 405, body: { code: 'METHOD_NOT_ALLOWED' } });
    expect(new Set(String(answer.headers['allow']).split(', '))).toEqual(allow);
  });

  describe.each(endpoints.filter(({ body, upload }) => body !== undefined && upload === undefined))(
    '$method $path',
    (entry) => {
      const isOptional = entry.body?.safeParse(undefined).success === true;

      it('responds with 400 when a required body is missing', async () => {
        expect((await send(entry.method, urlOf(entry.path))).status === 400).toBe(!isOptional);
      });

      it('explains an invalid body in plain language', async () => {
        const fields = entry.body instanceof z.ZodObject ? Object.keys(entry.body.shape) : [];
        const inAllFields = nonsense.map((value) =>
          JSON.stringify(Object.fromEntries(fields.map((name) => [name, value]))),
        );
        const found: string[] = [];
        for (const payload of [...wrongBodies, ...inAllFields])
          found.push(...troubles(payload ?? 'no body', await send(entry.method, urlOf(entry.path), payload)));
        expect(found).toEqual([]);
      });
    },
  );

  describe.each(endpoints.filter(({ query }) => query instanceof z.ZodObject))('$method $path', (entry) => {
    const names = entry.query instanceof z.ZodObject ? Object.keys(entry.query.shape) : [];
    const valid = dates(entry);
    const ask = (query: Record<string, string>) =>
      send(entry.method, `${urlOf(entry.path)}?${new URLSearchParams(query).toString()}`);

    it('explains an invalid query in plain language', async () => {
      const found: string[] = [];
      for (const name of [...names, 'noSuchParameter'])
        found.push(...troubles(name, await ask({ [name]: 'x y' })));
      expect(found).toEqual([]);
    });

    it.each(names.filter((name) => name === 'page' || name === 'pageSize'))(
      'clamps %s and rejects invalid values',
      async (name) => {
        const statuses = async (values: readonly string[]) => {
          const seen = new Set<number>();
          for (const value of values) seen.add((await ask({ ...valid, [name]: value })).status);
          return [...seen];
        };
        const huge = '9'.repeat(20);
        // 404: a list that belongs to an unknown record.
        expect([[200], [404]]).toContainEqual(
          await statuses(['0', '-1', '1', '', '1000000000', huge, `-${huge}`]),
        );
        expect(await statuses(['x', '1.5', '1e9', '0x10', ' ', 'NaN', '--1'])).toEqual([400]);
      },
    );
  });

  describe.each(endpoints.filter((entry) => pagedBody(entry).length > 0))('$method $path', (entry) => {
    it.each(pagedBody(entry))('clamps %s of the body and rejects invalid values', async (name) => {
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

/** Some lists require a date range. */
function dates({ query, body }: Endpoint): Record<string, string> {
  const schema = query ?? body;
  const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  return names.includes('startDate') ? { startDate: '2026-01-01', endDate: '2026-01-31' } : {};
}
