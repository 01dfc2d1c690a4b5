import { z } from 'zod';
import { PRACTICE } from './practice.ts';

/** A request as a test’s route sees it. */
export interface SeenCall {
  readonly method: string;
  /** Path after `/api`, without the query string. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: unknown;
}

/** The response of a route. Text is sent unchanged, anything else as JSON. */
export interface Answer {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

type Route = (seen: SeenCall) => Answer | Promise<Answer>;

/** A fake server for tests: returns the configured responses and records all calls. */
export interface FakeServer {
  /** Pass it to `createClient`, or replace the global with `vi.stubGlobal('fetch', server.fetch)`. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly calls: SeenCall[];
  /** Sets the response of e.g. `'GET /auth/permissions'`. `:id` matches any id. Calls without a route get 404. */
  readonly on: (call: string, route: Answer | Route) => void;
  readonly countOf: (call: string) => number;
}

const ID = /(?<=\/)[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?=\/|$)/gu;

/** What every page asks for, and the drafts of its forms. */
const COMMON: readonly (readonly [call: string, route: Route])[] = [
  ['GET /practice', () => ({ body: PRACTICE })],
  ['GET /form-drafts/marks', () => ({ body: [] })],
  [
    'PUT /form-drafts/:id',
    ({ path, body }) => ({
      body: { ...formAndRevision.parse(body), id: path.split('/').at(-1), updatedAt: AT },
    }),
  ],
  ['DELETE /form-drafts/:id', () => ({ status: 204 })],
];
const AT = '2026-11-21T15:00:00.000Z';
const formAndRevision = z
  .object({ form: z.string(), revision: z.int() })
  .transform(({ form, revision }) => ({ form, revision: revision + 1 }));

/** Creates a server whose only routes are `COMMON`. */
export function createFakeServer(): FakeServer {
  const routes = new Map<string, Route>(COMMON);
  const calls: SeenCall[] = [];
  return {
    calls,
    on: (call, route) => routes.set(call, typeof route === 'function' ? route : () => route),
    countOf: (call) => calls.filter(({ method, path }) => `${method} ${path}` === call).length,
    fetch: async (address, { method = 'GET', headers, body, signal }) => {
      const url = new URL(address, 'http://localhost');
      const seen = {
        method,
        path: url.pathname.replace(/^\/api/, ''),
        query: url.searchParams,
        headers: new Headers(headers),
        body: typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined,
      };
      signal?.throwIfAborted();
      calls.push(seen);
      const aborted = new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
      });
      const route =
        routes.get(`${seen.method} ${seen.path}`) ??
        routes.get(`${seen.method} ${seen.path.replaceAll(ID, ':id')}`) ??
        (() => ({ status: 404, body: { message: 'Not found' } }));
      const answer = await Promise.race([route(seen), aborted]);
      return responseOf(answer);
    },
  };
}

function contentOf(body: unknown): string | Uint8Array<ArrayBuffer> | null {
  if (body === undefined) return null;
  if (body instanceof Uint8Array) return new Uint8Array(body);
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function responseOf({ status, body, headers = {} }: Answer): Response {
  const text = contentOf(body);
  return new Response(text, { status: status ?? (text === null ? 204 : 200), headers });
}
