import type { Transaction } from 'kysely';
import type { Db } from '#db/database.ts';
import type { MarkedHead } from '#db/column-types.ts';
import type { Database } from '#db/schema.ts';
import { canonicalJson, sameMac, type ChainHead } from './chain.ts';
import { keyedHash } from '#security/keyed-hash.ts';

/** The records of earlier verifications. */
export interface Marks {
  /** The furthest head of each chain that was verified as intact. */
  readonly heads: ReadonlyMap<number, ChainHead>;
  /** False if a record was not written by the portal. */
  readonly areAuthentic: boolean;
}

/** Records the chain heads of a verification that found the log intact. */
export async function recordVerifiedHead(
  tx: Transaction<Database>,
  key: Buffer,
  { verificationId, at, heads }: { verificationId: string; at: Date; heads: readonly ChainHead[] },
): Promise<void> {
  const marked = heads.map(({ chain, seq, mac }): MarkedHead => [chain, seq, mac.toString('base64')]);
  await tx
    .insertInto('audit_marks')
    .values({
      verification_id: verificationId,
      at,
      heads: JSON.stringify(marked),
      mac: markMac(key, verificationId, at, marked),
    })
    .execute();
}

/** Reads the records of all earlier verifications. Call it before reading the log, which may grow at any time. */
export async function readVerifiedHeads(db: Db, key: Buffer): Promise<Marks> {
  return combine(key, await marksQuery(db).execute());
}

/** Same as `readVerifiedHeads`, for the last record only. */
export async function readLastVerifiedHead(db: Db, key: Buffer): Promise<Marks> {
  return combine(key, await marksQuery(db).orderBy('id', 'desc').limit(1).execute());
}

const marksQuery = (db: Db) => db.selectFrom('audit_marks').select(['verification_id', 'at', 'heads', 'mac']);

function combine(key: Buffer, rows: Awaited<ReturnType<ReturnType<typeof marksQuery>['execute']>>): Marks {
  const heads = new Map<number, ChainHead>();
  let areAuthentic = true;
  for (const row of rows) {
    if (!sameMac(markMac(key, row.verification_id, row.at, row.heads), row.mac)) {
      areAuthentic = false;
      continue;
    }
    for (const [chain, seq, mac] of row.heads)
      if (seq > (heads.get(chain)?.seq ?? 0))
        heads.set(chain, { chain, seq, mac: Buffer.from(mac, 'base64') });
  }
  return { heads, areAuthentic };
}

const markMac = (key: Buffer, verificationId: string, at: Date, heads: readonly MarkedHead[]) =>
  keyedHash(key, canonicalJson(['verified', verificationId, at.toISOString(), heads]));
