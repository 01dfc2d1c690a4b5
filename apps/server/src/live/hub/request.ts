import type { FastifyRequest } from 'fastify';

/** Credentials of a request. `accessToken` is the short-lived ticket from `?access_token=`; never log it. */
export interface HubCredentials {
  /** The whole header, including the scheme. */
  authorization: string | undefined;
  accessToken: string | undefined;
  /** How long ago the page began to read its data, in milliseconds, as it says; undefined if it does not. */
  waitedMs: number | undefined;
  /** The request opens a connection, rather than negotiating one or sending to it. */
  opensTransport: boolean;
  ip: string;
}

/** The path of a URL, for logs. The query can contain a ticket, a connection token or search terms. */
export function redactUrl(url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? url : `${url.slice(0, query)}?[redacted]`;
}

/** Reads a query parameter from the raw URL, independent of the app’s query parser. */
export function queryParameter(request: FastifyRequest, name: string): string | undefined {
  const [, ...query] = request.raw.url?.split('?') ?? [];
  return new URLSearchParams(query.join('?')).get(name) ?? undefined;
}

/** Credentials of a POST. Browsers can set headers here, so a ticket in the query is ignored. */
export const headerCredentials = (request: FastifyRequest): HubCredentials => ({
  authorization: request.headers.authorization,
  accessToken: undefined,
  waitedMs: undefined,
  opensTransport: false,
  ip: request.ip,
});

/** Credentials for starting a transport. Browsers cannot set headers here and send a ticket instead. */
export const transportCredentials = (request: FastifyRequest): HubCredentials => ({
  ...headerCredentials(request),
  accessToken: queryParameter(request, 'access_token'),
  waitedMs: millisecondsOf(queryParameter(request, 'waited')),
  opensTransport: true,
});

const millisecondsOf = (text: string | undefined) =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;

/**
 * Whether a page can open a WebSocket: its origin has the same host or is on the list. Only hosts are compared,
 * because a proxy may terminate TLS. Programs send no Origin header.
 */
export function isAllowedOrigin(request: FastifyRequest, allowedOrigins: readonly string[]): boolean {
  const { origin } = request.headers;
  if (origin === undefined || allowedOrigins.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === request.host.toLowerCase();
}
