import type { BodyOf } from '@portal/contract/endpoint';
import { SSO_FRAGMENT, ssoSession } from '@portal/contract/single-sign-on';
import type { TestPortal } from './harness.ts';

/** Where a portal's answer sent the browser: on to the issuer, or to the sign-in page with a ticket or a failure. */
export interface Landing {
  readonly status: number;
  readonly location: string;
  readonly ticket: string | null;
  readonly failure: string | null;
}

/** A browser that signs in by single sign-on: it has a cookie, and follows redirects only when told to. */
export class SsoBrowser {
  readonly #portal: TestPortal;
  /** A separate address, so that many browsers do not reach the limit of one. */
  readonly #ip: string;
  /** The value of the Cookie header; empty without one. */
  cookie = '';

  constructor(portal: TestPortal, ip = nextAddress()) {
    this.#portal = portal;
    this.#ip = ip;
  }

  /** Presses the button. */
  async start(): Promise<Landing> {
    const answer = await this.#get('/api/auth/sso/start');
    const set = answer.headers['set-cookie'];
    if (typeof set === 'string') this.cookie = set.split(';')[0] ?? '';
    return landingOf(answer);
  }

  /** Comes back from the issuer with this query. */
  async comeBack(query: URLSearchParams | string): Promise<Landing> {
    return landingOf(await this.#get(`/api/auth/sso/callback?${query.toString()}`));
  }

  /** Exchanges a ticket. */
  exchange(ticket: string, proof: string | Omit<BodyOf<typeof ssoSession>, 'ticket'> = {}) {
    return this.#portal.call(
      ssoSession,
      { body: { ticket, ...(typeof proof === 'string' ? { code: proof } : proof) } },
      { headers: this.#headers(), ip: this.#ip },
    );
  }

  #headers(): Record<string, string> {
    return this.cookie === '' ? {} : { cookie: this.cookie };
  }

  #get(url: string) {
    return this.#portal.raw({
      method: 'GET',
      url,
      headers: this.#headers(),
      ip: this.#ip,
    });
  }
}

let addresses = 0;
function nextAddress(): string {
  addresses += 1;
  return `10.7.${addresses >> 8}.${addresses & 255}`;
}

function landingOf({
  status,
  headers,
}: {
  status: number;
  headers: Readonly<Record<string, unknown>>;
}): Landing {
  const location = typeof headers['location'] === 'string' ? headers['location'] : '';
  const fragment = new URLSearchParams(location.split('#')[1] ?? '');
  return {
    status,
    location,
    ticket: fragment.get(SSO_FRAGMENT.ticket),
    failure: fragment.get(SSO_FRAGMENT.failure),
  };
}

/** Signs in at a real issuer with cookies, until it sends the browser back. Returns the query of the redirect URI. */
export async function signInAtIssuer(
  start: string,
  redirectUri: string,
  choice: string,
  /** The cookies of the issuer in this browser. */
  cookies = new Map<string, string>(),
): Promise<string> {
  let url = new URL(start);
  for (let step = 0; step < 10; step += 1) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    const next = response.headers.get('location');
    await response.body?.cancel();
    if (next === null) url.search = choice;
    else url = new URL(next, url);
    if (url.href.startsWith(redirectUri)) return url.search;
  }
  throw new Error('The issuer did not send the browser back');
}
