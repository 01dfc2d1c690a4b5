import { LOGIN_FAILURES_OF_ADDRESS, LOGIN_WINDOW_MINUTES } from '@portal/domain/backoff';
import { sql, type Transaction } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Database } from '#db/schema.ts';
import { rateLimitKey } from '#platform/client-address.ts';
import { Slots } from '#platform/slots.ts';
import { latestPast } from '#platform/time-limits.ts';
import { blindIndex, type Keys } from '#security/keys.ts';

const WINDOW_MS = LOGIN_WINDOW_MINUTES * 60_000;
/** Attempts from an address over the limit that wait while one is checked; more are refused at once. */
const MOST_WAITING = 2;

/**
 * Limits failed sign-ins of an address or network, for all usernames together. A whole clinic can be behind one address, so a
 * correct password always works: what is over the limit is checked one at a time (per process), and a failure gets the
 * rate-limit response. Successes do not count. The counts are in the database.
 */
export class AddressThrottle {
  readonly #account: Buffer;
  /** Of this process. */
  static readonly #turns = new Map<string, Slots>();

  constructor(keys: Keys) {
    // No username is empty.
    this.#account = blindIndex(keys, 'login-account', '');
  }

  /** Whether an address is over the limit. */
  async isOver(db: Db, ip: string, now: Date): Promise<boolean> {
    const row = await db
      .selectFrom('login_failures')
      .select('failures')
      .where('account_hash', '=', this.#account)
      .where('ip_address', '=', rateLimitKey(ip))
      .where('first_failure_at', '>=', new Date(now.getTime() - WINDOW_MS))
      .where('first_failure_at', '<=', latestPast(now))
      .executeTakeFirst();
    return (row?.failures ?? 0) >= LOGIN_FAILURES_OF_ADDRESS;
  }

  /** Counts a failure in the caller's transaction. Returns whether it is over the limit. */
  async recordFailure(tx: Transaction<Database>, ip: string, now: Date): Promise<boolean> {
    const isOver = sql<boolean>`login_failures.first_failure_at < ${new Date(now.getTime() - WINDOW_MS)}
      or login_failures.first_failure_at > ${latestPast(now)}`;
    const { failures } = await tx
      .insertInto('login_failures')
      .values({
        account_hash: this.#account,
        ip_address: rateLimitKey(ip),
        failures: 1,
        first_failure_at: now,
        blocked_until: null,
      })
      .onConflict((conflict) =>
        conflict.columns(['account_hash', 'ip_address']).doUpdateSet({
          failures: sql<number>`case when ${isOver} then 1 else login_failures.failures + 1 end`,
          first_failure_at: sql<Date>`case when ${isOver} then ${now} else login_failures.first_failure_at end`,
        }),
      )
      .returning('failures')
      .executeTakeFirstOrThrow();
    return failures > LOGIN_FAILURES_OF_ADDRESS;
  }

  /** Does the work when no other of the address is running. Throws TOO_MANY_REQUESTS if too many wait. */
  async inTurn<T>(ip: string, work: () => Promise<T>): Promise<T> {
    const key = rateLimitKey(ip);
    const turns = AddressThrottle.#turns.get(key) ?? new Slots(1, MOST_WAITING);
    AddressThrottle.#turns.set(key, turns);
    try {
      return await turns.run(work);
    } finally {
      if (turns.isIdle) AddressThrottle.#turns.delete(key);
    }
  }
}
