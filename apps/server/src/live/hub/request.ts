import type { FastifyRequest } from 'fastify';

/** What a request says about who sent it. `accessToken` is the ticket of `?access_token=`: short-lived, never logged. */
export interface HubCredentials {
  /** The whole header, scheme included. */
  authorization: string | undefined;
  accessToken: string | undefined;
  ip: string;
}

/** A URL fit for a log: its path. The query may hold a ticket, a connection token or what someone searched for. */
export function redactUrl(url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? url : `${url.slice(0, query)}?[redacted]`;
}

/** One parameter of the request's own query text, whatever query parser the app uses. */
export function queryParameter(request: FastifyRequest, name: string): string | undefined {
  const [, ...query] = request.raw.url?.split('?') ?? [];
  return new URLSearchParams(query.join('?')).get(name) ?? undefined;
}

/** Who sends a POST: a browser can set its header there, so a ticket in the query is not taken. */
export const headerCredentials = (request: FastifyRequest): HubCredentials => ({
  authorization: request.headers.authorization,
  accessToken: undefined,
  ip: request.ip,
});

/** Who starts a transport: browsers set no header on a WebSocket or an event source and send a ticket instead. */
export const transportCredentials = (request: FastifyRequest): HubCredentials => ({
  ...headerCredentials(request),
  accessToken: queryParameter(request, 'access_token'),
});

/**
 * Whether a browser's page may open a WebSocket here: its origin's host is the one it called, or its origin is listed.
 * Only the host is compared, because a proxy in front may end TLS. Programs send no Origin.
 */
export function isAllowedOrigin(request: FastifyRequest, allowedOrigins: readonly string[]): boolean {
  const { origin } = request.headers;
  if (origin === undefined || allowedOrigins.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === request.host.toLowerCase();
}
