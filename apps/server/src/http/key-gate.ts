import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Authenticated } from '#authz/authenticate.ts';
import { lookUpApiKey, touchApiKey, type FoundKey } from '#authz/key-lookup.ts';
import { AppError } from '#platform/app-error.ts';
import { clientAddress, rateLimitKey } from '#platform/client-address.ts';
import type { Deps } from '#request/context.ts';
import { apiKeyHash, apiKeyPrefix } from '#security/api-key.ts';

/** Wrong keys per minute from one address; more get TOO_MANY_REQUESTS. Valid keys from the address work all the time. */
const WRONG_KEYS_PER_MINUTE = 60;
const ATTEMPT = /^Bearer +mpk_/i;

/** Records the use of a key that was genuine but is revoked or expired, or whose creator is inactive. */
type RecordUnusable = (key: FoundKey, why: string) => Promise<void>;

/** Whether a request presents an API key, valid or not. */
export const presentsApiKey = ({ headers }: FastifyRequest): boolean =>
  ATTEMPT.test(headers.authorization ?? '');

/** All unusable keys get the same response. */
const badKey = () =>
  new AppError('UNAUTHENTICATED', {
    message: 'This API key is not valid. It may be incomplete, expired, suspended or revoked.',
  });

/** Authenticates requests with API keys, and limits them per key. Wrong keys are limited per address. */
export class KeyGate {
  readonly #deps: Deps;
  readonly #countUse: (keyId: string, request: FastifyRequest) => Promise<void>;
  readonly #countWrong: (request: FastifyRequest) => Promise<number>;

  constructor(app: FastifyInstance, deps: Deps) {
    this.#deps = deps;
    const keyIds = new WeakMap<FastifyRequest, string>();
    const uses = app.createRateLimit({
      max: deps.config.apiKeyRateLimitPerMinute,
      timeWindow: '1 minute',
      keyGenerator: (request) => `api-key ${keyIds.get(request) ?? ''}`,
    });
    this.#countUse = async (keyId, request) => {
      keyIds.set(request, keyId);
      const count = await uses(request);
      if (!count.isAllowed && count.isExceeded) throw tooMany(count.ttl);
    };
    const wrong = app.createRateLimit({
      max: WRONG_KEYS_PER_MINUTE,
      timeWindow: '1 minute',
      keyGenerator: (request) => `wrong-api-key ${rateLimitKey(clientAddress(request))}`,
    });
    this.#countWrong = async (request) => {
      const count = await wrong(request);
      return !count.isAllowed && count.isExceeded ? count.ttl : 0;
    };
  }

  /** Authenticates the key of a request. Throws UNAUTHENTICATED for any key that cannot be used, and TOO_MANY_REQUESTS. */
  async authenticate(request: FastifyRequest, record: RecordUnusable): Promise<Authenticated> {
    const { db, keys, clock } = this.#deps;
    const ip = clientAddress(request);
    const text = onlyToken(request);
    const prefix = text === undefined ? undefined : apiKeyPrefix(text);
    if (text === undefined || prefix === undefined) throw await this.#refuse(request);
    const now = clock.now();
    const found = await lookUpApiKey(db, { prefix, hash: apiKeyHash(keys, text) }, ip, now);
    if (found.outcome === 'unknown') throw await this.#refuse(request);
    if (found.outcome === 'unusable') {
      await this.#countUse(found.key.id, request);
      await record(found.key, found.why);
      throw badKey();
    }
    const { caller, ipAllowed, stale } = found;
    if (stale && caller.apiKey !== null) await touchApiKey(db, caller.apiKey.id, ip, now);
    return { caller, ipAllowed };
  }

  /** Counts a call of an authenticated key. Throws TOO_MANY_REQUESTS. */
  async limit(keyId: string, request: FastifyRequest): Promise<void> {
    await this.#countUse(keyId, request);
  }

  async #refuse(request: FastifyRequest): Promise<AppError> {
    const wait = await this.#countWrong(request);
    return wait === 0 ? badKey() : tooMany(wait);
  }
}

const tooMany = (ms: number) =>
  new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)) });

/** The token, unless the request has several Authorization headers, of which Node would only show the first. */
function onlyToken({ headers, raw }: FastifyRequest): string | undefined {
  const sent = raw.rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'authorization');
  return sent.length > 1 ? undefined : /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
}
