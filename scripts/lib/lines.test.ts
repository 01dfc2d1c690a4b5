import { describe, expect, it } from 'vitest';
import {
  isProduct,
  longFunctions,
  parseSource,
  readProduct,
  repeatedFieldLists,
  wireRecords,
} from './lines.mjs';

const CONTRACT = parseSource(
  'packages/contract/src/people.ts',
  `export const person = z.object({ id: z.uuid(), firstName: z.string(), lastName: z.string(), dateOfBirth: z.string() });`,
);

const listsIn = (text: string) =>
  repeatedFieldLists([CONTRACT, parseSource('apps/web/src/a.tsx', text)], wireRecords([CONTRACT])).map(
    ({ line, names }) => [line, names.length],
  );

describe('lines of the product', () => {
  it.each([
    ['apps/web/src/a.tsx', true],
    ['packages/domain/src/a.ts', true],
    ['apps/web/src/a.test.tsx', false],
    ['apps/server/src/features/users/test/new-user.ts', false],
    ['apps/web/src/features/users/test/user-fixtures.ts', false],
    ['apps/server/src/db/schema.ts', false],
    ['packages/demo/src/a.ts', false],
  ])('count %s: %s', (path, expected) => {
    expect(isProduct(path)).toBe(expected);
  });

  it.each<[string, string, number[][]]>([
    ['a literal', '\nconst a = { id, firstName: 1, lastName, dateOfBirth };', [[2, 4]]],
    ['a pattern', 'const { id, firstName, lastName, dateOfBirth } = a;', [[1, 4]]],
    ['a type', 'type A = { id: 1; firstName: 2; lastName: 3; dateOfBirth: 4 };', [[1, 4]]],
    ['an interface', 'interface A { id: 1; firstName: 2; lastName: 3; other: 4 }', [[1, 4]]],
    ['columns', `select(['p.id', 'p.first_name', 'p.last_name', 'date_of_birth']);`, [[1, 4]]],
    ['a choice of names', `type A = Pick<B, 'id' | 'firstName' | 'lastName' | 'dateOfBirth'>;`, [[1, 4]]],
    ['three of a record', 'const a = { id, firstName, lastName };', []],
    ['other names', 'const a = { id, firstName, b, c };', []],
  ])('find the fields of a record in %s', (_, text, found) => {
    expect(listsIn(text)).toEqual(found);
  });

  it('have no function of more than 80', async () => {
    expect(longFunctions(await readProduct())).toEqual([]);
  });

  it('find functions of more than 80 lines', () => {
    const lines = '\n'.repeat(78);
    const file = parseSource('a.ts', `const a = () => {${lines}\n}; const b = () => {${lines}\n\n};`);
    expect(longFunctions([file])).toEqual([{ path: 'a.ts', line: 80, lines: 81 }]);
  });
});
