import { LOGIN_WINDOW_MINUTES, loginDelaySeconds } from '@portal/domain/backoff';
import { sql, type Transaction } from 'kysely';
import type { Db } from '#db/database.ts';
import { transact } from '#db/open-transaction.ts';
import type { Database } from '#db/schema.ts';
import { rateLimitKey } from '#platform/client-address.ts';
import { latestEnd, latestPast, stillHolds } from '#platform/time-limits.ts';
import { blindIndex, type Keys } from '#security/keys.ts';

const WINDOW_MS = LOGIN_WINDOW_MINUTES * 60_000;
const LONGEST_DELAY_MS = loginDelaySeconds(Infinity) * 1000;

export interface LimitedUser {
  readonly id: string;
  readonly user_name: string;
}

/** Represents every address. No client can have it. */
const ANY_ADDRESS = '0.0.0.0';
/** The key under which a user’s one-time code attempts are counted. */
const codesOf = (userId: string) => `second-factor:${userId}`;

/**
 * Slows down sign-in after five failures in 15 minutes for one account from one address or network. A stranger
 * therefore cannot lock out a user who signs in elsewhere. The state is in the database, so all processes share it.
 */
export class LoginThrottle {
  readonly #keys: Keys;

  constructor(keys: Keys) {
    this.#keys = keys;
  }

  #account(username: string): Buffer {
    return blindIndex(this.#keys, 'login-account', username.trim().toLowerCase());
  }

  /**
   * Seconds until the next attempt is allowed, or 0. Check before verifying the password and again before accepting
   * it: otherwise many concurrent attempts would all pass before the first failure is counted.
   */
  async waitSeconds(db: Db, username: string, ip: string, now: Date): Promise<number> {
    const row = await db
      .selectFrom('login_failures')
      .select('blocked_until')
      .where('account_hash', '=', this.#account(username))
      .where('ip_address', '=', rateLimitKey(ip))
      .executeTakeFirst();
    return secondsUntil(row?.blocked_until ?? null, now);
  }

  /**
   * Counts a failure in the caller’s transaction. Returns 0 when it was counted. Otherwise returns the remaining wait
   * in seconds: the attempt then does not count and must get the rate-limit response.
   */
  async recordFailure(tx: Transaction<Database>, username: string, ip: string, now: Date): Promise<number> {
    const key = { account_hash: this.#account(username), ip_address: rateLimitKey(ip) };
    const windowStart = new Date(now.getTime() - WINDOW_MS);
    const isBlocked = sql<boolean>`login_failures.blocked_until > ${now} and login_failures.blocked_until <= ${latestEnd(now, LONGEST_DELAY_MS)}`;
    // Start a new window when the old one has passed and no block is active, or when the old one lies in the future.
    const isOver = sql<boolean>`(login_failures.first_failure_at < ${windowStart} and coalesce(login_failures.blocked_until, '-infinity') < ${windowStart})
      or login_failures.first_failure_at > ${latestPast(now)}`;
    const row = await tx
      .insertInto('login_failures')
      .values({ ...key, failures: 1, first_failure_at: now, blocked_until: null })
      .onConflict((conflict) =>
        conflict.columns(['account_hash', 'ip_address']).doUpdateSet({
          failures: sql<number>`case when ${isBlocked} then login_failures.failures when ${isOver} then 1 else login_failures.failures + 1 end`,
          first_failure_at: sql<Date>`case when ${isOver} then ${now} else login_failures.first_failure_at end`,
        }),
      )
      .returning(['failures', 'blocked_until'])
      .executeTakeFirstOrThrow();
    const wait = secondsUntil(row.blocked_until, now);
    if (wait > 0) return wait;
    const seconds = loginDelaySeconds(row.failures);
    await tx
      .updateTable('login_failures')
      .set({ blocked_until: seconds === 0 ? null : new Date(now.getTime() + seconds * 1000) })
      .where('account_hash', '=', key.account_hash)
      .where('ip_address', '=', key.ip_address)
      .execute();
    return 0;
  }

  /**
   * Counts an attempt before the code is checked, so that concurrent attempts cannot exceed five. Codes are counted
   * per account for all addresses: only someone who knows the password can try one. Returns the seconds to wait, or
   * 0.
   */
  async recordCodeTry(db: Db, userId: string, now: Date): Promise<number> {
    return transact(db, (tx) => this.recordFailure(tx, codesOf(userId), ANY_ADDRESS, now));
  }

  /** Clears the attempts after a correct code. */
  async clearCodeTries(db: Db, userId: string): Promise<void> {
    await this.#clear(db, codesOf(userId));
  }

  /** Clears the failures of one address after a successful sign-in. */
  async clearAddress(db: Db, username: string, ip: string): Promise<void> {
    await db
      .deleteFrom('login_failures')
      .where('account_hash', '=', this.#account(username))
      .where('ip_address', '=', rateLimitKey(ip))
      .execute();
  }

  /** Clears an account for all addresses, including its one-time codes. Used by Admins. */
  async clearAccount(db: Db, user: LimitedUser): Promise<void> {
    await this.#clear(db, user.user_name);
    await this.clearCodeTries(db, user.id);
  }

  async #clear(db: Db, name: string): Promise<void> {
    await db.deleteFrom('login_failures').where('account_hash', '=', this.#account(name)).execute();
  }

  /** The ids of users whose sign-in is slowed down at `now`. */
  async slowedDown(db: Db, users: readonly LimitedUser[], now: Date): Promise<Set<string>> {
    if (users.length === 0) return new Set();
    const hashes = users.flatMap(({ id, user_name: name }) =>
      [name, codesOf(id)].map((counted): [string, Buffer] => [id, this.#account(counted)]),
    );
    const rows = await db
      .selectFrom('login_failures')
      .select('account_hash')
      .where(
        'account_hash',
        'in',
        hashes.map(([, hash]) => hash),
      )
      .where('blocked_until', '>', now)
      .where('blocked_until', '<=', latestEnd(now, LONGEST_DELAY_MS))
      .execute();
    return new Set(
      hashes.flatMap(([id, hash]) => (rows.some((row) => row.account_hash.equals(hash)) ? [id] : [])),
    );
  }
}

function secondsUntil(instant: Date | null, now: Date): number {
  if (instant === null || !stillHolds(instant, now, LONGEST_DELAY_MS)) return 0;
  return Math.ceil((instant.getTime() - now.getTime()) / 1000);
}
