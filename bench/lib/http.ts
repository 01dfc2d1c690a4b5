import { Agent, request as send } from 'node:http';

/** A request. The path is relative to `/api`. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends requests over a number of keep-alive connections. */
export class HttpClient {
  readonly #origin: string;
  readonly #agent: Agent;
  readonly #token: string | undefined;

  constructor(origin: string, connections: number, token?: string) {
    this.#origin = origin;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
    this.#token = token;
  }

  /** Returns the response body. Throws unless the call succeeds, so that failures do not count as fast responses. */
  call({ method, path, body, headers }: Call): Promise<string> {
    const payload = body === undefined ? undefined : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const request = send(
        `${this.#origin}/api${path}`,
        {
          method,
          agent: this.#agent,
          headers: {
            ...(this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` }),
            ...(payload === undefined
              ? {}
              : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString('utf8');
            const status = response.statusCode ?? 0;
            if (status >= 200 && status < 300) resolve(text);
            else reject(new Error(`${method} ${path} responded with ${status}: ${text}`));
          });
          response.on('error', reject);
        },
      );
      request.on('error', reject);
      request.end(payload);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
