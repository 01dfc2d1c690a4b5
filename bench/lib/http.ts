import { Pool } from 'undici';

/** A request. The path is relative to `/api`. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends requests over a number of keep-alive connections. */
export class HttpClient {
  readonly #pool: Pool;
  readonly #authorization: Readonly<Record<string, string>>;

  constructor(origin: string, connections: number, token?: string) {
    this.#pool = new Pool(origin, { connections, pipelining: 1 });
    this.#authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  }

  /** Returns the response body. Throws unless the call succeeds, so that failures do not count as fast responses. */
  async call({ method, path, body, headers }: Call): Promise<string> {
    const response = await this.#pool.request({
      method,
      path: `/api${path}`,
      headers: {
        ...this.#authorization,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.body.text();
    if (response.statusCode >= 200 && response.statusCode < 300) return text;
    throw new Error(`${method} ${path} responded with ${response.statusCode}: ${text}`);
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }
}
