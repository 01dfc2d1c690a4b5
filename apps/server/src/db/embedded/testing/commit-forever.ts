import { Client } from 'pg';
import { startEmbeddedPostgres } from '../start.ts';

// A portal to be killed: starts the database of the folder given, says where it is, and commits numbers one by one,
// printing each only after its commit was acknowledged. It never ends by itself.
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
