import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { CHAIN_COUNT, headMac, sameMac, type ChainHead } from './chain.ts';
import type { ChainRange } from './read-range.ts';

/** The part of a chain to verify. */
export interface ChainSpan {
  readonly chain: number;
  /** The authentic head, if there is one. */
  readonly head: ChainHead | undefined;
  /** Last sequence number to check; 0 for an empty chain. */
  readonly to: number;
  /** Whether the chain starts at 1 and ends at its authentic head. */
  readonly isWhole: boolean;
  /** Whether there are sequence numbers below 1. */
  readonly startsEarly: boolean;
}

/** Reads the heads and ends of all chains in one snapshot. */
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

/** Entries per range: enough to make the overhead negligible, few enough to keep ranges of all chains in memory. */
const RANGE = 4_000;

interface Checking {
  /** Number of ranges checked concurrently. */
  readonly parallel: number;
  readonly isIntact: (range: ChainRange) => Promise<boolean>;
}

/** Start of the first bad range by chain. Intact chains are left out. */
export async function firstSuspectRanges(
  spans: readonly ChainSpan[],
  { parallel, isIntact }: Checking,
): Promise<Map<number, number>> {
  const suspects = new Map<number, number>();
  const ranges = rangesOf(spans, suspects);
  const work = async () => {
    for (const range of ranges) {
      if (await isIntact(range)) continue;
      suspects.set(range.chain, Math.min(range.from, suspects.get(range.chain) ?? range.from));
    }
  };
  await Promise.all(Array.from({ length: parallel }, () => work()));
  return suspects;
}

/**
 * The ranges, alternating between the chains: entries written at the same time share pages, so each page is loaded only once.
 * Stops with a chain at its first bad range, so a single forged sequence number does not produce millions of ranges.
 */
function* rangesOf(spans: readonly ChainSpan[], bad: ReadonlyMap<number, number>): Generator<ChainRange> {
  for (let from = 1; ; from += RANGE) {
    const longer = spans.filter(({ chain, to }) => from <= to && !bad.has(chain));
    if (longer.length === 0) return;
    for (const { chain, to } of longer) yield { chain, from, to: Math.min(to, from + RANGE - 1) };
  }
}
