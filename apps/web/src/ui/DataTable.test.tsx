import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { useRowSelection } from './bulk/use-row-selection.ts';
import { browserPage } from './browser-list.ts';
import { DataTable, type DataTableProps } from './DataTable.tsx';
import { useListState } from './use-list-state.ts';

interface Person {
  readonly id: string;
  readonly name: string;
  readonly age: number;
}
type Key = 'name' | 'age';
const people: readonly Person[] = Array.from({ length: 45 }, (_, index) => ({
  id: `p${index}`,
  name: `Person ${index + 1}`,
  age: 90 - index,
}));
const options = { sortKeys: ['name', 'age'], filters: {} } as const;

function People(props: Partial<DataTableProps<Person, Key>>) {
  const state = useListState(options);
  const page = browserPage({
    rows: people,
    search: '',
    searchTexts: ({ name }) => [name],
    sortValues: { name: (row) => row.name, age: (row) => row.age },
    state,
  });
  const selection = useRowSelection(page.rows);
  return (
    <>
      <DataTable<Person, Key>
        label="People"
        columns={[
          { id: 'name', header: 'Name', render: (row) => row.name, sortKey: 'name' },
          { id: 'age', header: 'Age', render: (row) => row.age, sortKey: 'age', align: 'right' },
        ]}
        rows={page.rows}
        totalCount={page.totalCount}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.name}
        state={state}
        errorFallback="Failed to fetch people"
        emptyText="No people found"
        selection={selection}
        {...props}
      />
      <output aria-label="url">{useLocation().search}</output>
      <output aria-label="selected">{[...selection.selected].join(',')}</output>
    </>
  );
}

function show(props: Partial<DataTableProps<Person, Key>> = {}, url = '/') {
  const router = createMemoryRouter([{ path: '/', element: <People {...props} /> }], {
    initialEntries: [url],
  });
  render(<RouterProvider router={router} />);
  return { user: userEvent.setup(), router };
}
const bodyRows = () =>
  within(screen.getByRole('table', { name: 'People' }))
    .getAllByRole('row')
    .slice(1);
const url = () => screen.getByLabelText('url').textContent;
const header = (name: string) => screen.getByRole('columnheader', { name });

describe('data table', () => {
  it('shows 20 rows, offers 10, 20 and 50, and a new size returns to the first page', async () => {
    const { user } = show({}, '/?page=2');
    expect(bodyRows()).toHaveLength(20);
    expect(screen.getByText('21–40 of 45')).toBeTruthy();
    await user.click(screen.getByRole('combobox', { name: 'Rows per page' }));
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['10', '20', '50']);
    await user.click(screen.getByRole('option', { name: '50' }));
    expect(bodyRows()).toHaveLength(45);
    expect(url()).toBe('?pageSize=50');
  });

  it('sorts by a clicked header, and reverses on the second click', async () => {
    const { user, router } = show();
    await user.click(screen.getByRole('button', { name: 'Age' }));
    expect(header('Age').getAttribute('aria-sort')).toBe('ascending');
    expect(bodyRows()[0]?.textContent).toContain('Person 45');
    await user.click(screen.getByRole('button', { name: 'Age' }));
    expect(header('Age').getAttribute('aria-sort')).toBe('descending');
    expect(url()).toBe('?orderBy=age&sortDirection=desc');
    await act(() => router.navigate(-1));
    expect(header('Age').getAttribute('aria-sort')).toBe('ascending');
  });

  it('names rows, actions and checkboxes for screen readers', async () => {
    const clicked: string[] = [];
    const { user } = show(
      {
        actions: [
          { label: 'View', icon: <svg />, to: (row) => `/people/${row.id}` },
          {
            label: 'Remove',
            icon: <svg />,
            onClick: (row) => clicked.push(row.id),
            isDisabled: (row) => row.id === 'p1',
          },
        ],
      },
      '/?pageSize=10',
    );
    expect(screen.getByRole('rowheader', { name: 'Person 1' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'View Person 1' }).getAttribute('href')).toBe('/people/p0');
    await user.click(screen.getByRole('button', { name: 'Remove Person 1' }));
    expect(clicked).toEqual(['p0']);
    expect(screen.getByRole('button', { name: 'Remove Person 2' })).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('checkbox', { name: 'Select Person 2' }));
    expect(screen.getByLabelText('selected').textContent).toBe('p1');
    await user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }));
    expect(screen.getByLabelText('selected').textContent?.split(',')).toHaveLength(10);
  });

  it('shows an approximate total as a lower bound, and disables the last page', () => {
    show({ totalCount: 10_001, isTotalApproximate: true });
    expect(screen.getByText('1–20 of more than 10,000')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Go to last page' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: 'Go to next page' })).toHaveProperty('disabled', false);
  });

  it('shows an empty state', () => {
    show({ rows: [], totalCount: 0 });
    expect(screen.getByText('No people found')).toBeTruthy();
    expect(screen.getByText('0 of 0')).toBeTruthy();
  });

  it('shows the last page for a page past the end', () => {
    show({}, '/?page=9');
    expect(screen.getByText('41–45 of 45')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Go to next page' })).toHaveProperty('disabled', true);
  });

  it('links to the first page from a page that has become empty', async () => {
    const { user } = show({ rows: [], totalCount: 45 }, '/?page=9');
    await user.click(screen.getByRole('button', { name: 'Go to the first page' }));
    expect(url()).toBe('');
  });

  it('shows placeholders while rows are loading', () => {
    show({ rows: undefined, totalCount: undefined });
    expect(bodyRows()).toHaveLength(10);
    expect(screen.getByText('Loading People')).toBeTruthy();
  });

  it('shows a load error with a retry, and keeps existing rows', async () => {
    let retries = 0;
    const retry = () => {
      retries += 1;
    };
    const { user } = show({ rows: undefined, totalCount: undefined, error: new Error('x'), onRetry: retry });
    expect(screen.getByText('Failed to fetch people')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(retries).toBe(1);
    show({ error: new Error('x') });
    expect(screen.getByRole('rowheader', { name: 'Person 1' })).toBeTruthy();
  });

  it('shows a missing permission', () => {
    show({ rows: undefined, error: Object.assign(new Error('No.'), { code: 'FORBIDDEN' }) });
    expect(screen.getByText('Access Denied: You do not have permission to view this page.')).toBeTruthy();
  });
});

const firstCard = () => within(screen.getByRole('list', { name: 'People' })).getAllByRole('listitem')[0];

/** Makes the media queries match that a screen of this width matches. */
function onScreen(width: number) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width <= Number(/max-width:([\d.]+)px/.exec(query)?.[1]),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  onTestFinished(() => void vi.unstubAllGlobals());
}

describe('cards on a phone', () => {
  const columns: DataTableProps<Person, Key>['columns'] = [
    { id: 'age', header: 'Age', render: (row) => `${row.age} years` },
    { id: 'name', header: 'Name', render: (row) => row.name, card: 'title' },
    { id: 'email', header: 'Email', render: () => '' },
  ];
  it('use the first column as the title, or the one marked as title, and leave out what is blank', () => {
    onScreen(390);
    show();
    expect(firstCard()?.textContent).toBe('Person 1Age90');
    cleanup();
    show({ columns });
    expect(firstCard()?.textContent).toBe('Person 1Age90 years');
  });
});
