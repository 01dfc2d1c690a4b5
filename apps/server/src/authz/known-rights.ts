import type { Db } from '#db/database.ts';
import { LimitedMap } from '#platform/limited-map.ts';
import { identityOf, type RightsRow } from './rights.ts';

/** What was read of a user's rights, valid while the rights have this version and until an override, address or grace period expires. */
export interface KnownRights {
  readonly version: string;
  readonly from: Date;
  readonly until: Date | null;
  readonly ipAllowed: boolean;
  readonly roles: readonly string[];
  readonly identity: ReturnType<typeof identityOf>;
}

const MOST_KNOWN = 10_000;
/** By database, then by session or API key, and address. */
const known = new WeakMap<Db, LimitedMap<string, KnownRights>>();

/** Forgets all rights that this process remembers, so that the next call reads them again. */
export const forgetRights = (db: Db): void => void known.delete(db);

/** The remembered rights of a session or API key, unless they are not of this time. They hold if the version is still the same. */
export function knownRights(db: Db, holderId: string, ip: string, now: Date): KnownRights | undefined {
  const rights = known.get(db)?.get(`${holderId} ${ip}`);
  if (rights === undefined || now < rights.from) return undefined;
  return rights.until === null || now < rights.until ? rights : undefined;
}

/** Remembers the rights of a session or API key as they were read. */
export function rememberRights(
  db: Db,
  holderId: string,
  { row, ip, now }: { readonly row: RightsRow; readonly ip: string; readonly now: Date },
): KnownRights {
  const rights: KnownRights = {
    version: row.rights_version,
    from: now,
    until: row.next_expiry,
    ipAllowed: row.ip_allowed,
    roles: row.roles,
    identity: identityOf(row, now),
  };
  const ofDatabase = known.get(db) ?? new LimitedMap<string, KnownRights>(MOST_KNOWN);
  known.set(db, ofDatabase);
  ofDatabase.set(`${holderId} ${ip}`, rights);
  return rights;
}
