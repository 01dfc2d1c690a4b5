import type * as Library from 'openid-client';
import type { Configuration, ServerMetadata } from 'openid-client';
import type { Clock } from '#platform/clock.ts';
import { GOOGLE, type SsoSettings } from '#platform/sso-config.ts';
import { explainFailure } from './sso-failure.ts';
import { SsoError } from './sso-error.ts';
import { fetchLimited } from './sso-fetch.ts';
import {
  lacksEmail,
  readAuthenticatedAt,
  readSubject,
  readVerifiedEmail,
  requireDomain,
  type Authentication,
  type SsoIdentity,
} from './sso-identity.ts';

/** Signatures with a public key. `none` and the HS family, whose key is the client's secret, are refused. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** How far the issuer's clock may be from ours, in seconds. */
export const CLOCK_TOLERANCE_SECONDS = 300;
/** The issuer asks people again who signed in there longer ago than this. Also makes it say when that was (`auth_time`). */
export const MAX_AGE_SECONDS = 12 * 3600;
/** Time limit of each request to the issuer. */
const TIMEOUT_SECONDS = 5;
const METADATA_MS = 3_600_000;

/** What was sent with the browser and must come back. */
export interface SsoChecks {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE (RFC 7636). */
  readonly verifier: string;
}

interface Discovered {
  readonly metadata: ServerMetadata;
  readonly until: number;
}

/**
 * The OpenID Connect issuer. Its discovery document is read when it is first needed and again after an hour; its keys are read again after five minutes,
 * or after one minute if a token names an unknown key. All methods throw only SsoError.
 */
export class SsoIssuer {
  readonly #settings: SsoSettings;
  readonly #clock: Clock;
  readonly #timeoutSeconds: number;
  #discovered: Discovered | undefined;
  #discovering: Promise<ServerMetadata> | undefined;
  #keys: { readonly jwks: JwksCache['jwks']; readonly readAt: number } | undefined;

  constructor(settings: SsoSettings, clock: Clock, timeoutSeconds = TIMEOUT_SECONDS) {
    this.#settings = settings;
    this.#clock = clock;
    this.#timeoutSeconds = timeoutSeconds;
  }

  /**
   * Where the browser goes to sign in. `isFresh`: the issuer asks the person again, whom it may know from before (`prompt` and
   * `max_age`, OpenID Connect Core 1.0, section 3.1.2.1). Google has no prompt `login`, only `select_account`.
   */
  async signInUrl({ state, nonce, verifier }: SsoChecks, isFresh = false): Promise<URL> {
    const { issuer, domain } = this.#settings;
    return this.#explain(async (client) => {
      const config = await this.#configure(client);
      return client.buildAuthorizationUrl(config, {
        redirect_uri: this.#settings.redirectUri,
        scope: this.#settings.scopes,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        max_age: isFresh ? '0' : String(MAX_AGE_SECONDS),
        ...(isFresh && { prompt: issuer === GOOGLE ? 'select_account' : 'login' }),
        ...(domain !== undefined && { hd: domain }),
      });
    });
  }

  /** Who has signed in: redeems the code that the browser brought back in the query of the redirect URI. */
  async redeem(
    query: string,
    { state, nonce, verifier }: SsoChecks,
  ): Promise<SsoIdentity & { readonly authentication: Authentication }> {
    return this.#explain(async (client) => {
      const config = await this.#configure(client);
      const url = new URL(this.#settings.redirectUri);
      url.search = query;
      try {
        const tokens = await client.authorizationCodeGrant(config, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new SsoError('refused', 'there is no ID token');
        // OpenID Connect Core 1.0, section 3.1.3.7; the library only checks it with several audiences.
        if (claims.azp !== undefined && claims.azp !== this.#settings.clientId)
          throw new SsoError('refused', 'the token was issued to another client');
        this.#checkIssuedAt(claims.iat);
        const subject = readSubject(claims);
        const { issuer, domain } = this.#settings;
        requireDomain(claims, domain);
        const { userinfo_endpoint: userinfo, claims_supported: promised } = config.serverMetadata();
        const mayAsk = lacksEmail(claims) && userinfo !== undefined;
        const about = mayAsk ? await client.fetchUserInfo(config, tokens.access_token, subject) : claims;
        return {
          issuer,
          subject,
          verifiedEmail: readVerifiedEmail(about, issuer),
          authentication: {
            at: readAuthenticatedAt(claims, this.#clock.now()),
            isPromised: promised?.includes('auth_time') === true,
          },
        };
      } finally {
        this.#rememberKeys(client, config);
      }
    });
  }

  /**
   * Where the browser goes to end the session at the issuer (OpenID Connect RP-Initiated Logout 1.0, section 2); null if the issuer
   * has no such page. No ID token is sent, because the portal keeps none; the issuer may ask the person to confirm.
   */
  async signOutUrl(): Promise<URL | null> {
    return this.#explain(async (client) => {
      const config = await this.#configure(client);
      const { end_session_endpoint: page = '' } = config.serverMetadata();
      if (!URL.canParse(page)) return null;
      if (!['https:', new URL(this.#settings.issuer).protocol].includes(new URL(page).protocol)) return null;
      return client.buildEndSessionUrl(config, { post_logout_redirect_uri: this.#settings.afterLogoutUri });
    });
  }

  /** Reads the discovery document again. Returns how far the issuer's clock is ahead of ours, in seconds; null if it does not say. */
  async check(): Promise<{ clockAheadSeconds: number | null }> {
    let date: string | null = null;
    await this.#explain((client) =>
      this.#discover(client, async (url, options) => {
        const response = await fetchLimited(url, options);
        date = response.headers.get('date');
        return response;
      }),
    );
    const theirs = date === null ? Number.NaN : Date.parse(date);
    const ahead = Math.round((theirs - this.#clock.now().getTime()) / 1000);
    return { clockAheadSeconds: Number.isNaN(ahead) ? null : ahead };
  }

  /** Portals without single sign-on do not load the library. */
  async #explain<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = await import('openid-client');
    try {
      return await work(client);
    } catch (error) {
      throw explainFailure(client, error);
    }
  }

  /** A configuration per use, because it contains the time. */
  async #configure(client: Client): Promise<Configuration> {
    const metadata = await this.#metadata(client);
    const { clientId, clientSecret, issuer } = this.#settings;
    const now = this.#clock.now().getTime();
    // RFC 8414: without this list, the issuer only supports client_secret_basic.
    const authenticate = metadata.token_endpoint_auth_methods_supported?.includes('client_secret_post')
      ? client.ClientSecretPost(clientSecret)
      : client.ClientSecretBasic(clientSecret);
    const config = new client.Configuration(
      metadata,
      clientId,
      {
        [client.clockSkew]: Math.floor(now / 1000) - Math.floor(Date.now() / 1000),
        [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
      },
      authenticate,
    );
    config.timeout = this.#timeoutSeconds;
    config[client.customFetch] = fetchLimited;
    if (issuer.startsWith('http:')) client.allowInsecureRequests(config);
    // Without it, the library trusts the connection to the token endpoint instead of the signature.
    client.enableNonRepudiationChecks(config);
    if (this.#keys !== undefined) {
      const age = Math.floor((now - this.#keys.readAt) / 1000);
      client.setJwksCache(config, {
        jwks: this.#keys.jwks,
        uat: Math.floor(Date.now() / 1000) - age,
      });
    }
    return config;
  }

  async #metadata(client: Client): Promise<ServerMetadata> {
    const now = this.#clock.now().getTime();
    if (this.#discovered !== undefined && now < this.#discovered.until) return this.#discovered.metadata;
    this.#discovering ??= this.#discover(client, fetchLimited).finally(() => {
      this.#discovering = undefined;
    });
    const metadata = await this.#discovering;
    this.#discovered = { metadata, until: now + METADATA_MS };
    return metadata;
  }

  async #discover(client: Client, fetch: typeof fetchLimited): Promise<ServerMetadata> {
    const { issuer, clientId } = this.#settings;
    const found = await client.discovery(new URL(issuer), clientId, undefined, client.None(), {
      timeout: this.#timeoutSeconds,
      [client.customFetch]: fetch,
      execute: issuer.startsWith('http:') ? [client.allowInsecureRequests] : [],
    });
    const metadata: ServerMetadata = found.serverMetadata();
    // The library lets Microsoft's issuers for all tenants name another one; anyone could sign in there.
    if (!URL.canParse(metadata.issuer) || new URL(metadata.issuer).href !== new URL(issuer).href)
      throw new SsoError('misconfigured', 'the discovery document names another issuer than OIDC_ISSUER');
    const { protocol } = new URL(issuer);
    const page = metadata.authorization_endpoint ?? '';
    if (!URL.canParse(page) || !['https:', protocol].includes(new URL(page).protocol))
      throw new SsoError('misconfigured', 'the discovery document has no sign-in page');
    const offered = metadata.id_token_signing_alg_values_supported ?? ['RS256'];
    const accepted = offered.filter((algorithm) => ALGORITHMS.includes(algorithm));
    if (accepted.length === 0)
      throw new SsoError('misconfigured', 'the issuer signs with no algorithm that the portal accepts');
    return { ...metadata, id_token_signing_alg_values_supported: accepted };
  }

  /** The library checks `exp` and `nbf`. A code is redeemed at once, so the token must be new. */
  #checkIssuedAt(issuedAt: number): void {
    const age = this.#clock.now().getTime() / 1000 - issuedAt;
    // A fraction of a second, because tokens have whole seconds.
    if (!(Math.abs(age) < CLOCK_TOLERANCE_SECONDS + 1))
      throw new SsoError('clock', `the token was issued ${Math.round(age)} seconds ago by our clock`);
  }

  /** The time of this clock replaces the library's, so that both agree on the age. */
  #rememberKeys(client: Client, config: Configuration): void {
    const cache = client.getJwksCache(config);
    if (cache === undefined) {
      this.#keys = undefined;
      return;
    }
    const ageMs = (Math.floor(Date.now() / 1000) - cache.uat) * 1000;
    this.#keys = { jwks: cache.jwks, readAt: this.#clock.now().getTime() - ageMs };
  }
}

type Client = typeof Library;
type JwksCache = Parameters<Client['setJwksCache']>[1];
