import { describe, expect, it } from 'vitest';
import { Places, visitKey } from './places.ts';

const LIST = true;

/** Places of someone who opened these addresses in order; `*` marks a list. */
function visited(...addresses: readonly string[]) {
  const places = new Places();
  for (const [index, text] of addresses.entries()) visit(places, text, `key${index}`);
  return places;
}

function visit(places: Places, text: string, key: string, state: unknown = null) {
  const [pathname = '', search = ''] = text.replace('*', '').split('?');
  const location = { pathname, search: search === '' ? '' : `?${search}`, key, state };
  places.visit(location, text.startsWith('*') === LIST);
}

describe('the way back to a list', () => {
  it('leads to its last view, past the record and its form', () => {
    const places = visited('*/orders?page=2', '/orders/5', '/orders/5/edit');
    expect(places.returnLink('/orders', '/orders/5/edit')).toEqual({
      to: '/orders?page=2',
      state: { returnsTo: 'key0' },
    });
  });

  it('leads to the list from which the record was opened, such as a tab of a patient', () => {
    const places = visited('*/orders?page=2', '*/patients/1?tab=orders', '/orders/5');
    expect(places.returnLink('/orders', '/orders/5').to).toBe('/patients/1?tab=orders');
  });

  it('does not lead to the record itself, or to one whose Back led here', () => {
    const places = visited('*/patients?search=lee', '*/patients/1', '*/patients/2');
    const back = places.returnLink('/patients', '/patients/2');
    expect(back.to).toBe('/patients/1');
    visit(places, '*/patients/1', 'key9', back.state);
    expect(places.returnLink('/patients', '/patients/1').to).toBe('/patients?search=lee');
  });

  it('is the plain path when the list was not visited, and for links to records', () => {
    const places = visited('/', '/orders/5', '/orders/5/edit');
    expect(places.returnLink('/orders', '/orders/5')).toEqual({ to: '/orders', state: null });
    expect(places.returnLink('/orders/5', '/orders/5/edit')).toEqual({ to: '/orders/5', state: null });
  });

  it('keeps the page that a breadcrumb names', () => {
    const places = visited('*/users?page=3', '*/patients', '/users/7');
    expect(places.lastViewLink('/users').to).toBe('/users?page=3');
  });

  it('has the same key for a return as for the visit that it returns to', () => {
    expect(visitKey({ key: 'b', state: { returnsTo: 'a' } })).toBe('a');
    expect(visitKey({ key: 'b', state: { usr: 1 } })).toBe('b');
  });

  it('leads to a list with its search, which is only in memory', () => {
    const places = visited('/');
    const state = places.rememberSearch('lee');
    visit(places, '*/patients', 'key5', state);
    visit(places, '/patients/1', 'key6');
    const back = places.returnLink('/patients', '/patients/1');
    expect(back.to).toBe('/patients');
    expect(JSON.stringify(back)).not.toContain('lee');
    expect(places.searchText(back.state)).toBe('lee');
    expect(new Places().searchText(back.state)).toBe('');
  });
});

const visitAt = (places: Places, idx: number | null, text: string, key: string) => {
  window.history.replaceState(idx === null ? null : { idx }, '');
  visit(places, text, key);
};

describe('the previous entry of the browser history', () => {
  it('is used for the way back only if it is what the link leads to', () => {
    const places = new Places();
    visitAt(places, 0, '*/orders?page=2', 'list');
    visitAt(places, 1, '/orders/5', 'order');
    visitAt(places, 2, '/orders/5/edit', 'edit');
    expect(places.isBehind({ to: '/orders/5', state: null })).toBe(true);
    expect(places.isBehind(places.returnLink('/orders', '/orders/5/edit'))).toBe(false);
    visitAt(places, 1, '/orders/5/edit', 'other');
    expect(places.isBehind(places.returnLink('/orders', '/orders/5/edit'))).toBe(true);
    expect(places.isBehind({ to: '/orders?page=2', state: { returnsTo: 'another visit' } })).toBe(false);
  });

  it('is not known after a page that the router did not open', () => {
    const places = new Places();
    visitAt(places, 0, '*/orders', 'list');
    visitAt(places, null, '/patients/1', 'patient');
    visitAt(places, 1, '/orders/5', 'order');
    expect(places.isBehind({ to: '/orders', state: null })).toBe(false);
  });
});
