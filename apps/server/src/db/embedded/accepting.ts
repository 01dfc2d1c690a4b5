import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

/** SQLSTATEs of a server that runs but refuses clients: it is starting, recovering or shutting down. */
const CLOSED = new Set(['57P03', '57P01', '57P02']);

/**
 * Whether the server accepts a client within `patienceMs`. Refusals for other reasons, such as too many clients,
 * count as accepting.
 */
export async function acceptsConnections(url: string, patienceMs: number): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: patienceMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // A server that freezes now never closes the connection.
    await Promise.race([client.end(), sleep(patienceMs, undefined, { ref: false })]);
    return true;
  } catch (error) {
    // Only errors sent by the server have a five-character SQLSTATE.
    const state = error instanceof Error && 'code' in error ? String(error.code) : '';
    return /^[0-9A-Z]{5}$/.test(state) && !CLOSED.has(state);
  }
}
