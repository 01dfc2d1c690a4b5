import type { Db } from '#db/database.ts';
import type { BadEntry } from './tampered-entry.ts';
import { sameMac } from './chain.ts';
import type { ChainSpan } from './chain-spans.ts';
import type { Marks } from './verified-heads.ts';

/**
 * Finds chains that look intact but lack entries that an earlier verification found: they were cut off together with their heads,
 * and may have been continued since. Chains that are already reported as bad are skipped.
 */
export async function findMissingEntries(
  db: Db,
  { heads, areAuthentic }: Marks,
  spans: readonly ChainSpan[],
  badChains: ReadonlySet<number>,
): Promise<BadEntry[]> {
  const lost: BadEntry[] = areAuthentic
    ? []
    : [{ chain: 0, seq: 0, tampering: 'earlier check', id: null, at: null }];
  for (const { chain, to } of spans) {
    const head = heads.get(chain);
    if (head === undefined || badChains.has(chain)) continue;
    const seq = Math.min(head.seq, to);
    const last = await db
      .selectFrom('audit_log')
      .select(['id', 'at', 'mac'])
      .where('chain', '=', chain)
      .where('seq', '=', String(seq))
      .limit(1)
      .executeTakeFirst();
    const at = last?.at ?? null;
    if (to < head.seq) lost.push({ chain, seq: to + 1, tampering: 'cut off', id: null, at });
    else if (last === undefined || !sameMac(last.mac, head.mac))
      lost.push({ chain, seq, tampering: 'cut off', id: last?.id ?? null, at });
  }
  return lost;
}
