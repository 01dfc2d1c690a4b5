import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

/**
 * Sets the security headers of every response: a strict content security policy without inline scripts, no framing,
 * no sniffing, no referrer. Inline style elements are allowed because MUI injects its rules into one. Pages may connect
 * to the speech server, if there is one, and use the microphone.
 */
export function registerSecurityHeaders(app: FastifyInstance, speechServer: string | undefined): void {
  const headers = [
    ...constantHeaders(
      helmet({
        contentSecurityPolicy: {
          useDefaults: false,
          directives: {
            defaultSrc: ["'none'"],
            scriptSrc: ["'self'"],
            styleSrc: ["'self'", "'unsafe-inline'"],
            imgSrc: ["'self'", 'data:', 'blob:'],
            fontSrc: ["'self'"],
            connectSrc: ["'self'", ...(speechServer === undefined ? [] : [speechServer])],
            manifestSrc: ["'self'"],
            frameSrc: ["'self'", 'blob:'],
            workerSrc: ["'self'"],
            baseUri: ["'none'"],
            formAction: ["'self'"],
            frameAncestors: ["'none'"],
          },
        },
        crossOriginEmbedderPolicy: false,
        frameguard: { action: 'deny' },
        hsts: { maxAge: 31_536_000, includeSubDomains: true },
        referrerPolicy: { policy: 'no-referrer' },
      }),
    ),
    ['permissions-policy', 'camera=(), microphone=(self), geolocation=(), payment=(), usb=()'] as const,
  ];
  app.addHook('onRequest', (_request, { raw }, done) => {
    for (const [name, value] of headers) raw.setHeader(name, value);
    done();
  });
}

/** The headers that the middleware sets, which are the same for every response. */
function constantHeaders(middleware: ReturnType<typeof helmet>): [string, string][] {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  middleware(response.req, response, () => undefined);
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]);
}
