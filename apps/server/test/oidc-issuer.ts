import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK } from 'jose';
import { Provider, type Configuration } from 'oidc-provider';

export const OIDC_CLIENT = { id: 'portal', secret: 'a secret of the tests' } as const;

/** A person with an account at the issuer. The account's ID is the subject. */
export interface OidcAccount {
  readonly id: string;
  readonly email: string;
  readonly isVerified?: boolean;
}

/** A real OpenID Connect issuer (`oidc-provider`) on a loopback port. Its sign-in page has one button per account. */
export interface OidcIssuer {
  readonly url: string;
  /** The settings with which a portal at `portalUrl` uses it. */
  readonly settings: (portalUrl: string) => Record<string, string>;
  /** From now on, tokens are signed with a new key, and the old one is gone. */
  rotateKeys(): Promise<void>;
  close(): Promise<void>;
}

/** Starts an issuer with these accounts. `redirectUris`: where it may send browsers back to. */
export async function startOidcIssuer({
  accounts,
  redirectUris,
  afterLogoutUris = [],
}: {
  readonly accounts: readonly OidcAccount[];
  readonly redirectUris: readonly string[];
  readonly afterLogoutUris?: readonly string[];
}): Promise<OidcIssuer> {
  let handle: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  const server = createServer((request, response) => handle?.(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has an address
  const { port } = server.address() as AddressInfo;
  const url = `http://localhost:${port}`;
  let generation = 0;
  const renew = async () => {
    generation += 1;
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const key = { ...(await exportJWK(privateKey)), kid: `key-${generation}`, use: 'sig', alg: 'RS256' };
    const provider = new Provider(url, configurationOf(accounts, { redirectUris, afterLogoutUris }, key));
    const callback = provider.callback();
    handle = (request, response) => {
      if (request.url?.startsWith('/interaction/') !== true) void callback(request, response);
      else interact(provider, accounts, request, response);
    };
  };
  await renew();
  return {
    url,
    settings: (portalUrl) => ({
      PUBLIC_URL: portalUrl,
      OIDC_ISSUER: url,
      OIDC_CLIENT_ID: OIDC_CLIENT.id,
      OIDC_CLIENT_SECRET: OIDC_CLIENT.secret,
      OIDC_NAME: 'Harbor ID',
    }),
    rotateKeys: renew,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function configurationOf(
  accounts: readonly OidcAccount[],
  { redirectUris, afterLogoutUris }: Record<'redirectUris' | 'afterLogoutUris', readonly string[]>,
  key: object,
): Configuration {
  return {
    clients: [
      {
        client_id: OIDC_CLIENT.id,
        client_secret: OIDC_CLIENT.secret,
        redirect_uris: [...redirectUris],
        post_logout_redirect_uris: [...afterLogoutUris],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['only for tests'] },
    // In seconds. Without them, the library prints notices.
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    features: { devInteractions: { enabled: false } },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => {
      const account = accounts.find((known) => known.id === id);
      return (
        account && {
          accountId: id,
          claims: () => ({ sub: id, email: account.email, email_verified: account.isVerified ?? true }),
        }
      );
    },
    // Nobody is asked for consent, as in a company's directory.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
}

/** GET shows the sign-in page; its buttons send `?account=…` or `?cancel`. */
function interact(
  provider: Provider,
  accounts: readonly OidcAccount[],
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const account = searchParams.get('account');
  if (account !== null) {
    void provider.interactionFinished(request, response, { login: { accountId: account } });
  } else if (searchParams.has('cancel')) {
    void provider.interactionFinished(request, response, { error: 'access_denied' });
  } else {
    const buttons = [...accounts.map(({ id }) => ['account', id]), ['cancel', 'Cancel']].map(
      ([name, value]) => `<button name="${name}" value="${value}">${value}</button>`,
    );
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      `<!doctype html><html lang="en"><title>Harbor ID</title><form action="${pathname}">${buttons.join(' ')}</form></html>`,
    );
  }
}
