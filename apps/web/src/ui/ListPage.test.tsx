import { render, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it, vi } from 'vitest';
import { ListPage } from './ListPage.tsx';
import { useListState } from './use-list-state.ts';

const LIST = { sortKeys: [], filters: {} } as const;

function People() {
  return (
    <ListPage
      title="All people"
      list={useListState(LIST)}
      query={{
        data: { data: [{ id: 'p1', name: 'Jane Smith' }], totalCount: 1 },
        error: null,
        isFetching: false,
        refetch: vi.fn<() => Promise<never>>(),
      }}
      label="People"
      columns={[{ id: 'name', header: 'Name', render: ({ name }) => name }]}
      rowKey={({ id }) => id}
      rowLabel={({ name }) => name}
      errorFallback="Failed to fetch people"
      emptyText="No people found"
    />
  );
}

it.each([390, 1440])('shows its rows on a screen of %d px', async (width) => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width <= Number(/max-width:([\d.]+)px/.exec(query)?.[1]),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  try {
    render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <People /> }])} />);
    const rows = await screen.findByRole(width === 390 ? 'list' : 'table', { name: 'People' });
    expect(within(rows).getByText('Jane Smith')).toBeDefined();
  } finally {
    vi.unstubAllGlobals();
  }
});
