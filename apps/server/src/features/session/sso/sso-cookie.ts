import { SSO_MINUTES } from './sso-repo.ts';

/** With this prefix, browsers accept the cookie only over HTTPS and only from this host (RFC 6265bis, section 4.1.3.2). */
const nameOf = (isSecure: boolean) => (isSecure ? '__Host-sso' : 'sso');

/** The header value of the cookie that ties a sign-in to its browser. Lax: the issuer's redirect must bring it back. */
export function browserCookie(browser: string, isSecure: boolean): string {
  const seconds = 2 * SSO_MINUTES * 60;
  return `${nameOf(isSecure)}=${browser}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

/** The browser's value in a Cookie header; undefined if it is missing, ambiguous or not one of ours. */
export function readBrowser(header: string | undefined, isSecure: boolean): string | undefined {
  const found = (header ?? '')
    .split(';')
    .map((part) => part.trim().split('='))
    .filter(([name]) => name === nameOf(isSecure));
  const [value] = found.map(([, text]) => text);
  return found.length === 1 && value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
}
