import { loginDelaySeconds } from '@portal/domain/backoff';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { blindIndex, type Keys } from './keys.ts';

const WINDOW_MS = 15 * 60_000;

/**
 * Slows sign-in down after five failures in 15 minutes for one account from one address, so that somebody elsewhere cannot lock
 * a colleague out (decisions 16). State is in the database: all processes see it.
 */
export class LoginGate {
  readonly #keys: Keys;

  constructor(keys: Keys) {
    this.#keys = keys;
  }

  #account(username: string): Buffer {
    return blindIndex(this.#keys, 'login-account', username.trim().toLowerCase());
  }

  /** Seconds until the next try is taken, 0 when it may be now. */
  async waitSeconds(db: Db, username: string, ip: string, now: Date): Promise<number> {
    const row = await db
      .selectFrom('login_failures')
      .select('blocked_until')
      .where('account_hash', '=', this.#account(username))
      .where('ip_address', '=', ip)
      .executeTakeFirst();
    const until = row?.blocked_until?.getTime() ?? 0;
    return Math.max(0, Math.ceil((until - now.getTime()) / 1000));
  }

  /** Counts a failure; returns the seconds to wait from now. */
  async recordFailure(db: Db, username: string, ip: string, now: Date): Promise<number> {
    const windowStart = new Date(now.getTime() - WINDOW_MS);
    const row = await db
      .insertInto('login_failures')
      .values({
        account_hash: this.#account(username),
        ip_address: ip,
        failures: 1,
        first_failure_at: now,
        blocked_until: null,
      })
      .onConflict((conflict) =>
        conflict.columns(['account_hash', 'ip_address']).doUpdateSet((eb) => {
          // A window that has passed without a block still running starts anew.
          const over = sql<boolean>`login_failures.first_failure_at < ${windowStart} and coalesce(login_failures.blocked_until, '-infinity') < ${windowStart}`;
          return {
            failures: eb
              .case()
              .when(over)
              .then(1)
              .else(sql<number>`login_failures.failures + 1`)
              .end(),
            first_failure_at: eb
              .case()
              .when(over)
              .then(now)
              .else(eb.ref('login_failures.first_failure_at'))
              .end(),
          };
        }),
      )
      .returning('failures')
      .executeTakeFirstOrThrow();
    const seconds = loginDelaySeconds(row.failures);
    if (seconds > 0) {
      await db
        .updateTable('login_failures')
        .set({ blocked_until: new Date(now.getTime() + seconds * 1000) })
        .where('account_hash', '=', this.#account(username))
        .where('ip_address', '=', ip)
        .execute();
    }
    return seconds;
  }

  /** A success from an address clears that address's failures. */
  async clearAddress(db: Db, username: string, ip: string): Promise<void> {
    await db
      .deleteFrom('login_failures')
      .where('account_hash', '=', this.#account(username))
      .where('ip_address', '=', ip)
      .execute();
  }

  /** An Admin clears an account everywhere. */
  async clear(db: Db, username: string): Promise<void> {
    await db.deleteFrom('login_failures').where('account_hash', '=', this.#account(username)).execute();
  }

  /** Which of these accounts are slowed down at `now`. */
  async slowedDown(db: Db, usernames: readonly string[], now: Date): Promise<Set<string>> {
    if (usernames.length === 0) return new Set();
    const byHash = new Map(usernames.map((name) => [this.#account(name).toString('base64'), name]));
    const rows = await db
      .selectFrom('login_failures')
      .select('account_hash')
      .where(
        'account_hash',
        'in',
        usernames.map((name) => this.#account(name)),
      )
      .where('blocked_until', '>', now)
      .execute();
    return new Set(rows.flatMap(({ account_hash }) => byHash.get(account_hash.toString('base64')) ?? []));
  }
}
