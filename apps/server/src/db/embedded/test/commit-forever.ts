import { Client } from 'pg';
import { startEmbeddedPostgres } from '../start.ts';

// A portal for tests to kill: starts the database of the given folder, reports that it is ready, then commits numbers
// one by one. Prints each number after its commit was acknowledged. Runs until it is killed.
const [dataDir = '', outsideFolder = ''] = process.argv.slice(2);
const database = await startEmbeddedPostgres({ dataDir, outsideFolder });
const client = new Client({ connectionString: database.ownerUrl });
await client.connect();
await client.query('CREATE TABLE IF NOT EXISTS committed (number integer PRIMARY KEY)');
process.stdout.write('ready\n');
for (let number = 1; ; number += 1) {
  await client.query('INSERT INTO committed VALUES ($1)', [number]);
  process.stdout.write(`${number}\n`);
}
