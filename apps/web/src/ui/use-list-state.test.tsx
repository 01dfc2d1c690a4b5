import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { useListState } from './use-list-state.ts';

const options = { sortKeys: ['name', 'age'], filters: { inactive: ['true'] } } as const;
const PRIVATE = { ...options, hidesSearch: true } as const;

function listAt(url: string, hidesSearch = false) {
  let content: ReactNode = null;
  const router = createMemoryRouter([{ path: '/', Component: () => content }], { initialEntries: [url] });
  const wrapper = ({ children }: { readonly children: ReactNode }) => {
    content = children;
    return <RouterProvider router={router} />;
  };
  const { result } = renderHook(() => useListState(hidesSearch ? PRIVATE : options), { wrapper });
  return { result, router, search: () => router.state.location.search };
}

describe('list state in the URL', () => {
  it('applies several changes made before the first one is rendered', async () => {
    const { result, search } = listAt('/?page=3');
    const { setFilter, toggleSort } = result.current;
    act(() => {
      setFilter('inactive', 'true');
      toggleSort('age');
      toggleSort('age');
    });
    await waitFor(() => expect(search()).toBe('?inactive=true&orderBy=age&sortDirection=desc'));
    await waitFor(() => expect(result.current.filters.inactive).toBe('true'));
  });

  it('builds on the current URL after Back', async () => {
    const { result, router, search } = listAt('/?search=lee');
    act(() => result.current.setFilter('inactive', 'true'));
    await waitFor(() => expect(result.current.filters.inactive).toBe('true'));
    await act(() => router.navigate(-1));
    await waitFor(() => expect(result.current.filters.inactive).toBe(''));
    act(() => result.current.toggleSort('name'));
    await waitFor(() => expect(search()).toBe('?search=lee&orderBy=name'));
  });

  it('keeps a search for patients out of the URL and the history, and Back shows it again', async () => {
    const { result, router, search } = listAt('/', true);
    act(() => result.current.setSearch('Quexbymark'));
    await waitFor(() => expect(result.current.search).toBe('Quexbymark'));
    act(() => result.current.setPage(2));
    await waitFor(() => expect(search()).toBe('?page=2'));
    expect([result.current.search, result.current.isFiltered]).toEqual(['Quexbymark', true]);
    act(() => result.current.setSearch('Othermark'));
    await waitFor(() => expect(result.current.search).toBe('Othermark'));
    expect(JSON.stringify(router.state.location)).not.toMatch(/mark/);
    await act(() => router.navigate(-1));
    await waitFor(() => expect([result.current.search, result.current.page]).toEqual(['Quexbymark', 2]));
    await act(() => router.navigate(-2));
    await waitFor(() => expect(result.current.search).toBe(''));
    act(() => result.current.clearFilters());
    await waitFor(() => expect(result.current.search).toBe(''));
  });

  it('takes a search for patients out of an old link', async () => {
    const { result, router } = listAt('/?search=Quexbymark&inactive=true', true);
    await waitFor(() => expect(router.state.location.search).toBe('?inactive=true'));
    await waitFor(() => expect(result.current.search).toBe('Quexbymark'));
    expect(JSON.stringify(router.state.location)).not.toMatch(/mark/);
  });
});
