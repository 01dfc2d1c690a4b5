import { endpoints } from '@portal/contract';
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { AppError } from '#platform/app-error.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const satisfies HTTPMethods[];

/** Gives `/patient/:id` and `/patient/:patientId` the same shape. */
const shapeOf = (path: string) => path.replaceAll(/:\w+/g, ':');
/** Sorts a path with a fixed segment before one with a parameter in that place. */
const rank = (path: string) =>
  path
    .split('/')
    .map((segment) => (segment.startsWith(':') ? '1' : '0'))
    .join('');

interface Shape {
  readonly path: string;
  readonly pattern: RegExp;
  readonly methods: readonly string[];
}

const shapes: readonly Shape[] = [...Map.groupBy(endpoints, ({ path }) => shapeOf(path)).values()]
  .map((same): Shape => {
    const path = same[0]?.path ?? '';
    const methods = [...new Set(same.map(({ method }) => method))];
    return {
      path,
      pattern: new RegExp(`^/api${path.replaceAll(/:\w+/g, '[^/]+')}$`),
      methods: methods.includes('GET') ? [...methods, 'HEAD'] : methods,
    };
  })
  .toSorted((a, b) => Number(rank(a.path) > rank(b.path)) - Number(rank(a.path) < rank(b.path)));

/** The methods that an API URL supports, or an empty list for an unknown URL. */
export function allowedMethods(url: string): readonly string[] {
  const path = url.split('?')[0] ?? '';
  return shapes.find(({ pattern }) => pattern.test(path))?.methods ?? [];
}

/**
 * Responds with 405 to undeclared methods of fixed paths. The router would otherwise treat `DELETE
 * /patient/duplicates` as the deletion of a patient with that id.
 */
export function refuseOtherMethods(app: FastifyInstance): void {
  for (const { path, methods } of shapes) {
    const methodsOfOthers = shapes
      .filter((other) => other.path !== path && other.pattern.test(`/api${path}`))
      .flatMap((other) => other.methods);
    for (const method of METHODS) {
      if (methods.includes(method) || !methodsOfOthers.includes(method)) continue;
      app.route({
        method,
        url: `/api${path}`,
        schema: { hide: true },
        onRequest: async () => {
          throw new AppError('METHOD_NOT_ALLOWED');
        },
        handler: async () => undefined,
      });
    }
  }
}
