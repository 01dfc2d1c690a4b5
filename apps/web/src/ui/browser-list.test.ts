import { array, assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { browserPage, compareValues, searchRows, sortRows } from './browser-list.ts';

interface Place {
  readonly name: string;
  readonly city: string | null;
  readonly users: number;
}

const places: readonly Place[] = [
  { name: 'Suite 10', city: 'Boston', users: 2 },
  { name: 'suite 9', city: null, users: 12 },
  { name: 'Élan', city: 'austin', users: 0 },
  { name: 'Zoo', city: 'Boston', users: 2 },
];
const names = (rows: readonly Place[]) => rows.map(({ name }) => name);

const page = (number: number) =>
  browserPage({
    rows: places,
    search: '',
    searchTexts: (row) => [row.name],
    sortValues: { name: (row) => row.name },
    state: { page: number, pageSize: 3, orderBy: 'name', sortDirection: 'asc' },
  });

describe('lists sorted and filtered in the browser', () => {
  it('sort texts in natural order, with numbers by value', () => {
    expect(names(sortRows(places, (row) => row.name, 'asc'))).toEqual(['Élan', 'suite 9', 'Suite 10', 'Zoo']);
    expect(names(sortRows(places, (row) => row.users, 'desc'))).toEqual([
      'suite 9',
      'Suite 10',
      'Zoo',
      'Élan',
    ]);
  });

  it('sort empty values last and keep equal rows in order, in both directions', () => {
    expect(names(sortRows(places, (row) => row.city, 'asc'))).toEqual(['Élan', 'Suite 10', 'Zoo', 'suite 9']);
    expect(names(sortRows(places, (row) => row.city, 'desc'))).toEqual([
      'Suite 10',
      'Zoo',
      'Élan',
      'suite 9',
    ]);
  });

  it('have a total order', () => {
    assert(
      property(array(string(), { maxLength: 8 }), (texts) => {
        const sorted = sortRows(texts, (text) => text, 'asc');
        const present = sorted.filter((text) => text !== '');
        for (const [at, text] of present.entries()) {
          const after = present.slice(at).map((other) => Math.sign(compareValues(text, other)));
          expect(after).not.toContain(1);
        }
        expect(sorted.toSorted()).toEqual(texts.toSorted());
      }),
    );
  });

  it('find all words in any column, order and case', () => {
    const found = searchRows(places, ' boston  SUITE ', (row) => [row.name, row.city]);
    expect(names(found)).toEqual(['Suite 10']);
    expect(searchRows(places, '   ', (row) => [row.name])).toHaveLength(4);
  });

  it('page after searching and sorting, and show the last page for a page past the end', () => {
    expect(names(page(2).rows)).toEqual(['Zoo']);
    expect(page(9)).toMatchObject({ page: 2, totalCount: 4 });
  });
});
