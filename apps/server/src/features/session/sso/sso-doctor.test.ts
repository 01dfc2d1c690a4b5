import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { HOSTILE_CLIENT, HostileIssuer } from '#test/hostile-issuer.ts';
import { checkIssuer } from './sso-doctor.ts';
import { fetchLimited } from './sso-fetch.ts';

/** Has the network answer with a discovery document. */
const stubFetch = (issuer: string | undefined) =>
  vi.stubGlobal('fetch', async () =>
    Response.json({ issuer, authorization_endpoint: 'https://login.microsoftonline.com/authorize' }),
  );

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

  it('accepts no other name, even where Microsoft’s issuer for all tenants has one', async () => {
    const [url, ofTenants] = ['common', '{tenantid}'].map(
      (tenant) => `https://login.microsoftonline.com/${tenant}/v2.0`,
    );
    onTestFinished(() => void vi.unstubAllGlobals());
    stubFetch(url);
    await checkIssuer(settings(url), clock);
    stubFetch(ofTenants);
    await expect(checkIssuer(settings(url), clock)).rejects.toThrow('Check OIDC_ISSUER');
  });

  it('knows the status of an answer without a body', async () => {
    issuer.misbehavior = { discovery: () => (response) => void response.writeHead(204).end() };
    const { status, body } = await fetchLimited(`${issuer.url}/.well-known/openid-configuration`, {
      body: undefined,
      headers: {},
      method: 'GET',
      redirect: 'manual',
    });
    expect({ status, body }).toEqual({ status: 204, body: null });
  });
});
