import { createHash } from 'node:crypto';
import type { Endpoint } from '@portal/contract/endpoint';
import { PREPARED, WITH_COMMIT } from '#db/statement-marks.ts';
import { canonicalJson } from '#audit/chain.ts';
import type { Tx } from '#request/transaction.ts';
import { decryptValue, encryptValue } from '#security/cipher.ts';
import { blindIndex } from '#security/keys.ts';
import { AppError, fieldError } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';

const MAX_KEY = 200;

/** The stored response of a repeated request. */
export class Replay {
  readonly answer: unknown;
  constructor(answer: unknown) {
    this.answer = answer;
  }
}

/** The idempotency key from the header, or undefined. Throws VALIDATION for an invalid key. */
export function idempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (Array.isArray(header) || header === '' || header.length > MAX_KEY || !/^[\x21-\x7e]+$/.test(header)) {
    throw fieldError('Idempotency-Key', `The idempotency key must be 1–${MAX_KEY} visible ASCII characters`);
  }
  return header;
}

/** Hash of method, path and parsed input. Equal hashes mean the same request. */
export function requestHash(method: string, path: string, input: unknown): Buffer {
  return createHash('sha256')
    .update(canonicalJson([method, path, input]))
    .digest();
}

const contextOf = (userId: string, key: string) => `idempotency_keys.answer:${userId}:${key}`;

/**
 * How the key is stored: those of an API key apart from those of its creator’s browser. Clients cannot send a space.
 */
const storedKey = ({ apiKey }: SignedInContext['user'], key: string) =>
  apiKey === null ? key : `api-key ${apiKey.id} ${key}`;

/**
 * Claims the key in the request’s transaction. A second request waits here until the first has committed, then gets
 * its response. Throws IDEMPOTENCY_MISMATCH when the key was used for a different request.
 */
export async function claimKey(
  context: SignedInContext,
  tx: Tx,
  given: string,
  hash: Buffer,
): Promise<Replay | undefined> {
  const key = storedKey(context.user, given);
  // Use a keyed hash: with a plain one, someone who steals the database could guess the Social Security numbers in
  // patient forms.
  const keyedHash = blindIndex(context.deps.keys, 'idempotency_keys.request_hash', hash.toString('base64'));
  const claimed = await tx.db
    .insertInto('idempotency_keys')
    .values({
      user_id: context.user.id,
      key,
      request_hash: keyedHash,
      status: null,
      answer: null,
      created_at: context.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  if (claimed !== undefined) return undefined;
  const first = await tx.db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('user_id', '=', context.user.id)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (!first.request_hash.equals(keyedHash)) throw new AppError('IDEMPOTENCY_MISMATCH');
  if (first.answer === null) throw new AppError('DUPLICATE_REQUEST');
  return new Replay(
    JSON.parse(decryptValue(context.deps.keys, contextOf(context.user.id, key), first.answer)),
  );
}

/** Stores the response in the same transaction as the change, so that it can be sent again without secrets that are shown once. */
export async function keepAnswer(
  context: SignedInContext,
  tx: Tx,
  given: string,
  { status = 200, shownOnce = [] }: Pick<Endpoint, 'status' | 'shownOnce'>,
  answer: unknown,
): Promise<void> {
  const key = storedKey(context.user, given);
  const hidden = Object.fromEntries(shownOnce.map((name) => [name, null]));
  const stored = shownOnce.length === 0 ? answer : Object.assign({}, answer, hidden);
  await tx.db
    .updateTable('idempotency_keys')
    .set({
      status,
      answer: encryptValue(context.deps.keys, contextOf(context.user.id, key), JSON.stringify(stored)),
    })
    .where('user_id', '=', context.user.id)
    .where('key', '=', key)
    .modifyEnd(WITH_COMMIT)
    .execute();
}
