import { describe, expect, it } from 'vitest';
import { clientAddress, rateLimitKey } from './client-address.ts';

describe('the client address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['2001:0DB8::0001', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['203.0.113.7:52001', '203.0.113.7'],
    ['[2001:db8::1]:52001', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
  ])('%s is %s', (ip, address) => {
    expect(clientAddress({ ip })).toBe(address);
  });

  it.each(['', 'unknown', '_hidden', '1.2.3', '1.2.3.4.5', '0x7f.1', '010.0.0.1', '1.2.3.4/8', ':::', 'a:b'])(
    '%j is not an address',
    (ip) => {
      expect(() => clientAddress({ ip })).toThrow('invalid client address');
    },
  );
});

describe('a place', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['1::', '1:0:0:0::/64'],
  ])('of %s is %s', (address, place) => {
    expect(rateLimitKey(address)).toBe(place);
  });
});
