import { Agent, request as send } from 'node:http';

/** One call; the path is below `/api`. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls the portal over kept connections, as many as asked for. */
export class HttpClient {
  readonly #origin: string;
  readonly #agent: Agent;
  readonly #token: string | undefined;

  constructor(origin: string, connections: number, token?: string) {
    this.#origin = origin;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
    this.#token = token;
  }

  /** The answer's body. Throws when the call is not answered with success: a failed call must not pass for a fast one. */
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
            else reject(new Error(`${method} ${path} answered ${status}: ${text}`));
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
