import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { CHAIN_COUNT, headMac, sameMac, type ChainHead } from './chain.ts';
import type { ChainRange } from './read-range.ts';

/** What of a chain there is to check. */
export interface ChainSpan {
  readonly chain: number;
  /** Its authentic head; undefined when there is none. */
  readonly head: ChainHead | undefined;
  /** The last number to look for; 0 for a chain without entries. */
  readonly to: number;
  /** Whether the chain ends where its authentic head says, and begins at 1. */
  readonly isWhole: boolean;
  /** There are entries numbered below the first. */
  readonly startsEarly: boolean;
}

/** All chains with their heads and ends as they are at one moment. */
export async function readSpans(db: Db, key: Buffer): Promise<ChainSpan[]> {
  const { rows } = await sql<{
    chain: number;
    seq: string | null;
    mac: Buffer | null;
    head_mac: Buffer | null;
    first: string | null;
    last: string | null;
  }>`
    select n as chain, c.seq, c.mac, c.head_mac,
      (select l.seq from audit_log l where l.chain = n order by l.chain, l.seq limit 1) as first,
      (select l.seq from audit_log l where l.chain = n order by l.chain desc, l.seq desc limit 1) as last
    from generate_series(0, ${CHAIN_COUNT - 1}::int) n left join audit_chains c on c.chain = n order by n`.execute(
    db,
  );
  return rows.map(({ chain, seq, mac, head_mac, first, last }) => {
    const head = seq === null || mac === null ? undefined : { chain, seq: Number(seq), mac };
    const isAuthentic = head !== undefined && head_mac !== null && sameMac(headMac(key, head), head_mac);
    const end = Number(last ?? 0);
    return {
      chain,
      head: isAuthentic ? head : undefined,
      to: Math.max(0, isAuthentic ? Math.min(head.seq, end) : end),
      isWhole: isAuthentic && head.seq === end && Number(first ?? 1) === 1,
      startsEarly: Number(first ?? 1) < 1,
    };
  });
}

/** Entries of a range: enough that handing it over costs nothing, few enough that those of all chains stay in memory together. */
const RANGE = 4_000;

interface Checking {
  /** How many ranges are checked at a time. */
  readonly parallel: number;
  readonly isIntact: (range: ChainRange) => Promise<boolean>;
}

/** By chain, where its first range begins that is not as it was written. Chains that are well are left out. */
export async function firstDoubtfulRanges(
  spans: readonly ChainSpan[],
  { parallel, isIntact }: Checking,
): Promise<Map<number, number>> {
  const doubts = new Map<number, number>();
  const ranges = rangesOf(spans, doubts);
  const work = async () => {
    for (const range of ranges) {
      if (await isIntact(range)) continue;
      doubts.set(range.chain, Math.min(range.from, doubts.get(range.chain) ?? range.from));
    }
  };
  await Promise.all(Array.from({ length: parallel }, () => work()));
  return doubts;
}

/**
 * The ranges, of all chains in turn: what was written at one time lies in the same pages, so each is brought into memory once. None of a
 * chain that is in doubt already, so that a single wild number does not make millions of them.
 */
function* rangesOf(spans: readonly ChainSpan[], doubts: ReadonlyMap<number, number>): Generator<ChainRange> {
  for (let from = 1; ; from += RANGE) {
    const longer = spans.filter(({ chain, to }) => from <= to && !doubts.has(chain));
    if (longer.length === 0) return;
    for (const { chain, to } of longer) yield { chain, from, to: Math.min(to, from + RANGE - 1) };
  }
}
