import { isIP } from 'node:net';
import { parseIpRange } from '@portal/domain/ip-range';
import type { FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';

/**
 * The client's address: the socket's, unless a trusted proxy forwards it. Canonical, so that the same address
 * always has the same text; IPv4 in IPv6 clothes is IPv4. Some proxies forward it with the port.
 * Throws BAD_REQUEST when the trusted proxy forwards something that is no address.
 */
export function clientAddress(request: Pick<FastifyRequest, 'ip'>): string {
  const host = request.ip
    .replace(/%.*$/, '')
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1');
  const range = isIP(host) === 0 ? undefined : parseIpRange(host);
  if (range?.ok !== true)
    throw new AppError('BAD_REQUEST', { message: 'The proxy forwards no readable client address.' });
  return range.range;
}

/** What counts as one place for limits: the address, or an IPv6 address's /64, which one subscriber has for himself. */
export function placeOf(address: string): string {
  if (!address.includes(':')) return address;
  const [front = [], back = []] = address
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  return `${[...front, ...zeros, ...back].slice(0, 4).join(':')}::/64`;
}
