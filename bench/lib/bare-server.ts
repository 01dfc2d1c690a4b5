import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Pool } from 'pg';

/**
 * The yardstick: one prepared select by key and its row as JSON, without session, rights and audit. Prints its port. The last part of the
 * path is the id of a patient.
 */
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 16 });
const server = createServer((request, response) => void answer(request, response));

async function answer({ url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const values = [url.slice(url.lastIndexOf('/') + 1)];
    const { rows } = await pool.query({
      name: 'patient',
      text: 'select * from patients where id = $1',
      values,
    });
    const status = rows.length === 0 ? 404 : 200;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(rows[0]));
  } catch (error) {
    console.error(error);
    response.writeHead(500).end();
  }
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' ? address?.port : address);
});
