import { sql, type Selectable } from 'kysely';
import type { Db } from '#db/database.ts';
import type { OfficeIpWhitelistTable } from '#db/tables/offices.ts';

export type IpWhitelistRow = Selectable<OfficeIpWhitelistTable>;

const COLUMNS = ['id', 'office_id', 'description', 'expires_at', 'version', 'created_at'] as const;
/** `inet` shows a single host without its `/32`, and a network with its prefix: as it was written. */
const address =
  sql<string>`case when masklen(ip_address) = (case family(ip_address) when 4 then 32 else 128 end) then host(ip_address) else text(ip_address) end`.as(
    'ip_address',
  );

export function listEntries(db: Db, officeIds: readonly string[]): Promise<IpWhitelistRow[]> {
  if (officeIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('office_ip_whitelist')
    .select(COLUMNS)
    .select(address)
    .where('office_id', 'in', officeIds)
    .orderBy('office_id')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export function findEntry(db: Db, officeId: string, id: string): Promise<IpWhitelistRow | undefined> {
  return db
    .selectFrom('office_ip_whitelist')
    .select(COLUMNS)
    .select(address)
    .where('office_id', '=', officeId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export interface NewEntry {
  readonly officeId: string;
  /** Canonical address or network. */
  readonly range: string;
  readonly description: string | null;
  readonly expiresAt: Date | null;
}

/** The new entry's id, or undefined when the office has that address already. */
export async function insertEntry(db: Db, entry: NewEntry, now: Date): Promise<string | undefined> {
  const row = await db
    .insertInto('office_ip_whitelist')
    .values({
      office_id: entry.officeId,
      ip_address: entry.range,
      description: entry.description,
      expires_at: entry.expiresAt,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['office_id', 'ip_address']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function updateEntry(
  db: Db,
  id: string,
  change: { description: string | null; expiresAt: Date | null },
): Promise<void> {
  await db
    .updateTable('office_ip_whitelist')
    .set((eb) => ({
      description: change.description,
      expires_at: change.expiresAt,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}

export async function deleteEntry(db: Db, id: string): Promise<void> {
  await db.deleteFrom('office_ip_whitelist').where('id', '=', id).execute();
}
