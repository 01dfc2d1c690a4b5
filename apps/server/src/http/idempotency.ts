import { createHash } from 'node:crypto';
import type { Endpoint } from '@portal/contract/endpoint';
import { safeEncode } from 'zod';
import { violatedConstraint } from '#db/database-errors.ts';
import { PREPARED } from '#db/statement-marks.ts';
import { sendWithCommit } from '#db/with-commit.ts';
import { together } from '#db/together.ts';
import { canonicalJson } from '#audit/chain.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { decryptValue, encryptValue } from '#security/cipher.ts';
import { blindIndex } from '#security/keys.ts';
import { AppError, conflict, fieldError } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { visibleReplay } from './visible-answer.ts';

export const MAX_KEY = 200;
export const KEY = /^[\x21-\x7e]+$/;
const ALREADY_SAVED = 'This was already saved. Reload the page to see it.';

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
  if (Array.isArray(header) || header === '' || header.length > MAX_KEY || !KEY.test(header)) {
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

/** A request that changes something once, however often it is sent. */
interface Once {
  /** As the client sent it. */
  readonly key: string;
  /** `requestHash` */
  readonly hash: Buffer;
  readonly endpoint: Endpoint;
  readonly body: unknown;
}

/**
 * Runs the work of a request in the transaction that claims its key and stores the response. The work’s first statements are sent
 * together with the claim: if the key was used before, the claim fails, so the database rejects them, and the response is the stored
 * one. A second request waits until the first has ended. Throws IDEMPOTENCY_MISMATCH when the key was used for a different request.
 */
export async function runOnce<T>(
  context: SignedInContext,
  once: Once,
  work: () => Promise<T>,
): Promise<T | Replay> {
  try {
    return await inTransaction(context, async (tx) => {
      const [, answer] = await together([claimKey(context, tx, once), work()]);
      await keepAnswer(context, tx, once, answer);
      return answer;
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'idempotency_keys_pkey') throw error;
    return inTransaction(context, (tx) => replay(context, tx, once));
  }
}

async function claimKey(context: SignedInContext, tx: Tx, { key, hash }: Once): Promise<void> {
  await tx.db
    .insertInto('idempotency_keys')
    .values({
      user_id: context.user.id,
      key: storedKey(context.user, key),
      request_hash: keyedHash(context, hash),
      status: null,
      answer: null,
      created_at: context.now,
    })
    .modifyEnd(PREPARED)
    .execute();
}

async function replay(
  context: SignedInContext,
  tx: Tx,
  { key: given, hash, endpoint, body }: Once,
): Promise<Replay> {
  const key = storedKey(context.user, given);
  const first = await tx.db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('user_id', '=', context.user.id)
    .where('key', '=', key)
    .executeTakeFirst();
  if (first?.request_hash.equals(keyedHash(context, hash)) === false)
    throw new AppError('IDEMPOTENCY_MISMATCH');
  // Without a row, the key was removed at this moment, a day after its use.
  if (first === undefined || first.answer === null) throw new AppError('DUPLICATE_REQUEST');
  const answer: unknown = JSON.parse(
    decryptValue(context.deps.keys, contextOf(context.user.id, key), first.answer),
  );
  // An earlier version of the portal may have stored a response of another shape.
  if (!safeEncode(endpoint.response, answer).success) throw conflict(ALREADY_SAVED);
  return new Replay(await visibleReplay(endpoint, context, { answer, body }));
}

// Use a keyed hash: with a plain one, someone who steals the database could guess the Social Security numbers in patient forms.
const keyedHash = ({ deps }: SignedInContext, hash: Buffer): Buffer =>
  blindIndex(deps.keys, 'idempotency_keys.request_hash', hash.toString('base64'));

/** Stores the response in the same transaction as the change, so that it can be sent again without secrets that are shown once. */
async function keepAnswer(
  context: SignedInContext,
  tx: Tx,
  { key: given, endpoint: { status = 200, shownOnce = [] } }: Once,
  answer: unknown,
): Promise<void> {
  const key = storedKey(context.user, given);
  const hidden = Object.fromEntries(shownOnce.map((name) => [name, null]));
  const stored = shownOnce.length === 0 ? answer : Object.assign({}, answer, hidden);
  const update = tx.db
    .updateTable('idempotency_keys')
    .set({
      status,
      answer: encryptValue(context.deps.keys, contextOf(context.user.id, key), JSON.stringify(stored)),
    })
    .where('user_id', '=', context.user.id)
    .where('key', '=', key)
    .modifyEnd(PREPARED);
  await sendWithCommit(tx.db, update);
}
