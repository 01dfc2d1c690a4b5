import type { Db } from '../db/database.ts';
import { CHAIN_COUNT, genesisMac, headMac, sameMac, type ChainHead } from './chain.ts';
import { belongsAt, readChain, type StoredEntry } from './read-chain.ts';

/** What was done to an entry (decisions 74). */
export type Tampering = 'changed' | 'removed' | 'reordered' | 'inserted' | 'cut off';

/** The first bad entry of a chain: the number it has or should have, and what is left of it. */
export interface BadEntry {
  readonly chain: number;
  readonly seq: number;
  readonly tampering: Tampering;
  /** Null when there is nothing at that place. */
  readonly id: string | null;
  /** When the entry was written, or the last good one before it; null at the start of a chain. */
  readonly at: Date | null;
}

export interface AuditVerification {
  /** Entries that were found good. */
  readonly entries: number;
  readonly chains: number;
  /** The earliest bad entry of all chains; null when the log is as it was written. */
  readonly firstBad: BadEntry | null;
  /** The first bad entry of each chain that has one. */
  readonly bad: readonly BadEntry[];
}

/**
 * Checks the whole log against its keyed hashes, as it was at one moment: portals go on writing meanwhile. Reads chain by chain, so
 * its memory does not grow with the log.
 */
export function verifyAuditLog(db: Db, key: Buffer): Promise<AuditVerification> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const heads = await readHeads(tx);
      const results = [];
      for (let chain = 0; chain < CHAIN_COUNT; chain += 1)
        results.push(await verifyChain(tx, key, chain, heads.get(chain)));
      const bad = results.flatMap((result) => (result.bad === null ? [] : [result.bad]));
      const stray = await findStray(tx);
      if (stray !== null) bad.push(stray);
      return {
        entries: results.reduce((sum, { entries }) => sum + entries, 0),
        chains: CHAIN_COUNT,
        firstBad: bad.toSorted((a, b) => (a.at?.getTime() ?? 0) - (b.at?.getTime() ?? 0))[0] ?? null,
        bad,
      };
    });
}

interface ChainResult {
  readonly entries: number;
  readonly bad: BadEntry | null;
}
interface Head extends ChainHead {
  readonly headMac: Buffer;
}

async function readHeads(db: Db): Promise<Map<number, Head>> {
  const rows = await db.selectFrom('audit_chains').select(['chain', 'seq', 'mac', 'head_mac']).execute();
  return new Map(
    rows.map((row) => [
      row.chain,
      { chain: row.chain, seq: Number(row.seq), mac: row.mac, headMac: row.head_mac },
    ]),
  );
}

async function verifyChain(db: Db, key: Buffer, chain: number, head: Head | undefined): Promise<ChainResult> {
  const isAuthentic = head !== undefined && sameMac(headMac(key, head), head.headMac);
  let previous = genesisMac(key, chain);
  let seq = 1;
  let at: Date | null = null;
  const result = (tampering: Tampering | null, found?: StoredEntry): ChainResult => ({
    entries: seq - 1,
    bad:
      tampering === null
        ? null
        : { chain, seq, tampering, id: found?.entry.id ?? null, at: found?.entry.at ?? at },
  });
  for await (const places of groupBySeq(readChain(db, chain))) {
    const [first] = places;
    if (first.seq < seq || (isAuthentic && first.seq > head.seq && seq > head.seq))
      return result('inserted', first);
    const good = first.seq === seq ? places.find((each) => belongsAt(key, each, seq, previous)) : undefined;
    if (good === undefined) {
      const found = first.seq === seq ? first : undefined;
      return result(await explain({ db, key, chain, seq, previous, found, head }), found);
    }
    const extra = places.find((each) => each !== good);
    if (extra !== undefined) return result('inserted', extra);
    ({ mac: previous } = good);
    ({ at } = good.entry);
    seq += 1;
  }
  // Without an authentic end nobody knows how many entries followed.
  return result(isAuthentic && head.seq === seq - 1 ? null : 'cut off');
}

/** Entries that claim the same number, together. */
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
  /** What lies there and does not belong; undefined when nothing does. */
  readonly found: StoredEntry | undefined;
  readonly head: Head | undefined;
}

/** What happened at a place where the entry that was written there is not. */
async function explain(place: Place): Promise<Tampering> {
  const { db, key, chain, seq, previous, found, head } = place;
  let belongsHere = false;
  let foundBelongsElsewhere = false;
  let count = 0;
  let before: Buffer = previous;
  for await (const each of readChain(db, chain, seq)) {
    count += 1;
    if (belongsAt(key, each, seq, previous)) belongsHere = true;
    // Two that changed places: what came before it lies just before its own place, or, when they were neighbours, at it.
    if (
      found !== undefined &&
      (belongsAt(key, found, each.seq, before) || belongsAt(key, found, each.seq, each.mac))
    )
      foundBelongsElsewhere = true;
    before = each.mac;
  }
  if (found === undefined) return belongsHere ? 'reordered' : 'removed';
  if (foundBelongsElsewhere) return 'reordered';
  if (belongsHere) return 'inserted';
  return head !== undefined && seq - 1 + count < head.seq ? 'removed' : 'changed';
}

/** An entry in a chain that there is not. */
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
