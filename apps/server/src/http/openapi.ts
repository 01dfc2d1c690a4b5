import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { isOpenToKeys, type Endpoint } from '@portal/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** Serves the OpenAPI description of the contract and a page to read it at `/api/docs`. */
export async function registerOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: {
        title: 'Medical Portal',
        description: 'The portal’s API. All paths start with /api.',
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
    transform: jsonSchemaTransform,
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // Use our content security policy; the page’s own would be weaker.
    staticCSP: false,
    uiConfig: { docExpansion: 'list' },
  });
}

/** Who can call an endpoint, as OpenAPI describes it. */
export function securityOf(endpoint: Endpoint): Record<string, string[]>[] {
  if (endpoint.guard.kind === 'public') return [];
  return isOpenToKeys(endpoint) ? [{ session: [] }, { apiKey: [] }] : [{ session: [] }];
}
