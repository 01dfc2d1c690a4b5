import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#platform/app-error.ts';
import type { Config } from '#platform/config.ts';

/** Asked by load balancers under names of their own; they return nothing worth protecting. */
const PROBES = new Set(['/api/health', '/api/ready']);

/**
 * Refuses requests under a name that is not the portal's. Otherwise a website could point a name of its own to this computer
 * (DNS rebinding) and use the portal from the browser of a person inside the network. Addresses and localhost cannot be rebound.
 */
export function refuseForeignHosts(
  app: FastifyInstance,
  { checksHost, allowedOrigins, publicUrl }: Pick<Config, 'checksHost' | 'allowedOrigins' | 'publicUrl'>,
): void {
  if (!checksHost) return;
  const names = new Set(['localhost', ...allowedOrigins.map((origin) => new URL(origin).hostname)]);
  app.addHook('onRequest', async (request) => {
    if (namesOf(request).every((name) => names.has(name) || isAddress(name))) return;
    if (PROBES.has(request.routeOptions.url ?? '')) return;
    throw new AppError('BAD_REQUEST', {
      message: `The portal is not available under this name. Open ${publicUrl ?? 'http://localhost with its port'}${publicUrl === undefined ? ', or set PUBLIC_URL to the address that people use' : ''}.`,
    });
  });
}

/** The names that the client used, and that a trusted proxy says it used. None for a client without a name (HTTP/1.0). */
function namesOf({ hostname, headers }: FastifyRequest): string[] {
  const direct = (headers.host ?? '').replace(/:\d+$/, '');
  return [direct, hostname]
    .filter((name) => name !== '')
    .map((name) => name.toLowerCase().replace(/\.$/, ''));
}

const isAddress = (name: string) => isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
