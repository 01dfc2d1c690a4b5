import { MAX_SEARCH } from '@portal/domain/list';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from './core/endpoint.ts';
import { endpoints } from './index.ts';

const NAMES = ['search', 'searchTerm', 'q', 'reason'];

/** The search fields of a query or a filter in a body. */
function searchesOf({ method, path, query, body }: Endpoint): [name: string, field: z.core.$ZodType][] {
  const isSearch = method === 'GET' || /search|export/.test(path);
  return [query, isSearch ? body : undefined].flatMap((schema) =>
    schema instanceof z.ZodObject
      ? NAMES.flatMap((name): [string, z.core.$ZodType][] => {
          const field: unknown = schema.shape[name];
          return field instanceof z.core.$ZodType ? [[`${method} ${path}: ${name}`, field]] : [];
        })
      : [],
  );
}

describe('every search', () => {
  const searches = endpoints.flatMap((endpoint) => searchesOf(endpoint));

  it('is found by this test', () => {
    expect(searches.length).toBeGreaterThan(15);
  });

  it.each(searches)('%s takes 10,000 characters and refuses none of them', (_name, field) => {
    const result = z.safeParse(field, 'x'.repeat(10_000));
    expect(result.success).toBe(true);
    expect([MAX_SEARCH, 10_000]).toContain(String(result.data).length);
  });
});
