import ipaddr from 'ipaddr.js';

import { instantMs, type Instant } from './date.ts';

/** The normalized range (a plain address, or network/prefix), or an error message for the user. */
export type ParsedIpRange =
  | { readonly ok: true; readonly range: string }
  | { readonly ok: false; readonly error: string };

/** Status of a whitelist entry, as shown on screen. */
export type WhitelistEntryStatus = 'Expired' | 'Active' | 'No Expiry';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

interface Network {
  readonly address: Address;
  /** Length of the network prefix in bits: 0–32 for IPv4, 0–128 for IPv6. */
  readonly prefix: number;
}

const OCTET = /^(0|[1-9]\d{0,2})$/;
const NOT_AN_ADDRESS = 'Enter a valid IPv4 or IPv6 address, or a network such as 192.168.1.0/24';

/**
 * Parses an IP whitelist entry: an IPv4 or IPv6 address or a CIDR network. IPv4 must be a plain dotted quad, because
 * programs disagree on leading zeros and short forms. The result is canonical, so the same range always has the same
 * text: IPv6 in its shortest form (RFC 5952), IPv4-mapped IPv6 as IPv4, and a single-address network without its prefix.
 * A network with host bits set is refused, and the error suggests the correct network.
 */
export function parseIpRange(text: string): ParsedIpRange {
  const entry = text.trim();
  const network = parseNetwork(entry);
  if (typeof network === 'string') return { ok: false, error: network };
  const canonical = maskedTo(network.address, network.prefix);
  const range = describe(canonical, network.prefix);
  if (canonical.toString() !== network.address.toString()) {
    return { ok: false, error: `${entry} is an address inside a network; the network is ${range}` };
  }
  return { ok: true, range };
}

/**
 * Whether a client address is in a whitelist range. IPv4-mapped IPv6 counts as IPv4 on both sides. An invalid range or
 * address never matches.
 */
export function ipMatches(range: string, address: string): boolean {
  const network = parseNetwork(range);
  // The socket adds a zone to link-local addresses (fe80::1%eth0); the range has none.
  const client = parseAddress(address.replace(/%.*$/, ''));
  if (typeof network === 'string' || client === null || client.kind() !== network.address.kind())
    return false;
  return maskedTo(client, network.prefix).toString() === maskedTo(network.address, network.prefix).toString();
}

/** The unicast addresses of the internet (RFC 4291); everything else in IPv6 is special. */
const GLOBAL_UNICAST = '2000::/3';

/**
 * Whether an address is on the internet: not private, loopback, link-local, multicast, reserved or a form of IPv6 that
 * contains an IPv4 address. IPv4-mapped IPv6 counts as IPv4. False if it is no address.
 */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text);
  if (address === null || address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || ipMatches(GLOBAL_UNICAST, text);
}

/** Status of an entry; an expiration time equal to now is already expired. */
export function whitelistEntryStatus(
  entry: { readonly expiresAt?: Instant | null | undefined },
  now: Instant,
): WhitelistEntryStatus {
  if (entry.expiresAt === null || entry.expiresAt === undefined) return 'No Expiry';
  return instantMs(entry.expiresAt) > instantMs(now) ? 'Active' : 'Expired';
}

/** The network, not yet masked, or an error message. */
function parseNetwork(entry: string): Network | string {
  const [host = '', bits, ...more] = entry.split('/');
  if (more.length > 0) return NOT_AN_ADDRESS;
  const written = parseWritten(host);
  if (written === null) {
    return hasLeadingZeros(host)
      ? 'Write the numbers of an IPv4 address without leading zeros, for example 10.0.0.1'
      : NOT_AN_ADDRESS;
  }
  const width = written.kind() === 'ipv4' ? 32 : 128;
  const prefix = bits === undefined ? width : readPrefix(bits, width);
  if (prefix === null) return `The number after the slash must be between 0 and ${width}`;
  const mapped = asIPv4(written);
  // ::ffff:10.0.0.0/104 is 10.0.0.0/8; a shorter prefix reaches beyond the mapped addresses and stays IPv6.
  return mapped !== null && width === 128 && prefix >= 96
    ? { address: mapped, prefix: prefix - 96 }
    : { address: written, prefix };
}

/** Parses an address; IPv4-mapped IPv6 becomes IPv4. */
function parseAddress(text: string): Address | null {
  const written = parseWritten(text);
  return written === null ? null : (asIPv4(written) ?? written);
}

function parseWritten(text: string): Address | null {
  if (!text.includes(':')) {
    const octets = readOctets(text);
    return octets === null ? null : new ipaddr.IPv4(octets);
  }
  const plain = withoutDottedTail(text);
  return plain !== null && /^[\da-f:]+$/i.test(plain) && ipaddr.IPv6.isValid(plain)
    ? ipaddr.IPv6.parse(plain)
    : null;
}

function readOctets(text: string): number[] | null {
  const parts = text.split('.');
  const octets = parts.filter((part) => OCTET.test(part)).map(Number);
  return parts.length === 4 && octets.length === 4 && octets.every((octet) => octet <= 255) ? octets : null;
}

/** IPv6 may end in dotted IPv4 (::ffff:1.2.3.4). The library is lenient there, so we convert that part to two groups first. */
function withoutDottedTail(text: string): string | null {
  if (!text.includes('.')) return text;
  const start = text.lastIndexOf(':') + 1;
  const octets = readOctets(text.slice(start));
  if (octets === null) return null;
  const [a = 0, b = 0, c = 0, d = 0] = octets;
  return `${text.slice(0, start)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

function hasLeadingZeros(host: string): boolean {
  return /^\d+(\.\d+){3}$/.test(host) && /(^|\.)0\d/.test(host);
}

function readPrefix(bits: string, width: number): number | null {
  return OCTET.test(bits) && Number(bits) <= width ? Number(bits) : null;
}

function asIPv4(address: Address): ipaddr.IPv4 | null {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : null;
}

function maskedTo(address: Address, prefix: number): Address {
  const bytes = address
    .toByteArray()
    .map((byte, index) => byte & (0xff00 >> Math.min(Math.max(prefix - index * 8, 0), 8)));
  return ipaddr.fromByteArray(bytes);
}

function describe(address: Address, prefix: number): string {
  const width = address.kind() === 'ipv4' ? 32 : 128;
  return prefix === width ? address.toString() : `${address.toString()}/${prefix}`;
}
