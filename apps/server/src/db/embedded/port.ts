import { once } from 'node:events';
import { createServer } from 'node:net';
import { EmbeddedDatabaseError } from './error.ts';

/** Finds a free TCP port on 127.0.0.1. Another program may take it before it is used. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string')
    throw new EmbeddedDatabaseError('No free port was found on 127.0.0.1.');
  return address.port;
}
