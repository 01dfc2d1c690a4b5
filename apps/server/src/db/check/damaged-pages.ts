import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';

export interface DamagedRelation {
  readonly oid: number;
  /** In words. */
  readonly name: string;
}

interface File {
  readonly oid: number;
  readonly name: string;
  readonly path: string;
  readonly pages: number;
}

/** A page can be read while the server writes it, so a wrong one is read again after these pauses (ms). */
const AGAIN_MS = [100, 400, 1_500];
/** Pages of a file of 1 GB, after which a table continues in another file. */
const PAGES_PER_FILE = 131_072;

/**
 * Compares every page of the tables and indexes, the system’s included, with its checksum. Reads the files and not the
 * server’s memory, which can still have the page as it was. Maps of free and visible space are left out: the server makes them again.
 * Needs a superuser and the extension `pageinspect`. Returns undefined without checksums.
 */
export async function damagedPages(
  client: Client,
): Promise<{ count: number; damaged: DamagedRelation[] } | undefined> {
  const { rows: settings } = await client.query<{ data_checksums: string }>('show data_checksums');
  if (settings[0]?.data_checksums !== 'on') return undefined;
  const { rows: files } = await client.query<File>(
    `select coalesce(t.oid, c.oid) as oid, pg_relation_filepath(c.oid) as path,
       (pg_relation_size(c.oid) / 8192)::int as pages,
       case when c.relkind = 'i' and t.oid is null then 'index ' else 'table ' end || coalesce(t.oid, c.oid)::regclass as name
     from pg_class c left join pg_class t on t.reltoastrelid = c.oid
     where c.relpersistence <> 't' and pg_relation_filepath(c.oid) is not null order by c.oid`,
  );
  const damaged = new Map<number, DamagedRelation>();
  let count = 0;
  for (const file of files) {
    count += file.pages;
    let wrong = await wrongPages(client, file, null);
    for (const pause of AGAIN_MS) {
      if (wrong.length === 0) break;
      await sleep(pause);
      wrong = await wrongPages(client, file, wrong);
    }
    if (wrong.length > 0) damaged.set(file.oid, { oid: file.oid, name: file.name });
  }
  return { count, damaged: [...damaged.values()] };
}

/** Which pages of a file, all or some, do not match their checksums. A page that no longer exists matches. */
async function wrongPages(
  client: Client,
  { path, pages }: File,
  some: readonly number[] | null,
): Promise<number[]> {
  const { rows } = await client.query<{ number: number }>(
    `select number from (
       select number, pg_read_binary_file(
         $1 || case when number < $4 then '' else '.' || number / $4 end, (number % $4)::bigint * 8192, 8192, true) as page
       from unnest(coalesce($3::int[], array(select generate_series(0, $2::int - 1)))) as number
     ) as read
     where length(page) = 8192
       and coalesce(page_checksum(page, number)::int & 65535 <> get_byte(page, 8) + 256 * get_byte(page, 9),
         page <> decode(repeat('00', 8192), 'hex'))`,
    [path, pages, some, PAGES_PER_FILE],
  );
  return rows.map(({ number }) => number);
}
