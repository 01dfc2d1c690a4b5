import { createHash } from 'node:crypto';
import { canonicalJson } from '#audit/chain.ts';
import type { Tx } from '#request/transaction.ts';
import { decryptValue, encryptValue } from '#security/cipher.ts';
import { blindIndex } from '#security/keys.ts';
import { AppError, fieldError } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';

const MAX_KEY = 200;

/** The first answer of a call that is repeated. */
export class Replay {
  readonly answer: unknown;
  constructor(answer: unknown) {
    this.answer = answer;
  }
}

/** The key a caller sent, or undefined. Throws VALIDATION for one that cannot be a key. */
export function idempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (Array.isArray(header) || header === '' || header.length > MAX_KEY || !/^[\x21-\x7e]+$/.test(header)) {
    throw fieldError('Idempotency-Key', `The idempotency key must be 1–${MAX_KEY} visible ASCII characters`);
  }
  return header;
}

/** What makes two requests the same: address and parsed body. */
export function requestHash(method: string, path: string, input: unknown): Buffer {
  return createHash('sha256')
    .update(canonicalJson([method, path, input]))
    .digest();
}

const contextOf = (userId: string, key: string) => `idempotency_keys.answer:${userId}:${key}`;

/**
 * Claims the key in the call's own transaction: a second call waits here until the first has committed, and
 * then gets its answer. Throws IDEMPOTENCY_MISMATCH when the key came with another request.
 */
export async function claimKey(
  context: SignedInContext,
  tx: Tx,
  key: string,
  hash: Buffer,
): Promise<Replay | undefined> {
  // Keyed, because a plain hash of a patient's form would let a thief of the database try social security numbers against it.
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

/** Keeps the answer with the change, so that a lost one can be given again. */
export async function keepAnswer(
  context: SignedInContext,
  tx: Tx,
  key: string,
  status: number,
  answer: unknown,
): Promise<void> {
  await tx.db
    .updateTable('idempotency_keys')
    .set({
      status,
      answer: encryptValue(context.deps.keys, contextOf(context.user.id, key), JSON.stringify(answer)),
    })
    .where('user_id', '=', context.user.id)
    .where('key', '=', key)
    .execute();
}
