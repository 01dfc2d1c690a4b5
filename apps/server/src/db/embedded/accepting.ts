import { Client } from 'pg';

/** A server that says one of these is there but lets nobody in: it starts, recovers or shuts down. */
const CLOSED = new Set(['57P03', '57P01', '57P02']);

/** Whether the server lets a client in within `patienceMs`. A refusal for another reason, such as too many clients, counts as well. */
export async function acceptsConnections(url: string, patienceMs: number): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: patienceMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    // Only the server's own refusals have a state of five characters.
    const state = error instanceof Error && 'code' in error ? String(error.code) : '';
    return /^[0-9A-Z]{5}$/.test(state) && !CLOSED.has(state);
  }
}
