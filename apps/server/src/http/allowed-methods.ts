import { endpoints } from '@portal/contract';
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { AppError } from '#platform/app-error.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const satisfies HTTPMethods[];

/** Gives `/patient/:id` and `/patient/:patientId` the same shape. */
const shapeOf = (path: string) => path.replaceAll(/:\w+/g, ':');
/** Paths with more fixed segments are matched before paths with parameters. */
const isFixed = (segment: string) => !segment.startsWith(':');

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
  .toSorted((a, b) => mostFixedFirst(a.path, b.path));

function mostFixedFirst(a: string, b: string): number {
  const others = b.split('/');
  for (const [index, segment] of a.split('/').entries()) {
    const difference = Number(isFixed(others[index] ?? '')) - Number(isFixed(segment));
    if (difference !== 0) return difference;
  }
  return 0;
}

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
  for (const { path, methods } of shapes)
    for (const method of METHODS) {
      const isTakenForAnother = shapes.some(
        (other) => other.path !== path && other.methods.includes(method) && other.pattern.test(`/api${path}`),
      );
      if (methods.includes(method) || !isTakenForAnother) continue;
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
