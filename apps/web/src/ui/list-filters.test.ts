import { endpoints } from '@portal/contract';
import { z } from 'zod';
import { expect, it } from 'vitest';

const SOURCES = import.meta.glob<string>(['../**/*.ts', '../**/*.tsx', '!../**/*.test.*'], {
  eager: true,
  query: '?raw',
  import: 'default',
});
const ID = '22222222-2222-4222-8222-222222222222';

/** The names of query parameters that the server takes only as an id. */
const idNames = new Set(
  endpoints.flatMap(({ query }) =>
    query instanceof z.ZodObject
      ? Object.entries<z.ZodType>(query.shape).flatMap(([name, schema]) =>
          schema.safeParse(ID).success && !schema.safeParse('x').success ? [name] : [],
        )
      : [],
  ),
);

/** The filters of these kinds in the options of lists. */
const filtersOf = (kind: 'id' | 'text') =>
  Object.entries(SOURCES).flatMap(([path, source]) =>
    [...source.matchAll(new RegExp(`\\b(\\w+): '${kind}'[,;\\s]`, 'g'))].map(([, name = '']) => ({
      path,
      name,
    })),
  );

it('finds the ids among the parameters, and the filters that take one', () => {
  expect([...idNames]).toEqual(expect.arrayContaining(['patientId', 'changedBy', 'templateId']));
  const names = filtersOf('id').map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['patientId', 'changedBy', 'templateId', 'userId']));
});

// Any other text would end in an error that Retry cannot repair.
it('has no list filter that takes an id as any text', () => {
  const found = filtersOf('text').filter(({ name }) => idNames.has(name) || /(Id|By)$/.test(name));
  expect(found).toEqual([]);
});
