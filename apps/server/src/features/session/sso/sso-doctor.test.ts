import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOSTILE_CLIENT, HostileIssuer } from '#test/hostile-issuer.ts';
import { checkIssuer } from './sso-doctor.ts';

describe('the check of the issuer', () => {
  const clock = { now: () => new Date() };
  const issuer = new HostileIssuer(() => clock);
  beforeAll(() => issuer.listen());
  afterAll(() => issuer.close());
  beforeEach(() => {
    issuer.misbehavior = {};
  });
  const settings = (url = issuer.url) => ({
    issuer: url,
    clientId: HOSTILE_CLIENT.id,
    clientSecret: HOSTILE_CLIENT.secret,
    name: 'Harbor ID',
    scopes: 'openid',
    redirectUri: 'https://portal.example/api/auth/sso/callback',
    afterLogoutUri: 'https://portal.example/login',
    domain: undefined,
    isDomainAssumed: false,
    passwordOnlyFor: undefined,
  });

  it('names the redirect URI', async () => {
    expect(await checkIssuer(settings(), clock)).toContain(
      'redirect URI https://portal.example/api/auth/sso/callback',
    );
  });

  it('warns that the domain at Google is only assumed', async () => {
    const assumed = { ...settings(), domain: 'practice.example', isDomainAssumed: true };
    expect(await checkIssuer(assumed, clock)).toMatchObject({
      warning: expect.stringContaining(
        'OIDC_DOMAIN is not set, so only accounts of practice.example (EMAIL_DOMAIN) are accepted.',
      ),
    });
  });

  it('says that the clocks differ', async () => {
    const late = { now: () => new Date(Date.now() - 3_600_000) };
    await expect(checkIssuer(settings(), late)).rejects.toThrow(/differ by 3\d\d\d seconds/);
  });

  it('says that the issuer has another name, or does not answer', async () => {
    issuer.misbehavior = { discovery: (good) => ({ body: { ...good, issuer: 'https://evil.example' } }) };
    await expect(checkIssuer(settings(), clock)).rejects.toThrow('Check OIDC_ISSUER');
    await expect(checkIssuer(settings('http://127.0.0.1:1'), clock)).rejects.toThrow('Check OIDC_ISSUER');
  });
});
