import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { Picture } from './Picture.tsx';
import type { PictureRow } from './picture-rows.ts';
// Preload the large chart module, so that no test has to wait for it.
import './Bars.tsx';

const ROWS: readonly PictureRow[] = [
  { id: 'a', label: 'Today', values: [1200, 3], to: '/list?age=a' },
  { id: 'b', label: 'Earlier', values: [0, 4] },
];
const TITLE = 'How long have callers waited?';

const show = (props: Partial<Parameters<typeof Picture>[0]>) =>
  showPage({
    server: createFakeServer(),
    at: '/',
    pages: {
      '/': () => (
        <Picture
          title={TITLE}
          chart={{ kind: 'bars' }}
          rowHeader="Waiting since"
          series={['Open', 'Urgent']}
          rows={ROWS}
          emptyText="No open messages"
          {...props}
        />
      ),
      '/list': () => <p>The list</p>,
    },
  });

const links = () => screen.getAllByRole('link');

const cells = () =>
  Array.from(document.querySelectorAll(`table[aria-label="${TITLE}"] tr`), (row) =>
    Array.from(row.children, ({ textContent }) => textContent),
  );

describe('picture', () => {
  it('has its numbers in a table, also while the chart is shown', async () => {
    await show({});
    expect(await screen.findByRole('region', { name: TITLE })).toBeTruthy();
    expect(cells()).toEqual([
      ['Waiting since', 'Open', 'Urgent'],
      ['Today', '1,200', '3'],
      ['Earlier', '0', '4'],
    ]);
    const table = within(screen.getByRole('table', { name: TITLE }));
    expect(table.getByRole('rowheader', { name: 'Today' })).toBeTruthy();
    expect(table.getAllByRole('columnheader')).toHaveLength(3);
  });

  it('links its numbers to their list, and only in sight with a tab stop', async () => {
    const { user, router } = await show({});
    expect(links().map((link) => link.getAttribute('href'))).toEqual(['/list?age=a', '/list?age=a']);
    expect(links().map((link) => link.tabIndex)).toEqual([-1, -1]);
    await user.click(screen.getByRole('button', { name: `Show as table: ${TITLE}` }));
    expect(links().map((link) => link.tabIndex)).toEqual([0, 0]);
    expect(screen.getByRole('button', { name: `Show as chart: ${TITLE}` })).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'Today: 1,200' }));
    await waitFor(() => expect(router.state.location.search).toBe('?age=a'));
  });

  it('says in one line that there is nothing to show', async () => {
    await show({ rows: [{ id: 'a', label: 'Today', values: [0, 0] }] });
    expect(await screen.findByText('No open messages')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('waits in its own shape', async () => {
    await show({ rows: undefined });
    expect(await screen.findByLabelText('Loading')).toBeTruthy();
  });

  it('can be loaded again after a failure', async () => {
    const refetch = vi.fn<() => void>();
    const { user } = await show({ rows: undefined, query: { error: new Error('Busy'), refetch } });
    await user.click(await screen.findByRole('button', { name: `Load again: ${TITLE}` }));
    expect(refetch).toHaveBeenCalledOnce();
  });
});
