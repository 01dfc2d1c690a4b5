import { isIP } from 'node:net';
import { Client } from 'pg';
import type { DatabaseSettings } from '#platform/database-config.ts';

const isThisMachine = (host: string): boolean =>
  host.startsWith('/') ||
  host === 'localhost' ||
  host === '::1' ||
  (isIP(host) === 4 && host.startsWith('127.'));

/** What the driver makes of `sslmode`: false for no encryption (pg 8.23.1, lib/connection-parameters.js, read on 2026-11-27). */
interface Transport {
  readonly host: string;
  readonly ssl: boolean | { readonly rejectUnauthorized?: boolean };
}

const transportOf = (url: string): Transport => new Client({ connectionString: url });

/** A sentence for each address on another machine to which the connection can be read, or led astray, on the way. */
export function unprotectedConnections({
  databaseUrl,
  migrationDatabaseUrl,
  listenDatabaseUrl,
  readDatabaseUrl,
}: DatabaseSettings): string[] {
  const urls = Object.entries({
    DATABASE_URL: databaseUrl,
    MIGRATION_DATABASE_URL: migrationDatabaseUrl,
    LISTEN_DATABASE_URL: listenDatabaseUrl,
    READ_DATABASE_URL: readDatabaseUrl,
  });
  return urls.flatMap(([name, url]) => {
    if (url === undefined) return [];
    const { host, ssl } = transportOf(url);
    if (isThisMachine(host)) return [];
    if (ssl === false)
      return [`${name} connects to ${host} without encryption. Add sslmode=verify-full to it.`];
    return typeof ssl === 'object' && ssl.rejectUnauthorized === false
      ? [`${name} accepts any certificate of ${host}, also a forged one. Use sslmode=verify-full.`]
      : [];
  });
}
