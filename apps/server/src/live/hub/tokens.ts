import { randomBytes } from 'node:crypto';

/** What negotiate promised to one principal. */
export interface Negotiated {
  connectionId: string;
  connectionToken: string;
  /** `key(principal)` of who negotiated. */
  owner: string;
}

/** A name for a connection, or its secret: 128 and 256 random bits. */
export const newConnectionId = (): string => randomBytes(16).toString('base64url');
const newConnectionToken = (): string => randomBytes(32).toString('base64url');

/** Connection tokens between negotiate and the transport's start. */
export class ConnectionTokens {
  /** In order of issue, so the expired ones are always in front. */
  readonly #issued = new Map<string, { negotiated: Negotiated; expires: number }>();
  readonly #lifetimeMs: number;
  readonly #capacity: number;

  constructor(lifetimeMs: number, capacity: number) {
    this.#lifetimeMs = lifetimeMs;
    this.#capacity = capacity;
  }

  /** Issues a token to `owner`, or null when too many wait to be used. */
  issue(owner: string): Negotiated | null {
    const now = performance.now();
    for (const [token, { expires }] of this.#issued) {
      if (expires > now) break;
      this.#issued.delete(token);
    }
    if (this.#issued.size >= this.#capacity) return null;
    const negotiated = { connectionId: newConnectionId(), connectionToken: newConnectionToken(), owner };
    this.#issued.set(negotiated.connectionToken, { negotiated, expires: now + this.#lifetimeMs });
    return negotiated;
  }

  /** The token's negotiation while it is unused and not expired. */
  find(token: string): Negotiated | undefined {
    const entry = this.#issued.get(token);
    return entry && entry.expires > performance.now() ? entry.negotiated : undefined;
  }

  /** A token starts one transport. */
  use(token: string): void {
    this.#issued.delete(token);
  }
}
