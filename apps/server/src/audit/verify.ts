import type { Db } from '#db/database.ts';
import { runInTransaction } from '#db/inside-transaction.ts';
import type { BadEntry, Tampering } from './tampered-entry.ts';
import { CHAIN_COUNT, genesisMac, headMac, sameMac, type ChainHead } from './chain.ts';
import { firstSuspectRanges, readSpans, type ChainSpan } from './chain-spans.ts';
import { findMissingEntries } from './missing-entries.ts';
import { readVerifiedHeads } from './verified-heads.ts';
import { openRangeThreads, THREADS } from './range-threads.ts';
import type { ThreadDatabase } from './verify-thread.ts';
import { isValidAt, readChain, type StoredEntry } from './read-chain.ts';
import { readWhole } from './read-range.ts';
import { rangeIsIntact } from './verify-range.ts';

export interface AuditVerification {
  /** Number of entries found intact. */
  readonly entries: number;
  readonly chains: number;
  /** The earliest bad entry of all chains; null if the log is intact. */
  readonly firstBad: BadEntry | null;
  /** The first bad entry of each chain that has one. */
  readonly bad: readonly BadEntry[];
  /** The chain heads, for the next verification to compare. */
  readonly heads: readonly ChainHead[];
}

/** Options of a verification. */
export interface VerifyOptions {
  /** Checks ranges in parallel in worker threads. Without it, ranges are checked one after the other in this thread. */
  readonly database?: ThreadDatabase;
  /** Called from time to time with the number of checked entries and the total. */
  readonly onProgress?: (checked: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * Verifies a snapshot of the whole log against its keyed hashes; the portal can keep writing. Ranges are checked quickly
 * first; a chain with a bad range is then read again, slowly, to find out how it was tampered with. Memory use does not grow
 * with the log. Throws the signal's reason if aborted.
 */
export async function verifyAuditLog(
  db: Db,
  key: Buffer,
  { database, onProgress, signal }: VerifyOptions = {},
): Promise<AuditVerification> {
  // Read before the log, because another verification may record longer chains at any time.
  const marks = await readVerifiedHeads(db, key);
  const spans = await readSpans(db, key);
  const total = spans.reduce((sum, { to }) => sum + to, 0);
  const pool = database === undefined ? undefined : openRangeThreads(key, database);
  const progress = new Map<number, number>();
  try {
    let checked = 0;
    const firstDoubts = await firstSuspectRanges(spans, {
      parallel: pool === undefined ? 1 : THREADS,
      isIntact: async (range) => {
        signal?.throwIfAborted();
        const isIntact =
          pool === undefined ? await rangeIsIntact(readWhole(db), key, range) : await pool.run(range);
        checked += range.to - range.from + 1;
        onProgress?.(checked, total);
        return isIntact;
      },
    });
    const bad: BadEntry[] = [];
    for (const span of spans) {
      signal?.throwIfAborted();
      const from = firstDoubts.get(span.chain) ?? (span.isWhole ? undefined : span.to + 1);
      const slow = from === undefined ? undefined : await explainChain(db, key, { span, from, signal });
      progress.set(span.chain, slow?.entries ?? span.to);
      if (slow !== undefined && slow.bad !== null) bad.push(slow.bad);
    }
    const stray = await findStray(db);
    if (stray !== null) bad.push(stray);
    bad.push(...(await findMissingEntries(db, marks, spans, new Set(bad.map(({ chain }) => chain)))));
    return {
      entries: [...progress.values()].reduce((sum, entries) => sum + entries, 0),
      chains: CHAIN_COUNT,
      firstBad: bad.toSorted((a, b) => (a.at?.getTime() ?? 0) - (b.at?.getTime() ?? 0))[0] ?? null,
      bad,
      heads: spans.flatMap(({ head }) => head ?? []),
    };
  } finally {
    await pool?.destroy();
  }
}

/** Verifies a chain in a new snapshot, from the first sequence number that may be bad. */
async function explainChain(
  db: Db,
  key: Buffer,
  { span, from, signal }: { span: ChainSpan; from: number; signal: AbortSignal | undefined },
): Promise<ChainResult> {
  const { chain } = span;
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) =>
      runInTransaction(async () => {
        const head = await readHead(tx, chain);
        // Sequence numbers below 1 are only found when reading from the start.
        const first = span.startsEarly ? 1 : from;
        const previous = first === 1 ? undefined : await entryAt(tx, chain, first - 1);
        if (previous === undefined) return verifyChain(tx, key, { chain, head, signal });
        return verifyChain(tx, key, { chain, head, signal, start: { seq: first, previous } });
      }),
    );
}

interface ChainResult {
  readonly entries: number;
  readonly bad: BadEntry | null;
}
interface Head extends ChainHead {
  readonly headMac: Buffer;
}
interface ChainToCheck {
  readonly chain: number;
  readonly head: Head | undefined;
  readonly signal: AbortSignal | undefined;
  /** Where to start, after an intact entry; defaults to the beginning. */
  readonly start?: { readonly seq: number; readonly previous: StoredEntry };
}

async function readHead(db: Db, chain: number): Promise<Head | undefined> {
  const row = await db
    .selectFrom('audit_chains')
    .select(['chain', 'seq', 'mac', 'head_mac'])
    .where('chain', '=', chain)
    .executeTakeFirst();
  return row && { chain, seq: Number(row.seq), mac: row.mac, headMac: row.head_mac };
}

async function entryAt(db: Db, chain: number, seq: number): Promise<StoredEntry | undefined> {
  for await (const stored of readChain(db, chain, seq)) return stored.seq === seq ? stored : undefined;
  return undefined;
}

async function verifyChain(
  db: Db,
  key: Buffer,
  { chain, head, signal, start }: ChainToCheck,
): Promise<ChainResult> {
  const isAuthentic = head !== undefined && sameMac(headMac(key, head), head.headMac);
  let previous = start?.previous.mac ?? genesisMac(key, chain);
  let seq = start?.seq ?? 1;
  let at: Date | null = start?.previous.entry.at ?? null;
  const result = (tampering: Tampering | null, found?: StoredEntry): ChainResult => ({
    entries: seq - 1,
    bad:
      tampering === null
        ? null
        : { chain, seq, tampering, id: found?.entry.id ?? null, at: found?.entry.at ?? at },
  });
  for await (const places of groupBySeq(readChain(db, chain, start?.seq, signal))) {
    const [first] = places;
    if (first.seq < seq || (isAuthentic && first.seq > head.seq && seq > head.seq))
      return result('inserted', first);
    const good = first.seq === seq ? places.find((each) => isValidAt(key, each, seq, previous)) : undefined;
    if (good === undefined) {
      const found = first.seq === seq ? first : undefined;
      return result(await explain({ db, key, chain, seq, previous, found, head, signal }), found);
    }
    const extra = places.find((each) => each !== good);
    if (extra !== undefined) return result('inserted', extra);
    ({ mac: previous } = good);
    ({ at } = good.entry);
    seq += 1;
  }
  // Without an authentic head, it is unknown how many entries followed.
  return result(isAuthentic && head.seq === seq - 1 ? null : 'cut off');
}

/** Groups entries with the same sequence number. */
async function* groupBySeq(
  entries: AsyncIterable<StoredEntry>,
): AsyncGenerator<readonly [StoredEntry, ...StoredEntry[]]> {
  let group: [StoredEntry, ...StoredEntry[]] | undefined;
  for await (const entry of entries) {
    if (group !== undefined && group[0].seq === entry.seq) group.push(entry);
    else {
      if (group !== undefined) yield group;
      group = [entry];
    }
  }
  if (group !== undefined) yield group;
}

interface Place {
  readonly db: Db;
  readonly key: Buffer;
  readonly chain: number;
  readonly seq: number;
  readonly previous: Buffer;
  /** The entry at this position that does not belong there, if any. */
  readonly found: StoredEntry | undefined;
  readonly head: Head | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Determines what happened at a position where the original entry is missing. */
async function explain(place: Place): Promise<Tampering> {
  const { db, key, chain, seq, previous, found, head, signal } = place;
  let belongsHere = false;
  let foundBelongsElsewhere = false;
  let count = 0;
  let before: Buffer = previous;
  for await (const each of readChain(db, chain, seq, signal)) {
    count += 1;
    if (isValidAt(key, each, seq, previous)) belongsHere = true;
    // Swapped entries: the entry’s original predecessor is right before its original position, or at it if they were neighbors.
    if (
      found !== undefined &&
      (isValidAt(key, found, each.seq, before) || isValidAt(key, found, each.seq, each.mac))
    )
      foundBelongsElsewhere = true;
    before = each.mac;
  }
  if (found === undefined) return belongsHere ? 'reordered' : 'removed';
  if (foundBelongsElsewhere) return 'reordered';
  if (belongsHere) return 'inserted';
  return head !== undefined && seq - 1 + count < head.seq ? 'removed' : 'changed';
}

/** Finds an entry in a chain that does not exist. */
async function findStray(db: Db): Promise<BadEntry | null> {
  const row = await db
    .selectFrom('audit_log')
    .select(['id', 'at', 'chain', 'seq'])
    .where((eb) => eb.or([eb('chain', '<', 0), eb('chain', '>=', CHAIN_COUNT)]))
    .orderBy('at')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  return { chain: row.chain, seq: Number(row.seq), tampering: 'inserted', id: row.id, at: row.at };
}
