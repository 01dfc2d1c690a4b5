import type { Db } from '#db/database.ts';
import { CHAIN_COUNT, type ChainHead } from './chain.ts';

/** Chains from this number on belong to one process at a time. The others are for programs that own none. */
export const FIRST_OWNABLE_CHAIN = 8;
/** Number of chains that a process claims, and of transactions that it can commit at the same time. */
const SHARE = 4;

/** A connection that holds the advisory locks of the chains. */
interface LockHolder {
  query(text: string, values: unknown[]): Promise<{ rows: { chain: number }[] }>;
}
interface OwnedChain {
  readonly chain: number;
  /** The session of the lock holder that it was claimed with. */
  readonly claim: number;
  head: ChainHead | undefined;
}

/** A chain that one writer may extend now. Call `extended` or `failed` once. */
export interface TakenChain {
  readonly head: ChainHead;
  /** The head was written and committed. */
  extended(head: ChainHead): void;
  /** Nothing was written, or the outcome is unknown. */
  failed(): void;
}

/**
 * The chains of the audit log that this process extends, with their heads, so that an entry costs one statement. Another process
 * can claim them as soon as the connection that holds their locks has ended.
 */
export class OwnedChains {
  #claim = 0;
  #owned = 0;
  #free: OwnedChain[] = [];
  #waiting: ((chain: OwnedChain | undefined) => void)[] = [];

  /** Claims chains for as long as the connection lasts. */
  async claim(holder: LockHolder): Promise<void> {
    this.lose();
    const claim = this.#claim;
    const { rows } = await holder.query(
      `select chain from generate_series($1::int, $2::int) chain
       where pg_try_advisory_lock(hashtext('medical-portal-audit-chain'), chain) limit $3`,
      [FIRST_OWNABLE_CHAIN, CHAIN_COUNT - 1, SHARE],
    );
    if (claim !== this.#claim) return;
    this.#owned = rows.length;
    for (const { chain } of rows) this.#give({ chain, claim, head: undefined });
  }

  /** Call it when the connection has ended. Writers that are under way fail if another process was faster. */
  lose(): void {
    this.#claim += 1;
    this.#owned = 0;
    this.#free = [];
    for (const resolve of this.#waiting.splice(0)) resolve(undefined);
  }

  /** Takes a chain, and waits while all are taken. Undefined if this process owns none. Reads an unknown head with `db`. */
  async take(db: Db): Promise<TakenChain | undefined> {
    const owned = await this.#next();
    if (owned === undefined) return undefined;
    try {
      const head = (owned.head ??= await readHead(db, owned.chain));
      return {
        head,
        extended: (after) => this.#give({ ...owned, head: after }),
        failed: () => this.#give({ ...owned, head: undefined }),
      };
    } catch (error) {
      this.#give({ ...owned, head: undefined });
      throw error;
    }
  }

  async #next(): Promise<OwnedChain | undefined> {
    const free = this.#free.pop();
    if (free !== undefined || this.#owned === 0) return free;
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #give(chain: OwnedChain): void {
    if (chain.claim !== this.#claim) return;
    const next = this.#waiting.shift();
    if (next === undefined) this.#free.push(chain);
    else next(chain);
  }
}

async function readHead(db: Db, chain: number): Promise<ChainHead> {
  const row = await db
    .selectFrom('audit_chains')
    .select(['chain', 'seq', 'mac'])
    .where('chain', '=', chain)
    .executeTakeFirstOrThrow();
  return { chain: row.chain, seq: Number(row.seq), mac: row.mac };
}
