import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A negotiated connection of one principal. */
export interface Negotiated {
  connectionId: string;
  connectionToken: string;
}

const ID_BYTES = 16;
const ID_LENGTH = Math.ceil((ID_BYTES * 8) / 6);

/** Creates a random connection id (128 bits). */
export const newConnectionId = (): string => randomBytes(ID_BYTES).toString('base64url');

/**
 * Connection tokens: the connection id, signed for its owner. Any process with the same key accepts them. They do not
 * replace authentication, so they need not expire.
 */
export class ConnectionTokens {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
  }

  issue(owner: string): Negotiated {
    const connectionId = newConnectionId();
    const signature = this.#sign(connectionId, owner).toString('base64url');
    return { connectionId, connectionToken: connectionId + signature };
  }

  /** The connection id of a token, or undefined when it was not issued to `owner`. */
  read(token: string, owner: string): string | undefined {
    const connectionId = token.slice(0, ID_LENGTH);
    const given = Buffer.from(token.slice(ID_LENGTH), 'base64url');
    const expected = this.#sign(connectionId, owner);
    return given.length === expected.length && timingSafeEqual(given, expected) ? connectionId : undefined;
  }

  #sign(connectionId: string, owner: string): Buffer {
    return createHmac('sha256', this.#key).update(`${connectionId} ${owner}`).digest();
  }
}
