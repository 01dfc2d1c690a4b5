import type { FastifyRequest } from 'fastify';

/** The client's address: the socket's, unless a trusted proxy forwards it (decisions 46). IPv4 in IPv6 clothes is IPv4. */
export function clientAddress(request: Pick<FastifyRequest, 'ip'>): string {
  return request.ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
}
