import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authenticate } from '#authz/authenticate.ts';
import { AppError } from '#platform/app-error.ts';
import { clientAddress } from '#platform/client-address.ts';
import type { Deps } from '#request/context.ts';
import { describeApi } from './openapi/document.ts';

const PREFIX = '/api/docs';
/** The description itself; the page around it holds nothing. */
const DESCRIPTION = `${PREFIX}/json`;
const YAML = `${PREFIX}/yaml`;

/**
 * Serves the OpenAPI description of the contract to signed-in users, and a page to read it at `/api/docs`. The description is built once, at
 * the first request.
 */
export async function registerOpenApi(app: FastifyInstance, deps: Deps): Promise<void> {
  // Filled then: the plugin writes the YAML from it.
  const document = { openapi: '3.1.1', info: { title: '', version: '' }, paths: {} };
  await app.register(swagger, { mode: 'static', specification: { document } });
  const build = async (): Promise<string> =>
    JSON.stringify(Object.assign(document, await describeApi(deps.config.publicUrl ?? '/')));
  let description: Promise<string> | undefined;
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      if (isDescription(request)) await requireSession(deps, request);
    });
    scope.addHook('preHandler', async (request, reply) => {
      if (!isDescription(request)) return;
      const text = await (description ??= build());
      if (request.routeOptions.url === DESCRIPTION)
        await reply.type('application/json; charset=utf-8').send(text);
    });
    await scope.register(swaggerUi, {
      routePrefix: PREFIX,
      // Use our content security policy; the page’s own would be weaker.
      staticCSP: false,
      uiConfig: { docExpansion: 'list', requestInterceptor: withToken },
    });
  });
}

const isDescription = ({ routeOptions: { url } }: FastifyRequest): boolean =>
  url === DESCRIPTION || url === YAML;

async function requireSession(deps: Deps, request: FastifyRequest): Promise<void> {
  const { authorization } = request.headers;
  const { ipAllowed } = await authenticate(deps, { authorization, ip: clientAddress(request) }, true);
  if (!ipAllowed) throw new AppError('IP_NOT_ALLOWED');
}

/** Runs in the page: the description needs the token of the signed-in user. */
function withToken<T extends object>(request: T): T {
  const token = localStorage.getItem('token');
  if (token !== null && 'url' in request && String(request.url).endsWith('/api/docs/json'))
    Object.assign(request, { headers: { Authorization: `Bearer ${token}` } });
  return request;
}
