import type { WeeklyReportRow } from '@portal/contract/timecard-reports';
import { addDays } from '@portal/domain/calendar';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Answer } from '#lib/test/fake-server.ts';
import { fillIn } from '#lib/test/fill-in.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { AppThemeProvider } from '#ui/AppThemeProvider.tsx';
import { timecardServer } from '../test/timecard-fixtures.ts';
import { TimecardReportsPage } from './TimecardReportsPage.tsx';

const HOUR = 3600;
const MONDAY = '2026-11-16';
const REPORT = '/timecard/report/weekly-all';

/** A week with these daily hours from Monday on; hours above 40 are overtime. */
function week(index: number, userName: string, hours: readonly number[]): WeeklyReportRow {
  const total = hours.reduce((sum, each) => sum + each, 0) * HOUR;
  const overtimeHours = Math.max(0, total - 40 * HOUR);
  return {
    userId: `22222222-2222-4222-8222-00000000000${index}`,
    userName,
    employeeId: `E-${index}`,
    // Indexed from Sunday, the last day of the week.
    dailyHours: [6, 0, 1, 2, 3, 4, 5].map((day) => ({
      date: addDays(MONDAY, day),
      workedHours: (hours[day] ?? 0) * HOUR,
      isUnconfirmed: false,
      isOwnCorrection: false,
    })),
    totalWeeklyHours: total,
    regularHours: total - overtimeHours,
    overtimeHours,
    hasOvertime: overtimeHours > 0,
    isUnconfirmed: false,
    isOwnCorrection: false,
    isClockedIn: false,
  };
}
const ANN = week(1, 'Ann Ames', [8, 8, 8, 8, 8, 0, 2.5]);
const BO = { ...week(2, 'Bo Baker', [8, 8, 8, 8, 8]), isClockedIn: true };

/** The chart takes its colors from the theme. */
const Page = () => (
  <AppThemeProvider>
    <TimecardReportsPage />
  </AppThemeProvider>
);

async function report(answer: Answer = { body: [ANN, BO] }, search = '', today?: string) {
  const server = timecardServer(today);
  server.on(`GET ${REPORT}`, answer);
  const page = await showPage({
    server,
    pages: { '/timecard/reports': Page },
    at: `/timecard/reports${search}`,
    permissions: ['Timecard.ViewReports'],
  });
  await screen.findByLabelText('Week Starting');
  const asked = () => server.calls.findLast(({ path }) => path === REPORT)?.query.get('weekStartDate');
  return { ...page, server, asked };
}
const rows = () =>
  Array.from(document.querySelectorAll('table[aria-label="Weekly hours"] tbody tr'), (row) =>
    Array.from(row.children, ({ textContent }) => textContent.trim()),
  );
const names = () => rows().map(([name]) => name);

describe('weekly hours', () => {
  it('are shown by day, Monday first, with overtime above the weekly threshold', async () => {
    const { user, router } = await report();
    await waitFor(() => expect(names()).toHaveLength(2));
    expect(rows()).toEqual([
      ['Ann Ames', '08:00', '08:00', '08:00', '08:00', '08:00', '—', '02:30', '42:30', '40:00', '02:30'],
      ['Bo Baker At work', '08:00', '08:00', '08:00', '08:00', '08:00', '—', '—', '40:00', '40:00', '—'],
    ]);
    const headers = within(screen.getByRole('table', { name: 'Weekly hours' }))
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent.slice(0, 3));
    expect(headers.join(' ')).toBe('Emp Mon Tue Wed Thu Fri Sat Sun Tot Reg Ove');
    const tabs = screen.getAllByRole('tab').map(({ textContent }) => textContent);
    expect(tabs).toEqual(['Weekly Hours', 'Overtime Report', 'Arrival Compliance']);
    await user.click(screen.getByText('Overtime Report'));
    await waitFor(() => expect(router.state.location.search).toContain('tab=overtime'));
  });

  it('are sorted by the selected column', async () => {
    const { user } = await report();
    await waitFor(() => expect(names()).toHaveLength(2));
    await user.click(screen.getByText('Overtime', { selector: 'th *' }));
    await waitFor(() => expect(names()).toEqual(['Bo Baker At work', 'Ann Ames']));
    await user.click(screen.getByText('Overtime', { selector: 'th *' }));
    await waitFor(() => expect(names()).toEqual(['Ann Ames', 'Bo Baker At work']));
  });

  it('are searched by name or employee ID', async () => {
    const { user } = await report();
    await waitFor(() => expect(names()).toHaveLength(2));
    const search = async (text: string) => {
      await fillIn(user, screen.getByLabelText('Search employees'), text);
      await user.keyboard('{Enter}');
    };
    await search('e-2');
    await waitFor(() => expect(names()).toEqual(['Bo Baker At work']));
    await search('zoe');
    expect(await screen.findByText('No employees match the search')).toBeTruthy();
  });

  it('cannot be exported or printed if empty', async () => {
    await report({ body: [] });
    expect(await screen.findByText('No hours recorded this week')).toBeTruthy();
    expect(screen.getByText('Export CSV')).toHaveProperty('disabled', true);
    expect(screen.getByText('Print')).toHaveProperty('disabled', true);
  });

  it('stay on screen after a failed export, with an error', async () => {
    const { user, server } = await report();
    await waitFor(() => expect(names()).toHaveLength(2));
    server.on(`GET ${REPORT}/export`, { status: 500, body: {} });
    await user.click(screen.getByText('Export CSV'));
    expect(await screen.findAllByText(/^Failed to export the CSV file/)).not.toHaveLength(0);
    expect(names()).toHaveLength(2);
  });
});

describe('week picker', () => {
  it('starts with the practice’s current week, which includes Sunday', async () => {
    const { asked } = await report(undefined, '', '2026-11-22');
    await waitFor(() => expect(asked()).toBe(MONDAY));
  });

  it('converts any day to the Monday of its week, also in the URL', async () => {
    const { user, asked, router } = await report();
    await fillIn(user, screen.getByLabelText('Week Starting'), '11/08/2026');
    await waitFor(() => expect(asked()).toBe('2026-11-02'));
    expect(router.state.location.search).toBe('?week=2026-11-02');
  });

  it.each([
    // Clocks go back in the first week and forward in the second.
    ['2026-10-26', 'Next week', '2026-11-02', 'Mon 11/02'],
    ['2026-03-09', 'Previous week', '2026-03-02', 'Mon 03/02'],
  ])('steps by whole weeks across a clock change: from %s, %s', async (from, button, to, header) => {
    const { user, asked } = await report(undefined, `?week=${from}`);
    await user.click(screen.getByLabelText(button));
    await waitFor(() => expect(asked()).toBe(to));
    expect(await screen.findByText(header)).toBeTruthy();
  });

  it('moves two weeks on two quick clicks', async () => {
    const { asked } = await report();
    const next = screen.getByLabelText('Next week');
    // The second click happens before the first one is rendered.
    act(() => {
      next.click();
      next.click();
    });
    await waitFor(() => expect(asked()).toBe('2026-11-30'));
  });
});
