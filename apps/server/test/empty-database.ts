import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';

/** The URL of another database on the same server. */
export function onDatabase(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

export async function asSuperuser<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: inject('postgres').superuserUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Runs `work` with the name of a new, empty database owned by the tables’ owner. `options`: of the statement that creates it. */
export async function withEmptyDatabase(work: (name: string) => Promise<void>, options = ''): Promise<void> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asSuperuser((client) => client.query(`create database ${name} owner portal_owner ${options}`));
  try {
    await work(name);
  } finally {
    await asSuperuser((client) => client.query(`drop database ${name} with (force)`));
  }
}
