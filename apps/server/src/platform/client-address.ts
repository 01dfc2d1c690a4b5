import { isIP } from 'node:net';
import { parseIpRange } from '@portal/domain/ip-range';
import type { FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';
import { LimitedMap } from './limited-map.ts';

/** Addresses that were seen before, as they arrive. */
const canonical = new LimitedMap<string, string>(10_000);

/**
 * The client’s IP address: of the socket, or as forwarded by a trusted proxy (some include the port). Canonical, so
 * that equal addresses have equal text; IPv4-mapped IPv6 becomes IPv4. Throws BAD_REQUEST when a trusted proxy
 * forwards an invalid address.
 */
export function clientAddress({ ip }: Pick<FastifyRequest, 'ip'>): string {
  const known = canonical.get(ip);
  if (known !== undefined) return known;
  const host = ip
    .replace(/%.*$/, '')
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1');
  const range = isIP(host) === 0 ? undefined : parseIpRange(host);
  if (range?.ok !== true)
    throw new AppError('BAD_REQUEST', { message: 'The proxy forwards an invalid client address.' });
  canonical.set(ip, range.range);
  return range.range;
}

/** The unit for rate limits: the IPv4 address, or the /64 of an IPv6 address, which belongs to one subscriber. */
export function rateLimitKey(address: string): string {
  if (!address.includes(':')) return address;
  const [front = [], back = []] = address
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  return `${[...front, ...zeros, ...back].slice(0, 4).join(':')}::/64`;
}
