import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  ABSOLUTE_HOURS,
  decodeTokenUser,
  HEARTBEAT_SECONDS,
  IDLE_MINUTES,
  isTokenExpired,
  STORAGE_KEYS,
  tokenEnd,
  tokenSessionId,
  WARNING_MINUTES,
} from './session.ts';

const CLAIMS = {
  UserId: '0197b6a2-1111-7000-8000-000000000001',
  OfficeId: '0197b6a2-2222-7000-8000-000000000002',
  unique_name: 'jnunez',
  email: 'jnunez@example.org',
  given_name: 'José',
  family_name: 'Núñez',
  role: ['Admin', 'ProviderPhysician'],
  sid: 'session',
  iat: 1_770_000_000,
  exp: 1_770_043_200,
};
const AT_EXPIRY = new Date(CLAIMS.exp * 1000);

function tokenOf(payload: unknown): string {
  return rawToken(new TextEncoder().encode(JSON.stringify(payload)));
}

function rawToken(payload: Uint8Array): string {
  return `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(payload).toString('base64url')}.c2lnbmF0dXJl`;
}

describe('session limits', () => {
  it('are 15 minutes idle with a 2-minute warning, and 12 hours in total', () => {
    expect([IDLE_MINUTES, WARNING_MINUTES, ABSOLUTE_HOURS, HEARTBEAT_SECONDS]).toEqual([15, 2, 12, 60]);
    expect(STORAGE_KEYS).toEqual({ token: 'token', user: 'user', permissions: 'permissions' });
  });
});

describe('current user from the token', () => {
  it('has each field from its claim', () => {
    expect(decodeTokenUser(tokenOf(CLAIMS))).toEqual({
      id: CLAIMS.UserId,
      username: 'jnunez',
      email: 'jnunez@example.org',
      firstName: 'José',
      lastName: 'Núñez',
      employeeId: '',
      hireDate: '',
      isActive: true,
      officeId: CLAIMS.OfficeId,
      roles: ['Admin', 'ProviderPhysician'],
    });
  });

  it('has no officeId without the claim', () => {
    const { OfficeId: _, ...without } = CLAIMS;
    expect(decodeTokenUser(tokenOf(without))).not.toHaveProperty('officeId');
    expect(decodeTokenUser(tokenOf({ ...CLAIMS, OfficeId: '' }))).not.toHaveProperty('officeId');
  });

  it.each([
    ['Staff', ['Staff']],
    [['Staff'], ['Staff']],
    [
      ['Staff', 'Admin', 'Staff'],
      ['Staff', 'Admin'],
    ],
    [['Staff', 7, null, ''], ['Staff']],
    [[], []],
    [undefined, []],
    [{ name: 'Admin' }, []],
  ])('roles %j become %j', (role, roles) => {
    expect(decodeTokenUser(tokenOf({ ...CLAIMS, role }))?.roles).toEqual(roles);
  });

  it('keeps names in every script', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1 }),
        fc.string({ unit: 'grapheme' }),
        (first, last) => {
          const user = decodeTokenUser(tokenOf({ ...CLAIMS, given_name: first, family_name: last }));
          expect([user?.firstName, user?.lastName]).toEqual([first, last]);
        },
      ),
    );
  });

  it('replaces missing claims with empty texts', () => {
    expect(decodeTokenUser(tokenOf({ UserId: 'u' }))).toMatchObject({
      username: '',
      email: '',
      firstName: '',
      lastName: '',
      roles: [],
    });
  });

  it.each([
    ['nothing', ''],
    ['one word', 'token'],
    ['an empty payload', 'a..c'],
    ['no base64', 'a.%%%.c'],
    ['no JSON', rawToken(new TextEncoder().encode('{'))],
    ['no UTF-8', rawToken(Uint8Array.of(0x22, 0xff, 0x22))],
    ['an array', tokenOf([CLAIMS])],
    ['null', tokenOf(null)],
    ['a text', tokenOf('UserId')],
    ['no user', tokenOf({ exp: CLAIMS.exp })],
    ['a numeric user', tokenOf({ ...CLAIMS, UserId: 7 })],
  ])('is absent for %s', (_, token) => {
    expect(decodeTokenUser(token)).toBeNull();
  });
});

describe('token expiration', () => {
  it('is reached at the expiration second', () => {
    expect(isTokenExpired(tokenOf(CLAIMS), new Date(AT_EXPIRY.getTime() - 1))).toBe(false);
    expect(isTokenExpired(tokenOf(CLAIMS), AT_EXPIRY)).toBe(true);
    expect(isTokenExpired(tokenOf(CLAIMS), new Date(AT_EXPIRY.getTime() + 1))).toBe(true);
  });

  it('is assumed for a token without an expiration claim', () => {
    const early = new Date(0);
    expect(isTokenExpired(tokenOf({ UserId: 'u' }), early)).toBe(true);
    expect(isTokenExpired(tokenOf({ UserId: 'u', exp: '1770043200' }), early)).toBe(true);
    expect(isTokenExpired(tokenOf({ UserId: 'u', exp: null }), early)).toBe(true);
    expect(isTokenExpired('not a token', early)).toBe(true);
  });
});

describe('session of a token', () => {
  it('has an ID and a latest end', () => {
    expect(tokenSessionId(tokenOf(CLAIMS))).toBe('session');
    expect(tokenEnd(tokenOf(CLAIMS))).toBe(AT_EXPIRY.getTime());
  });

  it.each([tokenOf({ UserId: 'u' }), tokenOf({ sid: 7, exp: '7' }), tokenOf({ sid: '' }), 'not a token', ''])(
    'is null without the claims (%#)',
    (token) => {
      expect(tokenSessionId(token)).toBeNull();
      expect(tokenEnd(token)).toBeNull();
    },
  );
});
