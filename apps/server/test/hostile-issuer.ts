import { createHash, createHmac, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Clock } from '#platform/clock.ts';

export const HOSTILE_CLIENT = { id: 'portal', secret: 'the secret of the portal' } as const;

export type Claims = Record<string, unknown>;

const part = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const keyPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

/** A response: a body, JSON unless it is text, or a function that writes it. */
export type Reply =
  | {
      readonly status?: number;
      readonly type?: string;
      readonly headers?: Record<string, string>;
      readonly body: unknown;
    }
  | ((response: ServerResponse) => void);

/** What an attack changes. Everything else is what a correct issuer does. */
export interface Misbehavior {
  readonly claims?: (good: Claims, issuer: HostileIssuer) => Claims;
  readonly header?: Claims;
  /** Makes the ID token of the header and the claims. */
  readonly token?: (header: Claims, claims: Claims, issuer: HostileIssuer) => string;
  readonly tokenReply?: (good: Claims, issuer: HostileIssuer) => Reply;
  readonly keys?: (good: Claims[], issuer: HostileIssuer) => Reply;
  readonly discovery?: (good: Claims, issuer: HostileIssuer) => Reply;
  readonly userinfo?: (good: Claims) => Reply;
}

/** An issuer on a loopback port that does whatever a test says. */
export class HostileIssuer {
  readonly #server = createServer((request, response) => {
    void text(request).then((body) =>
      this.#answer(new URL(request.url ?? '/', this.url).pathname, body, response),
    );
  });
  readonly #clock: () => Clock;
  readonly #codes = new Map<string, { readonly challenge: string; readonly nonce: string }>();
  readonly key = keyPair();
  readonly otherKey = keyPair();
  misbehavior: Misbehavior = {};
  /** The claims of the next tokens, besides those of the protocol. */
  person: Claims = {};
  /** The last ID token. */
  lastToken = '';
  url = '';

  constructor(clock: () => Clock) {
    this.#clock = clock;
  }

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has an address
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  get now(): number {
    return Math.floor(this.#clock().now().getTime() / 1000);
  }

  /** Lets the person sign in and returns what the browser brings back. */
  approve(location: string): URLSearchParams {
    const asked = new URL(location).searchParams;
    const code = randomUUID();
    this.#codes.set(code, {
      challenge: asked.get('code_challenge') ?? '',
      nonce: asked.get('nonce') ?? '',
    });
    return new URLSearchParams({ code, state: asked.get('state') ?? '', iss: this.url });
  }

  /** Signs with a private key, which the header need not match. */
  sign(header: Claims, claims: unknown, key: KeyObject = this.key.privateKey): string {
    const input = `${part(header)}.${part(claims)}`;
    return `${input}.${sign('sha256', Buffer.from(input), key).toString('base64url')}`;
  }

  /** Signs with a shared secret (HS256, HS384 or HS512). */
  authenticate(header: Claims, claims: Claims, secret: string | Buffer, hash = 'sha256'): string {
    const input = `${part(header)}.${part(claims)}`;
    return `${input}.${createHmac(hash, secret).update(input).digest('base64url')}`;
  }

  #answer(path: string, body: string, response: ServerResponse): void {
    const { discovery, keys, userinfo } = this.misbehavior;
    if (path === '/.well-known/openid-configuration') {
      const good = this.#metadata();
      return send(response, discovery?.(good, this) ?? { body: good });
    }
    if (path === '/keys') {
      const good = [this.publicKey()];
      return send(response, keys?.(good, this) ?? { body: { keys: good } });
    }
    if (path === '/token') return send(response, this.#token(new URLSearchParams(body)));
    if (path === '/userinfo') {
      const good = { sub: 'person-1', ...this.person };
      return send(response, userinfo?.(good) ?? { body: good });
    }
    return send(response, { status: 404, body: 'not found' });
  }

  /** The key in the format of a key set. */
  publicKey(): Claims {
    return { ...this.key.publicKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig', alg: 'RS256' };
  }

  #metadata(): Claims {
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      jwks_uri: `${this.url}/keys`,
      userinfo_endpoint: `${this.url}/userinfo`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      token_endpoint_auth_methods_supported: ['client_secret_basic'],
      authorization_response_iss_parameter_supported: true,
    };
  }

  #token(asked: URLSearchParams): Reply {
    const code = asked.get('code') ?? '';
    const known = this.#codes.get(code);
    this.#codes.delete(code);
    const verifier = asked.get('code_verifier') ?? '';
    if (known === undefined || createHash('sha256').update(verifier).digest('base64url') !== known.challenge)
      return { status: 400, body: { error: 'invalid_grant' } };
    const { claims: change, header: headerChange, token, tokenReply } = this.misbehavior;
    const good: Claims = {
      iss: this.url,
      sub: 'person-1',
      aud: HOSTILE_CLIENT.id,
      nonce: known.nonce,
      iat: this.now,
      exp: this.now + 600,
      ...this.person,
    };
    const claims = change?.(good, this) ?? good;
    const header = { alg: 'RS256', kid: 'k1', typ: 'JWT', ...headerChange };
    this.lastToken = token?.(header, claims, this) ?? this.sign(header, claims);
    const reply = { access_token: 'access', token_type: 'Bearer', expires_in: 600, id_token: this.lastToken };
    return tokenReply?.(reply, this) ?? { body: reply };
  }
}

function send(response: ServerResponse, reply: Reply): void {
  if (typeof reply === 'function') return reply(response);
  const { status = 200, headers = {}, body } = reply;
  const isText = typeof body === 'string';
  response.writeHead(status, {
    'content-type': reply.type ?? (isText ? 'text/html' : 'application/json'),
    ...headers,
  });
  response.end(isText ? body : JSON.stringify(body));
}
