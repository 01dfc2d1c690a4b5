import type { Endpoint, ResultOf } from '@portal/contract/endpoint';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

/** A response, or `status` 0 if there was none. */
export type Reply<E extends Endpoint> =
  | { readonly ok: true; readonly status: number; readonly body: ResultOf<E>; readonly isReplay: boolean }
  | { readonly ok: false; readonly status: number; readonly code: string; readonly current: unknown };

/** A request of the drill. `key`: the idempotency key, the same for each repetition. */
export interface Request {
  readonly id?: string;
  readonly query?: string;
  readonly body?: unknown;
  readonly form?: () => FormData;
  readonly key?: string;
}

/** A response that is not repeated, with the number of attempts before it that had no response or 502 to 504. */
export interface Acknowledged<E extends Endpoint> {
  readonly reply: Reply<E>;
  readonly failures: number;
}

const errorBody = z.object({ code: z.string(), current: z.unknown().optional() });
const REPEATED = new Set([0, 502, 503, 504]);
const PATIENCE_MS = 60_000;

/** Counts all responses by status and code, for the report. */
export class Tally {
  readonly counts = new Map<string, number>();
  add(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }
}

/** A signed-in user who repeats what was not acknowledged, with the same idempotency key as the web app's forms. */
export class Client {
  readonly #origin: string;
  readonly #token: string;
  readonly #tally: Tally;

  constructor(origin: string, token: string, tally: Tally) {
    this.#origin = origin;
    this.#token = token;
    this.#tally = tally;
  }

  /** Repeats the request until the portal has answered it. */
  async insist<E extends Endpoint>(endpoint: E, request: Request): Promise<Acknowledged<E>> {
    for (let failures = 0; ; failures += 1) {
      const reply = await this.once(endpoint, request);
      if (!REPEATED.has(reply.status)) return { reply, failures };
      await sleep(300);
    }
  }

  async once<E extends Endpoint>(
    endpoint: E,
    { id = '', query, body, form, key }: Request,
  ): Promise<Reply<E>> {
    const path = endpoint.path.replace(':id', id) + (query === undefined ? '' : `?${query}`);
    try {
      const answer = await fetch(`${this.#origin}/api${path}`, {
        method: endpoint.method,
        signal: AbortSignal.timeout(PATIENCE_MS),
        headers: {
          authorization: `Bearer ${this.#token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(form === undefined ? {} : { body: form() }),
      });
      return await this.#read(endpoint, answer);
    } catch {
      this.#tally.add('no response');
      return { ok: false, status: 0, code: 'NETWORK', current: undefined };
    }
  }

  async #read<E extends Endpoint>(endpoint: E, answer: Response): Promise<Reply<E>> {
    const { status } = answer;
    if (answer.ok) {
      const isJson = answer.headers.get('content-type')?.includes('json') === true;
      const body: unknown = isJson
        ? endpoint.response.parse(await answer.json())
        : { blob: await answer.blob(), fileName: null };
      this.#tally.add(String(status));
      const isReplay = answer.headers.get('idempotent-replay') === 'true';
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed with the endpoint's schema, or its file
      return { ok: true, status, body: body as ResultOf<E>, isReplay };
    }
    const text = await answer.text();
    const parsed =
      answer.headers.get('content-type')?.includes('json') === true
        ? errorBody.parse(JSON.parse(text))
        : { code: 'PROXY' };
    this.#tally.add(`${status} ${parsed.code}`);
    return {
      ok: false,
      status,
      code: parsed.code,
      current: 'current' in parsed ? parsed.current : undefined,
    };
  }
}

/** Signs in and returns the session's token. */
export async function signIn(origin: string, username: string, password: string): Promise<string> {
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  return z.object({ token: z.string() }).parse(await answer.json()).token;
}
