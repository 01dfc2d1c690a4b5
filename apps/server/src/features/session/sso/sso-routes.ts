import { SSO_FRAGMENT, type SsoFailure } from '@portal/contract/single-sign-on';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { anonymous, requestContext } from '#http/bind.ts';
import { disconnectSignal } from '#http/disconnect-signal.ts';
import { clientAddress, rateLimitKey } from '#platform/client-address.ts';
import { SSO_CALLBACK, SSO_START } from '#platform/sso-config.ts';
import type { Deps } from '#request/context.ts';
import { browserCookie, readBrowser } from './sso-cookie.ts';
import { SsoError } from './sso-error.ts';
import { issuerOf } from './sso-issuers.ts';
import { finishSignIn, randomText, startSignIn } from './sso-sign-in.ts';

/** A whole clinic can share an address and start work at the same minute. */
const PER_MINUTE = 240;

/**
 * Adds the two pages of single sign-on that the browser visits: the start, and where the issuer sends it back to. Both lead to the sign-in page or the issuer,
 * and every failure is a code in the fragment of the sign-in page. They are no endpoints of the contract because they answer with redirects and cookies.
 */
export function registerSingleSignOn(app: FastifyInstance, deps: Deps): void {
  const settings = deps.config.sso;
  const issuer = issuerOf(deps);
  if (settings === undefined || issuer === undefined) return;
  const isSecure = settings.redirectUri.startsWith('https:');
  const contextOf = (request: FastifyRequest, reply: FastifyReply) =>
    requestContext(deps, request, anonymous(), () => disconnectSignal(reply));
  // In addition to the limit of all requests.
  const count = app.createRateLimit({
    max: PER_MINUTE,
    timeWindow: '1 minute',
    // Workers share one store for all limits.
    keyGenerator: (request) => `sso ${rateLimitKey(clientAddress(request))}`,
  });
  const options: RouteShorthandOptions = {
    schema: { hide: true },
    exposeHeadRoute: false,
    preHandler: async (request) => {
      const counted = await count(request);
      if (!counted.isAllowed && counted.isExceeded) throw new SsoError('busy', 'too many in a minute');
    },
    errorHandler: (error, request, reply) => {
      const reason: SsoFailure = error instanceof SsoError ? error.reason : 'unavailable';
      if (error instanceof SsoError)
        request.log.warn({ reason, detail: error.detail, account: error.account }, 'single sign-on failed');
      else request.log.error({ err: error }, 'single sign-on failed');
      const account = reason === 'relink' && error instanceof SsoError ? error.account : undefined;
      void goTo(
        reply,
        signInPage({
          [SSO_FRAGMENT.failure]: reason,
          ...(account !== undefined && { [SSO_FRAGMENT.account]: account }),
        }),
      );
    },
  };
  app.get(`/api${SSO_START}`, options, async (request, reply) => {
    // Another tab may have a sign-in open, which needs the same value.
    const browser = readBrowser(request.headers.cookie, isSecure) ?? randomText();
    const url = await startSignIn(contextOf(request, reply), issuer, browser);
    void reply.header('set-cookie', browserCookie(browser, isSecure));
    return goTo(reply, url.href);
  });
  app.get(`/api${SSO_CALLBACK}`, options, async (request, reply) => {
    const finished = await finishSignIn(contextOf(request, reply), issuer, {
      query: new URL(request.url, 'http://portal.invalid').search,
      browser: readBrowser(request.headers.cookie, isSecure),
    });
    if ('again' in finished) return goTo(reply, finished.again.href);
    return goTo(reply, signInPage({ [SSO_FRAGMENT.ticket]: finished.ticket }));
  });
}

/** A fragment is sent to no server. */
const signInPage = (values: Readonly<Record<string, string>>) =>
  `/login#${new URLSearchParams(values).toString()}`;

const goTo = (reply: FastifyReply, url: string) =>
  reply.header('cache-control', 'no-store').redirect(url, 303);
