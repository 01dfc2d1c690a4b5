/** What a test's route sees of a call. */
export interface SeenCall {
  readonly method: string;
  /** Below `/api`, without the query string. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: unknown;
}

/** The answer of a route; a text is sent as it is, anything else as JSON. */
export interface Answer {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

type Route = (seen: SeenCall) => Answer | Promise<Answer>;

/** Stands where the network is: answers what the test wants and keeps every call. */
export interface FakeServer {
  /** Given to `createClient`, or put in place of the page's own with `vi.stubGlobal('fetch', server.fetch)`. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly calls: SeenCall[];
  /** `'GET /auth/permissions'` → its answer; replaces an earlier one. `:id` stands for any id; anything else answers 404. */
  readonly on: (call: string, route: Answer | Route) => void;
  readonly countOf: (call: string) => number;
}

const ID = /(?<=\/)[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?=\/|$)/gu;

/** Makes a server without routes. */
export function createFakeServer(): FakeServer {
  const routes = new Map<string, Route>();
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

function responseOf({ status, body, headers = {} }: Answer): Response {
  const text = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body);
  return new Response(text, { status: status ?? (text === null ? 204 : 200), headers });
}
