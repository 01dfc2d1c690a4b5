import { BlockList, isIPv4, isIPv6 } from 'node:net';

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { ipMatches, parseIpRange, whitelistEntryStatus } from './ip-range.ts';

const HELP = 'Enter a valid IPv4 or IPv6 address, or a network such as 192.168.1.0/24';

function platformMatches(family: 'ipv4' | 'ipv6', base: string, prefix: number, address: string): boolean {
  const list = new BlockList();
  list.addSubnet(base, prefix, family);
  return list.check(address, family);
}

describe('IPv4 addresses', () => {
  it.each(['0.0.0.0', '10.0.0.1', '192.168.1.255', '255.255.255.255'])('stores %s unchanged', (text) => {
    expect(parseIpRange(` ${text} `)).toEqual({ ok: true, range: text });
  });

  it.each([
    '',
    ' ',
    '10',
    '10.1',
    '10.0.1',
    '10.0.0.0.1',
    '10.0.0.256',
    '10.0.0.-1',
    '10.0.0.1 5',
    '1.2.3.',
    '.1.2.3',
  ])('refuses %j', (text) => {
    expect(parseIpRange(text)).toEqual({ ok: false, error: HELP });
  });

  it.each([
    '0x0a.0.0.1',
    '0x7f000001',
    '2130706433',
    '10.0.0.1e1',
    '١٠.0.0.1',
    '10.0.0.1\u0000',
    'localhost',
    '*',
  ])('refuses %j, another way to write an address', (text) => {
    expect(parseIpRange(text)).toEqual({ ok: false, error: HELP });
  });

  it('refuses leading zeros with a reason, since some programs read them as octal', () => {
    const error = 'Write the numbers of an IPv4 address without leading zeros, for example 10.0.0.1';
    expect(parseIpRange('010.0.0.1')).toEqual({ ok: false, error });
    expect(parseIpRange('192.168.01.0/24')).toEqual({ ok: false, error });
  });
});

describe('networks', () => {
  it.each([
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['192.168.1.128/25', '192.168.1.128/25'],
    ['192.168.1.7/32', '192.168.1.7'],
    ['2001:db8::/32', '2001:db8::/32'],
    ['2001:DB8:0:0:0:0:0:0/32', '2001:db8::/32'],
    ['2001:db8::1/128', '2001:db8::1'],
    ['::/0', '::/0'],
  ])('stores the network %s as %s', (text, range) => {
    expect(parseIpRange(text)).toEqual({ ok: true, range });
  });

  it.each([
    ['192.168.1.5/24', '192.168.1.0/24'],
    ['10.1.0.0/8', '10.0.0.0/8'],
    ['192.168.1.129/25', '192.168.1.128/25'],
    ['1.2.3.4/0', '0.0.0.0/0'],
    ['2001:db8::1/64', '2001:db8::/64'],
    ['::ffff:10.1.2.3/104', '10.0.0.0/8'],
  ])('refuses %s, which has host bits set, and suggests %s', (text, network) => {
    expect(parseIpRange(text)).toEqual({
      ok: false,
      error: `${text} is an address inside a network; the network is ${network}`,
    });
  });

  it.each(['10.0.0.0/33', '10.0.0.0/', '10.0.0.0/08', '10.0.0.0/-1', '10.0.0.0/8.0', '10.0.0.0/255.0.0.0'])(
    'refuses the IPv4 prefix of %s',
    (text) => {
      expect(parseIpRange(text)).toEqual({
        ok: false,
        error: 'The number after the slash must be between 0 and 32',
      });
    },
  );

  it('allows IPv6 prefixes up to 128', () => {
    expect(parseIpRange('2001:db8::/129')).toEqual({
      ok: false,
      error: 'The number after the slash must be between 0 and 128',
    });
  });

  it.each(['/24', '10.0.0.0/8/8', '10.0.0.0 /8', '10.0.0.0-10.0.0.9'])('refuses the network %s', (text) => {
    expect(parseIpRange(text)).toEqual({ ok: false, error: HELP });
  });
});

describe('IPv6 addresses', () => {
  it.each([
    ['::1', '::1'],
    ['2001:0DB8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
    ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['64:ff9b::192.0.2.33', '64:ff9b::c000:221'],
    ['::ffff:192.168.1.1', '192.168.1.1'],
    ['::FFFF:c0a8:101', '192.168.1.1'],
    ['::ffff:192.168.1.0/120', '192.168.1.0/24'],
    ['::ffff:0:0/96', '0.0.0.0/0'],
  ])('stores %s as %s', (text, range) => {
    expect(parseIpRange(text)).toEqual({ ok: true, range });
  });

  it.each([
    ':',
    ':::',
    '1:2',
    '1:2:3:4:5:6:7:8:9',
    '1::2::3',
    '12345::',
    'g::1',
    'fe80::1%eth0',
    '[::1]',
    '::1:',
  ])('refuses %s', (text) => {
    expect(parseIpRange(text)).toEqual({ ok: false, error: HELP });
  });

  it.each(['::ffff:010.0.0.1', '::ffff:1.2.3', '::ffff:1.2.3.256', '1.2.3.4::'])(
    'refuses the bad IPv4 part of %s',
    (text) => {
      expect(parseIpRange(text)).toEqual({ ok: false, error: HELP });
    },
  );

  it('accepts and refuses the same as Node’s own parser', () => {
    const groups = fc.array(fc.constantFrom('', '0', '1', 'db8', 'ffff', '00ab', '12345', '1.2.3.4', 'x'), {
      minLength: 2,
      maxLength: 10,
    });
    fc.assert(
      fc.property(groups, (parts) => {
        const text = parts.join(':');
        expect(parseIpRange(text).ok).toBe(isIPv6(text));
      }),
      { numRuns: 2000 },
    );
    fc.assert(fc.property(fc.ipV6(), (text) => parseIpRange(text).ok));
    fc.assert(fc.property(fc.ipV4(), (text) => parseIpRange(text).ok && isIPv4(text)));
  });
});

describe('range matching', () => {
  it.each([
    ['10.0.0.1', '10.0.0.1', true],
    ['10.0.0.1', '10.0.0.10', false],
    ['10.0.0.0/8', '10.255.255.255', true],
    ['10.0.0.0/8', '11.0.0.0', false],
    ['192.168.1.128/25', '192.168.1.127', false],
    ['192.168.1.128/25', '192.168.1.128', true],
    ['0.0.0.0/0', '8.8.8.8', true],
    ['2001:db8::/33', '2001:db8:7fff::1', true],
    ['2001:db8::/33', '2001:db8:8000::1', false],
    ['::1', '0:0:0:0:0:0:0:1', true],
    ['fe80::/10', 'fe80::1%eth0', true],
  ])('%s and %s: %s', (range, address, expected) => {
    expect(ipMatches(range, address)).toBe(expected);
  });

  it('treats IPv4-mapped IPv6 as IPv4 on both sides, and never matches real IPv6 ranges to IPv4', () => {
    expect(ipMatches('10.0.0.0/8', '::ffff:10.1.2.3')).toBe(true);
    expect(ipMatches('::ffff:10.0.0.0/104', '10.1.2.3')).toBe(true);
    expect(ipMatches('::/0', '10.1.2.3')).toBe(false);
    expect(ipMatches('::/0', '::ffff:10.1.2.3')).toBe(false);
    expect(ipMatches('0.0.0.0/0', '::1')).toBe(false);
  });

  it('matches nothing for invalid input', () => {
    expect(ipMatches('', '')).toBe(false);
    expect(ipMatches('office', '10.0.0.1')).toBe(false);
    expect(ipMatches('0.0.0.0/0', '010.0.0.1')).toBe(false);
    expect(ipMatches('0.0.0.0/0', 'unknown')).toBe(false);
    expect(ipMatches('0.0.0.0/0', '10.0.0.1, 10.0.0.2')).toBe(false);
  });

  it('agrees with Node’s own block list for every network and address', () => {
    const near = fc.tuple(fc.nat(3), fc.nat(3), fc.nat(255), fc.nat(255)).map((octets) => octets.join('.'));
    const near6 = fc
      .array(fc.constantFrom('0', '1', '8000', 'ffff'), { minLength: 8, maxLength: 8 })
      .map((groups) => groups.join(':'))
      // Node's block list treats mapped addresses differently.
      .filter((text) => !text.startsWith('0:0:0:0:0:'));
    fc.assert(
      fc.property(near, fc.nat(32), near, (base, prefix, address) => {
        expect(ipMatches(`${base}/${prefix}`, address)).toBe(platformMatches('ipv4', base, prefix, address));
      }),
    );
    fc.assert(
      fc.property(near6, fc.nat(128), near6, (base, prefix, address) => {
        expect(ipMatches(`${base}/${prefix}`, address)).toBe(platformMatches('ipv6', base, prefix, address));
      }),
    );
  });

  it('parses a stored range back, and matches its first address', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), fc.nat(128), (address, bits) => {
        const first = parseIpRange(`${address}/${bits}`);
        const suggestion = first.ok
          ? first.range
          : (/the network is (.*)$/.exec(first.error)?.[1] ?? address);
        const stored = parseIpRange(suggestion);
        expect(stored).toEqual(stored.ok ? parseIpRange(stored.range) : 'a range');
        expect(ipMatches(suggestion, address)).toBe(true);
      }),
    );
  });
});

describe('status of an entry', () => {
  const now = new Date('2026-03-10T12:00:00Z');

  it.each([
    [null, 'No Expiry'],
    [undefined, 'No Expiry'],
    ['2026-03-10T12:00:00.001Z', 'Active'],
    ['2026-03-10T12:00:00Z', 'Expired'],
    ['2026-03-10T07:00:00-05:00', 'Expired'],
    [new Date('2020-01-01T00:00:00Z'), 'Expired'],
    [new Date('2030-01-01T00:00:00Z'), 'Active'],
  ])('%s is %s', (expiresAt, status) => {
    expect(whitelistEntryStatus({ expiresAt }, now)).toBe(status);
  });
});
