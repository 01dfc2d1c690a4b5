import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Answer } from '#lib/test/fake-server.ts';
import { fillIn } from '#lib/test/fill-in.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { aCard, aDetail, REASON, timecardServer } from './test/timecard-fixtures.ts';
import { TimecardHistoryPage } from './TimecardHistoryPage.tsx';

const HISTORY = '/timecard/my-timecards';
const at = '2026-11-20T19:02:00.000Z';
const corrected = aCard({
  isCorrected: true,
  lastCorrection: { action: 'Changed', at, byName: 'Ann Lee', reason: REASON },
});
const { clockInTime, clockOutTime } = corrected;
const values = { clockInTime, clockOutTime, lunchStartTime: null, lunchEndTime: null, notes: null };
const detail = aDetail({
  ...corrected,
  corrections: [
    {
      id: '33333333-3333-4333-8333-333333333333',
      at,
      by: { id: '44444444-4444-4444-8444-444444444444', firstName: 'Ann', lastName: 'Lee' },
      action: 'Changed',
      reason: REASON,
      oldValues: { ...values, clockOutTime: null },
      newValues: values,
    },
  ],
});
const found = (data: readonly object[]): Answer => ({
  body: { data, totalCount: data.length, totalHours: data.length * 28_800 },
});

async function history(
  answer: Answer | ((seen: { readonly query: URLSearchParams }) => Answer),
  search = '',
) {
  const server = timecardServer();
  server.on(`GET ${HISTORY}`, answer);
  server.on(`GET /timecard/${corrected.id}`, { body: detail });
  const page = await showPage({
    server,
    pages: { '/timecard/history': TimecardHistoryPage },
    at: `/timecard/history${search}`,
    permissions: ['Timecard.View'],
  });
  await screen.findByText('Refresh');
  const asked = () => Object.fromEntries(server.calls.findLast(({ path }) => path === HISTORY)?.query ?? []);
  return { ...page, server, asked };
}

it('shows who corrected a card, when and why, and opens the previous values', async () => {
  const { user } = await history(found([corrected]));
  await user.click(await screen.findByText('Changed by Ann Lee on 11/20/2026 2:02 PM: Forgot to clock out'));
  const dialog = within(await screen.findByRole('dialog'));
  const [, changed] = await dialog.findAllByRole('row');
  expect(changed?.textContent).toBe('Clock Out—11/19/2026 4:00 PM');
});

it('marks a card that also counts hours on other dates', async () => {
  await history(found([{ ...aCard({ totalHours: 21_600 }), hoursInRange: 7200 }]));
  const mark = await screen.findByText('02:00 on these dates');
  expect(mark.closest('td')?.textContent).toBe('06:0002:00 on these dates');
});

it('shows times, hours and status of each card, and the totals', async () => {
  const lunch = { lunchStartTime: '2026-11-19T17:00:00.000Z', lunchEndTime: '2026-11-19T17:30:00.000Z' };
  const card = aCard({ ...lunch, lunchDuration: 1800, totalHours: 27_000, notes: 'Front desk' });
  const { user } = await history(found([card]));
  const row = (await screen.findByText('11/19/2026')).closest('tr');
  expect(Array.from(row?.cells ?? [], ({ textContent }) => textContent)).toEqual([
    '11/19/2026',
    '8:00 AM',
    '4:00 PM',
    '12:00 PM–12:30 PM (00:30)',
    '07:30',
    'Complete',
    'Front desk',
  ]);
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Date',
    'Clock In',
    'Clock Out',
    'Lunch',
    'Total Hours',
    'Status',
    'Notes',
  ]);
  expect(screen.getByText('Total Hours', { selector: 'dt' }).nextElementSibling?.textContent).toBe('08:00');
  await user.click(screen.getByRole('combobox', { name: /Rows per page/ }));
  const sizes = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
  expect(sizes).toEqual(['5', '10', '25', '50']);
});

it('shows who added a card', async () => {
  const lastCorrection = { action: 'Added', at, byName: 'Ann Lee', reason: REASON } as const;
  await history(found([aCard({ lastCorrection })]));
  expect(await screen.findByText(`Added by Ann Lee on 11/20/2026 2:02 PM: ${REASON}`)).toBeTruthy();
});

it('shows an error if the history cannot be loaded', async () => {
  await history({ status: 400, body: {} });
  expect(await screen.findByText('Failed to load timecard history')).toBeTruthy();
});

it('shows an error if the corrections cannot be loaded, and loads them again on Retry', async () => {
  const { user, server } = await history(found([corrected]));
  server.on(`GET /timecard/${corrected.id}`, { status: 500, body: {} });
  await user.click(await screen.findByText(/^Changed by Ann Lee/));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('Failed to load timecard data')).toBeTruthy();
  server.on(`GET /timecard/${corrected.id}`, { body: detail });
  await user.click(dialog.getByText('Retry'));
  expect(await dialog.findByText(REASON)).toBeTruthy();
});

describe('date range of the history', () => {
  it('covers 30 days up to the practice’s current date, or up to the selected end date', async () => {
    const { user, asked } = await history(found([aCard()]));
    await screen.findByText('11/19/2026');
    expect(asked()).toMatchObject({ startDate: '2026-10-23', endDate: '2026-11-21' });
    await fillIn(user, screen.getByLabelText('End Date'), '03/10/2026');
    await waitFor(() => expect(asked()).toMatchObject({ startDate: '2026-02-09', endDate: '2026-03-10' }));
  });

  it('is neither requested nor exported if reversed', async () => {
    const { server } = await history(found([]), '?startDate=2026-11-21&endDate=2026-11-20');
    expect(screen.getByText('The end date must not be before the start date')).toBeTruthy();
    expect(screen.getByText('Export CSV')).toHaveProperty('disabled', true);
    expect(server.countOf(`GET ${HISTORY}`)).toBe(0);
  });

  it('shows an empty state and disables the export without timecards', async () => {
    await history(found([]));
    expect(await screen.findByText('No timecards in this date range')).toBeTruthy();
    expect(screen.getByText('Export CSV')).toHaveProperty('disabled', true);
  });
});

it('prints all rows; the print command of the browser says that rows are missing', async () => {
  const cards = Array.from({ length: 21 }, (_, index) =>
    aCard({ id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}` }),
  );
  const { user } = await history(({ query }) => ({
    body: { data: cards.slice(0, Number(query.get('pageSize'))), totalCount: 21, totalHours: 604_800 },
  }));
  const table = screen.getByRole('table', { name: 'Timecard history' });
  await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(11));
  const papers: string[] = [];
  const printNow = () => {
    act(() => {
      window.dispatchEvent(new Event('beforeprint'));
    });
    papers.push(`${table.querySelectorAll('tbody tr').length} ${document.body.textContent}`);
    act(() => {
      window.dispatchEvent(new Event('afterprint'));
    });
  };
  printNow();
  expect(papers[0]).toMatch(/^10 .*Rows 1–10 of 21. The other rows of the list are not printed\./);
  const printed = vi.spyOn(window, 'print').mockImplementation(printNow);
  onTestFinished(() => printed.mockRestore());
  await user.click(screen.getByText('Print'));
  await waitFor(() => expect(papers[1]).toMatch(/^21 .*All rows of the list: 21/));
  expect(within(table).getAllByRole('row')).toHaveLength(11);
});
