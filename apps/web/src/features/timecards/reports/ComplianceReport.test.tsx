import type { EmployeeArrival } from '@portal/contract/timecard-reports';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { showPage } from '#lib/test/show-page.tsx';
import { timecardServer, TODAY } from '../test/timecard-fixtures.ts';
import { TimecardReportsPage } from './TimecardReportsPage.tsx';

const REPORT = '/timecard/report/compliance';
const arrival = (index: number, change: Partial<EmployeeArrival>): EmployeeArrival => ({
  userId: `22222222-2222-4222-8222-00000000000${index}`,
  userName: `Person ${index}`,
  employeeId: '',
  scheduledArrival: '2026-11-21T13:00:00.000Z',
  actualArrival: null,
  isAbsent: false,
  isOnTime: false,
  minutesLate: 0,
  status: 'Not Started',
  isOwnCorrection: false,
  ...change,
});
const ARRIVALS = [
  arrival(1, { status: 'Not Started', scheduledArrival: '2026-11-21T22:00:00.000Z' }),
  arrival(2, { status: 'On Time', actualArrival: '2026-11-21T13:02:00.000Z', isOnTime: true }),
  arrival(3, { status: 'Late', actualArrival: '2026-11-21T13:01:00.000Z', minutesLate: 1 }),
  arrival(4, { status: 'Absent', isAbsent: true }),
];

async function report(employeeArrivals: readonly EmployeeArrival[], compliancePercentage: number | null) {
  const server = timecardServer();
  const count = (status: string) => employeeArrivals.filter((each) => each.status === status).length;
  server.on(`GET ${REPORT}`, ({ query }) => ({
    body: {
      date: query.get('date'),
      totalEmployees: employeeArrivals.length,
      onTimeCount: count('On Time'),
      lateCount: count('Late'),
      absentCount: count('Absent'),
      notStartedCount: count('Not Started'),
      compliancePercentage,
      employeeArrivals,
    },
  }));
  const page = await showPage({
    server,
    pages: { '/timecard/reports': TimecardReportsPage },
    at: '/timecard/reports?tab=compliance',
    permissions: ['Timecard.ViewReports'],
  });
  await screen.findByLabelText('Report Date');
  const asked = () => server.calls.findLast(({ path }) => path === REPORT)?.query.get('date');
  return { ...page, asked };
}
const rate = () => screen.getByText('Compliance Rate').nextElementSibling?.textContent;
const rows = () => Array.from(document.querySelectorAll('tbody tr'), ({ textContent }) => textContent);
const texts = (elements: Iterable<Element>) => Array.from(elements, ({ textContent }) => textContent);

describe('arrival compliance', () => {
  it('shows times in the practice’s time zone and minutes late, and sorts by severity', async () => {
    const { user } = await report(ARRIVALS, 33.3);
    await screen.findByText('Person 1');
    expect(rows()[2]).toBe('Person 3 8:00 AM8:01 AMLate1 minute');
    await user.click(screen.getByRole('button', { name: 'Status' }));
    await waitFor(() =>
      expect(rows()).toEqual([
        'Person 4 8:00 AM—Absent—',
        'Person 3 8:00 AM8:01 AMLate1 minute',
        'Person 2 8:00 AM8:02 AMOn Time—',
        'Person 1 5:00 PM—Not Started—',
      ]),
    );
  });

  it('shows a row for each employee, and the totals', async () => {
    await report(ARRIVALS, 33.3);
    await screen.findByText('Person 1');
    expect(texts(screen.getAllByRole('columnheader'))).toEqual([
      'Employee',
      'Scheduled Arrival',
      'Actual Arrival',
      'Status',
      'Minutes Late',
    ]);
    expect(texts(document.querySelectorAll('dt'))).toEqual([
      'Total Employees',
      'On Time',
      'Late',
      'Compliance Rate',
    ]);
  });

  it('shows the counts below the bar, without zeros', async () => {
    await report(ARRIVALS.slice(1), 33.3);
    const bar = within(await screen.findByLabelText('Arrivals by status'));
    expect(bar.getByText(/^1 on time/)).toBeTruthy();
    expect(bar.queryByText(/not started/)).toBeNull();
  });

  it.each([
    [89.9, '89.9%'],
    [90, '90%Good'],
    [null, '—'],
  ])('shows a rate of %s as %s', async (percentage, text) => {
    await report(ARRIVALS, percentage);
    await waitFor(() => expect(rate()).toBe(text));
  });

  it('shows an empty state without shifts', async () => {
    await report([], null);
    expect(await screen.findByText('No one is scheduled on this day')).toBeTruthy();
    expect(screen.queryByLabelText('Arrivals by status')).toBeNull();
  });

  it('starts with the practice’s current date, and steps by day', async () => {
    const { user, asked, router } = await report(ARRIVALS, 50);
    await waitFor(() => expect(asked()).toBe(TODAY));
    await user.click(screen.getByLabelText('Previous day'));
    await waitFor(() => expect(asked()).toBe('2026-11-20'));
    expect(router.state.location.search).toContain('date=2026-11-20');
  });
});
