/** Characters of the longest URL of a webhook. */
export const MAX_WEBHOOK_URL = 1000;

/** The URL in its normal form, or an error message for the user. */
export type ParsedWebhookUrl =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly error: string };

/** Visible ASCII without characters that programs read differently or that must be escaped in URLs (RFC 3986). */
const CHARACTERS = /^[!#-;=?-[\]_a-z~]+$/i;
const HTTPS = /^https:\/\/([^/?#]*)/i;
const HOST_AND_PORT = /^(\[[\da-f:.]+\]|[^:[\]]+)(?::(.*))?$/i;
const NAME = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;
const MAX_NAME = 253;
const PORT = /^[1-9]\d{2,4}$/;
/** Lower ports belong to other services of a server, except that of HTTPS. */
const FREE_PORTS = { from: 1024, to: 65_535 } as const;

/**
 * Parses the URL of a webhook. What programs could read in more than one way is refused: other forms of IPv4 addresses than
 * four decimal numbers, user names, escaped or non-ASCII host names, and backslashes. Whether the portal may send to the
 * address is another question, which depends on its settings.
 */
export function parseWebhookUrl(text: string): ParsedWebhookUrl {
  const error = problemOf(text.trim());
  return error === null ? { ok: true, url: new URL(text.trim()).href } : { ok: false, error };
}

function problemOf(text: string): string | null {
  if (text.length > MAX_WEBHOOK_URL) return `The URL can have at most ${MAX_WEBHOOK_URL} characters`;
  const authority = HTTPS.exec(text)?.[1];
  if (authority === undefined) return 'Enter a URL that starts with https://';
  if (authority.includes('@')) return 'The URL cannot contain a user name or password';
  if (text.includes('#')) return 'Remove the part of the URL after the number sign (#)';
  if (!CHARACTERS.test(text) || authority.includes('%'))
    return 'The URL contains characters that are not allowed';
  const [, host = '', port] = HOST_AND_PORT.exec(authority) ?? [];
  if (host === '' || !URL.canParse(`https://${host}/`)) return 'Enter the full name of the receiver';
  if (port !== undefined && !isAllowedPort(port))
    return 'The port must be 443 or a number from 1024 to 65535';
  return hostProblem(host.toLowerCase());
}

function isAllowedPort(text: string): boolean {
  const port = PORT.test(text) ? Number(text) : 0;
  return port === 443 || (port >= FREE_PORTS.from && port <= FREE_PORTS.to);
}

function hostProblem(host: string): string | null {
  const { hostname } = new URL(`https://${host}/`);
  if (host.startsWith('[')) return null;
  // The parser rewrites every other form of an IPv4 address.
  if (hostname !== host) return `Write the address as ${hostname}`;
  if (isIpv4(host)) return null;
  if (host === 'localhost' || host.endsWith('.localhost'))
    return 'The receiver cannot be this server itself (localhost)';
  return NAME.test(host) && host.length <= MAX_NAME
    ? null
    : 'Enter the full name of the receiver, for example hooks.example.com';
}

/** Whether a host in its normal form is an IPv4 address. */
const isIpv4 = (host: string): boolean => /^\d+(?:\.\d+){3}$/.test(host);

/** The IP address in the URL of a webhook; undefined if the URL has a name. */
export function addressInUrl(url: string): string | undefined {
  const { hostname } = new URL(url);
  if (hostname.startsWith('[')) return hostname.slice(1, -1);
  return isIpv4(hostname) ? hostname : undefined;
}
