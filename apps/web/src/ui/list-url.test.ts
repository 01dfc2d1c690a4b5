import { describe, expect, it } from 'vitest';
import { readListUrl, writeListUrl } from './list-url.ts';

const options = {
  sortKeys: ['mrn', 'name'],
  defaultSort: { orderBy: 'name', sortDirection: 'asc' },
  filters: { status: ['Pending', 'Completed'], patientId: 'text' },
} as const;
const read = (url: string) => readListUrl(new URLSearchParams(url), options);
const write = (url: string, change: Partial<ReturnType<typeof read>>) =>
  writeListUrl(new URLSearchParams(url), { ...read(url), ...change }, options).toString();

describe('list state in the URL', () => {
  it('starts on page 1 with 20 rows and the default sort', () => {
    expect(read('')).toEqual({
      page: 1,
      pageSize: 20,
      orderBy: 'name',
      sortDirection: 'asc',
      search: '',
      filters: { status: '', patientId: '' },
    });
  });

  it('accepts known values and uses defaults for the rest', () => {
    const position = read(
      'page=3&pageSize=50&orderBy=mrn&sortDirection=desc&search=ann&status=Pending&patientId=7',
    );
    expect(position).toMatchObject({
      page: 3,
      pageSize: 50,
      orderBy: 'mrn',
      sortDirection: 'desc',
      search: 'ann',
    });
    expect(position.filters).toEqual({ status: 'Pending', patientId: '7' });
    expect(read('page=0')).toEqual(read(''));
    expect(read('page=-1&pageSize=7&orderBy=password&sortDirection=up&status=x')).toEqual(read(''));
  });

  it('omits defaults and keeps other parameters', () => {
    expect(write('tab=2&page=3&search=a', { page: 1, search: '' })).toBe('tab=2');
    expect(write('', { page: 2, pageSize: 10, search: 'ann lee' })).toBe('search=ann+lee&pageSize=10&page=2');
    expect(write('status=Pending', { filters: { status: '', patientId: '' } })).toBe('');
    const byName = { orderBy: 'name', sortDirection: 'asc' } as const;
    expect(write('orderBy=mrn&sortDirection=desc', byName)).toBe('');
  });

  it.each([
    ['name', 'asc'],
    ['name', 'desc'],
    ['mrn', 'asc'],
    ['mrn', 'desc'],
  ] as const)('reads back the sort by %s %s', (orderBy, sortDirection) => {
    expect(read(write('', { orderBy, sortDirection }))).toMatchObject({ orderBy, sortDirection });
  });

  it('keeps a descending default sort, and sorts other keys ascending by default', () => {
    const newest = { ...options, defaultSort: { orderBy: 'mrn', sortDirection: 'desc' } } as const;
    expect(readListUrl(new URLSearchParams(), newest)).toMatchObject({
      orderBy: 'mrn',
      sortDirection: 'desc',
    });
    expect(readListUrl(new URLSearchParams('orderBy=name'), newest)).toMatchObject({ sortDirection: 'asc' });
    const reversed = { ...readListUrl(new URLSearchParams(), newest), sortDirection: 'asc' } as const;
    const url = writeListUrl(new URLSearchParams(), reversed, newest);
    expect(readListUrl(url, newest)).toMatchObject({ orderBy: 'mrn', sortDirection: 'asc' });
  });
});

describe('filters without a list of values', () => {
  const kinds = { patientId: 'id', startDate: 'text' } as const;
  const filtersOf = (query: string) =>
    readListUrl(new URLSearchParams(query), { sortKeys: [], filters: kinds }).filters;
  const id = '22222222-2222-4222-8222-222222222222';

  it('keep an id and a text', () => {
    expect(filtersOf(`patientId=${id}&startDate=2026-11-26`)).toEqual({
      patientId: id,
      startDate: '2026-11-26',
    });
  });

  it.each(['x', '7', 'null'])('ignore %s as an id, which the server would refuse', (value) => {
    expect(filtersOf(`patientId=${value}`)).toEqual({ patientId: '', startDate: '' });
  });
});
