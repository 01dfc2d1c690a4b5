import type { ResultOf } from '@portal/contract/endpoint';
import type { timecardOvertime, WeeklyReportRow } from '@portal/contract/timecard-reports';
import { addDays } from '@portal/domain/calendar';
import { render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { TimecardReportsPage } from './TimecardReportsPage.tsx';
import { weeklyColumns } from './weekly-columns.tsx';

const MONDAY = '2026-11-16';
const HOUR = 3600;
const NOTE = /^Timecards open over 16 hours count up to 16 hours, marked as unconfirmed/;

type Report = ResultOf<typeof timecardOvertime>;
type Row = Report['employeesWithOvertime'][number];
const person = (index: number): Row => ({
  userId: `22222222-2222-4222-8222-${String(index).padStart(12, '0')}`,
  userName: `Person ${String(index).padStart(2, '0')}`,
  employeeId: `E-${index}`,
  totalHours: 50 * HOUR - index * 60,
  regularHours: 40 * HOUR,
  overtimeHours: 10 * HOUR - index * 60,
  isUnconfirmed: index === 1,
  isOwnCorrection: index === 2,
});

async function showOvertime(employeesWithOvertime: readonly Row[]) {
  const server = createFakeServer();
  server.on('GET /practice', {
    body: {
      name: 'Harbor “Pain” & Spine',
      timeZone: 'America/New_York',
      clock: '12',
      emailDomain: 'p.example',
      otherStates: false,
      today: '2026-11-21',
    },
  });
  server.on('GET /timecard/report/overtime', {
    body: {
      totalEmployeesWithOvertime: employeesWithOvertime.length,
      totalOvertimeHours: 70 * HOUR,
      weekStartDate: MONDAY,
      weekEndDate: addDays(MONDAY, 6),
      weeklyThreshold: 40 * HOUR,
      dailyThreshold: null,
      employeesWithOvertime,
    },
  });
  const page = await showPage({
    server,
    pages: { '/timecard/reports': TimecardReportsPage },
    at: `/timecard/reports?tab=overtime&week=${MONDAY}`,
    permissions: ['Timecard.ViewReports'],
  });
  await screen.findByText('Person 00');
  return page;
}

/** Collects the print sheets between the two print events, like a browser. */
function printedSheets(): Element[] {
  const sheets: Element[] = [];
  vi.spyOn(window, 'print').mockImplementation(() => {
    window.dispatchEvent(new Event('beforeprint'));
    for (const sheet of document.querySelectorAll('[data-print-sheet]')) {
      const copy = document.createElement('div');
      copy.innerHTML = sheet.innerHTML;
      sheets.push(copy);
    }
    window.dispatchEvent(new Event('afterprint'));
  });
  return sheets;
}
afterEach(() => vi.restoreAllMocks());

const figure = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;

it('prints all rows with practice, filter and page numbers, and removes the print sheet', async () => {
  const { user } = await showOvertime(Array.from({ length: 60 }, (_, index) => person(index)));
  const sheets = printedSheets();
  expect(within(screen.getByRole('table', { name: 'Overtime' })).getAllByRole('row')).toHaveLength(26);
  await user.click(screen.getByText('Print'));
  expect(sheets).toHaveLength(1);
  const [sheet] = sheets;
  expect(sheet?.querySelectorAll('tbody tr')).toHaveLength(60);
  expect(sheet?.querySelector('tbody tr:last-child')?.textContent).toContain('Person 59');
  expect(sheet?.querySelector('[data-letterhead] strong')?.textContent).toBe('Harbor “Pain” & Spine');
  expect(sheet?.querySelector('h1')?.textContent).toBe('Overtime Report');
  expect(sheet?.querySelector('dl > div')?.textContent).toBe('Week11/16/2026 – 11/22/2026');
  const styles = sheet?.querySelector('style')?.textContent;
  expect(styles).toContain('Overtime Report · Week: 11');
  expect(styles).toContain('"Page " counter(page) " of " counter(pages)');
  await waitFor(() => expect(document.querySelector('[data-print-sheet]')).toBeNull());
});

it('marks unconfirmed hours and explains the mark, on screen and in print', async () => {
  const { user } = await showOvertime([person(0), person(1)]);
  const [, confirmed, unconfirmed] = screen.getAllByRole('row');
  expect(unconfirmed?.textContent).toContain('Over 16 h, unconfirmed');
  expect(confirmed?.textContent).not.toContain('unconfirmed');
  expect(screen.getByText(NOTE)).toBeTruthy();
  const sheets = printedSheets();
  await user.click(screen.getByText('Print'));
  expect(sheets[0]?.querySelector('p')?.textContent).toMatch(NOTE);
});

it('shows the totals of the week above the table', async () => {
  await showOvertime([person(0), person(1)]);
  expect(figure('Employees with Overtime')).toBe('2');
  expect(figure('Total Overtime')).toBe('70:00');
  expect(figure('Week Period')).toBe('11/16/2026 – 11/22/2026');
});

it('shows no explanation in a week without unconfirmed hours', async () => {
  await showOvertime([person(0)]);
  expect(screen.queryByText(NOTE)).toBeNull();
});

it('marks the days with unconfirmed hours and own corrections', () => {
  const row: WeeklyReportRow = {
    ...person(1),
    dailyHours: [6, 0, 1, 2, 3, 4, 5].map((day, weekday) => ({
      date: addDays(MONDAY, day),
      workedHours: ([0, 16, 8][weekday] ?? 0) * HOUR,
      isUnconfirmed: weekday === 1,
      isOwnCorrection: weekday === 2,
    })),
    totalWeeklyHours: 24 * HOUR,
    hasOvertime: false,
    isOwnCorrection: true,
    isClockedIn: false,
  };
  const columns = weeklyColumns(MONDAY).map(({ id, header, render: cell }) => ({ id, header, render: cell }));
  render(
    <PlainTable
      label="Weekly hours"
      columns={columns}
      rows={[row]}
      rowKey={({ userId }) => userId}
      rowLabel={({ userName }) => userName}
    />,
  );
  const cells = Array.from(screen.getAllByRole('row')[1]?.children ?? [], ({ textContent }) => textContent);
  expect(cells.slice(0, 4)).toEqual([
    'Person 01 Over 16 h, unconfirmedOwn correction',
    '16:00* unconfirmed',
    '08:00* own correction',
    '—',
  ]);
});
