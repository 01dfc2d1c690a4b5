import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { CHAIN_COUNT, headMac, sameMac } from './chain.ts';
import { readLastVerifiedHead } from './verified-heads.ts';

/**
 * A quick check for the system status: all heads are authentic and not behind the last verification, and the newest entry of a
 * random chain matches its head. `verifyAuditLog` checks everything.
 */
export async function chainEndsAreIntact(db: Db, key: Buffer): Promise<boolean> {
  const looked = randomInt(CHAIN_COUNT);
  const marks = await readLastVerifiedHead(db, key);
  const { rows } = await sql<{
    chain: number;
    seq: string;
    mac: Buffer;
    head_mac: Buffer;
    newest: Buffer | null;
  }>`
    select chain, seq, mac, head_mac, case when chain = ${looked} then
      (select l.mac from audit_log l where l.chain = ${looked} order by l.seq desc limit 1) end as newest
    from audit_chains`.execute(db);
  return (
    marks.areAuthentic &&
    rows.length === CHAIN_COUNT &&
    rows.every((row) => {
      const head = { chain: row.chain, seq: Number(row.seq), mac: row.mac };
      if (!sameMac(headMac(key, head), row.head_mac)) return false;
      if (head.seq < (marks.heads.get(row.chain)?.seq ?? 0)) return false;
      if (row.chain !== looked) return true;
      return head.seq === 0 ? row.newest === null : row.newest !== null && sameMac(row.newest, row.mac);
    })
  );
}
