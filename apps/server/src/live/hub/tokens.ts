import { randomBytes } from 'node:crypto';

/** A negotiated connection of one principal. */
export interface Negotiated {
  connectionId: string;
  connectionToken: string;
  /** `key(principal)` of the user who negotiated. */
  owner: string;
}

/** Creates a random connection id (128 bits). */
export const newConnectionId = (): string => randomBytes(16).toString('base64url');
const newConnectionToken = (): string => randomBytes(32).toString('base64url');

/** Connection tokens between negotiate and the start of the transport. */
export class ConnectionTokens {
  /** In order of issue, so expired tokens come first. */
  readonly #issued = new Map<string, { negotiated: Negotiated; expires: number }>();
  readonly #lifetimeMs: number;
  readonly #capacity: number;

  constructor(lifetimeMs: number, capacity: number) {
    this.#lifetimeMs = lifetimeMs;
    this.#capacity = capacity;
  }

  /** Issues a token to `owner`, or returns null when too many tokens are unused. */
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

  /** The negotiation of a token that is unused and not expired. */
  find(token: string): Negotiated | undefined {
    const entry = this.#issued.get(token);
    return entry && entry.expires > performance.now() ? entry.negotiated : undefined;
  }

  /** Removes the token: it starts one transport only. */
  use(token: string): void {
    this.#issued.delete(token);
  }
}
