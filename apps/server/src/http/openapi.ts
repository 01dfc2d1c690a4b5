import { setImmediate as nextTurn } from 'node:timers/promises';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { isOpenToKeys, type Endpoint } from '@portal/contract/endpoint';
import { file } from '@portal/contract/file';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { authenticate } from '#authz/authenticate.ts';
import { AppError } from '#platform/app-error.ts';
import { clientAddress } from '#platform/client-address.ts';
import type { Deps } from '#request/context.ts';

const PREFIX = '/api/docs';
/** The description itself; the page around it holds nothing. */
const DESCRIPTION = `${PREFIX}/json`;
const YAML = `${PREFIX}/yaml`;

type Transform = typeof jsonSchemaTransform;
type Described = Parameters<Transform>[0];

/**
 * Serves the OpenAPI description of the contract to signed-in users, and a page to read it at `/api/docs`. The description is built once, at
 * the first request, one endpoint per turn of the event loop.
 */
export async function registerOpenApi(app: FastifyInstance, deps: Deps): Promise<void> {
  const transformed = new Map<unknown, ReturnType<Transform>>();
  const routes: Pick<Described, 'schema' | 'url' | 'route'>[] = [];
  app.addHook('onRoute', (route) => {
    const { schema, url } = route;
    if (schema !== undefined && schema.hide !== true) routes.push({ schema, url, route });
  });
  const transform: Transform = (document) => {
    const known = transformed.get(document.schema);
    return known !== undefined && known.url === document.url ? known : jsonSchemaTransform(document);
  };
  await app.register(swagger, {
    openapi: {
      openapi: VERSION,
      info: {
        title: 'Medical Portal',
        description:
          'The portal’s API. All paths start with /api. What a PUT or PATCH leaves out stays as it is.',
        version: '1',
      },
      components: {
        securitySchemes: {
          session: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'The token of a signed-in user',
          },
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'mpk_…',
            description: 'An API key, limited to its permissions and those of its creator',
          },
        },
      },
      security: [{ session: [] }],
    },
    transform,
  });
  const build = async (): Promise<string> => {
    for (const route of routes) {
      await nextTurn();
      transformed.set(route.schema, jsonSchemaTransform({ ...route, openapiObject: { openapi: VERSION } }));
    }
    await nextTurn();
    const text = JSON.stringify(app.swagger());
    transformed.clear();
    return text;
  };
  let description: Promise<string> | undefined;
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      if (isDescription(request)) await requireSession(deps, request);
    });
    scope.addHook('preHandler', async (request, reply) => {
      if (request.routeOptions.url !== DESCRIPTION) return;
      await reply.type('application/json; charset=utf-8').send(await (description ??= build()));
    });
    await scope.register(swaggerUi, {
      routePrefix: PREFIX,
      // Use our content security policy; the page’s own would be weaker.
      staticCSP: false,
      uiConfig: { docExpansion: 'list', requestInterceptor: withToken },
    });
  });
}

const VERSION = '3.0.3';

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

const NOTHING = z.strictObject({});
const EMPTY_BODY = NOTHING.nullish();

/** What the server checks and describes of an endpoint's requests and answers. */
export const schemaOf = (endpoint: Endpoint) => ({
  tags: [endpoint.tag],
  summary: endpoint.summary,
  security: securityOf(endpoint),
  querystring: endpoint.query ?? NOTHING,
  ...(endpoint.params === undefined ? {} : { params: endpoint.params }),
  ...(endpoint.method === 'GET' || endpoint.upload !== undefined
    ? {}
    : { body: endpoint.body ?? EMPTY_BODY }),
  ...(endpoint.upload === undefined ? {} : { consumes: ['multipart/form-data'] }),
  ...(endpoint.status === 204 || endpoint.response === file
    ? {}
    : { response: { [endpoint.status ?? 200]: endpoint.response } }),
});

/** Who can call an endpoint, as OpenAPI describes it. */
function securityOf(endpoint: Endpoint): Record<string, string[]>[] {
  if (endpoint.guard.kind === 'public') return [];
  return isOpenToKeys(endpoint) ? [{ session: [] }, { apiKey: [] }] : [{ session: [] }];
}
