import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { PRACTICE } from '#lib/test/practice.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { DashboardPictures } from './DashboardPictures.tsx';

it('shows only pictures that the user may see, with the numbers of the server and links to their lists', async () => {
  const server = createFakeServer();
  server.on('GET /practice', { body: PRACTICE });
  server.on('GET /timecard/report/compliance', {
    body: {
      date: PRACTICE.today,
      totalEmployees: 6,
      onTimeCount: 3,
      lateCount: 2,
      absentCount: 1,
      notStartedCount: 0,
      compliancePercentage: 50,
      employeeArrivals: [],
    },
  });
  await showPage({
    server,
    pages: { '/': DashboardPictures },
    at: '/',
    permissions: ['Timecard.ViewReports'],
  });
  const table = await screen.findByRole('table', { name: 'Who has arrived for work today?' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map((row) => Array.from(row.children, ({ textContent }) => textContent))).toEqual([
    ['On Time', '3'],
    ['Late', '2'],
    ['Absent', '1'],
    ['Not Started', '0'],
  ]);
  expect(within(table).getByRole('link', { name: 'Late: 2' }).getAttribute('href')).toBe(
    `/timecard/reports?tab=compliance&date=${PRACTICE.today}&status=Late`,
  );
  expect(screen.getAllByRole('table')).toHaveLength(1);
});
