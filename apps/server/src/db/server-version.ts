import { sql } from 'kysely';
import type { Db } from './database.ts';

/** The oldest major version that migrations and queries run on. */
export const OLDEST_POSTGRES = 15;

/** The newest minor versions when this version of the portal was made, on 2026-11-23. */
const NEWEST_MINORS: ReadonlyMap<number, number> = new Map([
  [15, 20],
  [16, 16],
  [17, 12],
  [18, 7],
]);

export interface ServerVersion {
  readonly major: number;
  readonly minor: number;
}

export async function readServerVersion(db: Db): Promise<ServerVersion> {
  const { rows } = await sql<ServerVersion>`
    select n / 10000 as major, n % 10000 as minor
    from (select current_setting('server_version_num')::int as n) as version`.execute(db);
  return rows[0] ?? { major: 0, minor: 0 };
}

/** The newest minor version that is known, when it is newer than this one. */
export function newerMinor({ major, minor }: ServerVersion): string | undefined {
  const newest = NEWEST_MINORS.get(major);
  return newest === undefined || minor >= newest ? undefined : `${major}.${newest}`;
}
