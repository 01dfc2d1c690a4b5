import { sql, type Selectable } from 'kysely';
import type { Db } from '#db/database.ts';
import type { OfficeIpWhitelistTable } from '#db/schema.ts';

/** A row of `office_ip_whitelist`. */
export type IpWhitelistRow = Selectable<OfficeIpWhitelistTable>;

const COLUMNS = ['id', 'office_id', 'description', 'expires_at', 'version', 'created_at'] as const;
/** Text of the `inet` value as entered: a single host without its prefix, a network with it. */
const address =
  sql<string>`case when masklen(ip_address) = (case family(ip_address) when 4 then 32 else 128 end) then host(ip_address) else text(ip_address) end`.as(
    'ip_address',
  );

/** Returns the entries of the offices, oldest first per office. */
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

/** Returns an entry of an office and locks it until the transaction ends. */
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

/** Values of a new whitelist entry. */
export interface NewEntry {
  readonly officeId: string;
  /** Address or network in canonical form. */
  readonly range: string;
  readonly description: string | null;
  readonly expiresAt: Date | null;
}

/** Returns the new entry's ID, or undefined if the office already has that address. */
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

/** Updates an entry and increments its version. */
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

/** Deletes an entry. */
export async function deleteEntry(db: Db, id: string): Promise<void> {
  await db.deleteFrom('office_ip_whitelist').where('id', '=', id).execute();
}
