import { permission } from '@portal/contract/endpoint';
import type { RouteObject } from 'react-router';
import { page } from './page.ts';

const own = permission('Timecard.View');
const schedules = permission('Timecard.ManageSchedules');

/** Routes of timecards, their reports and schedules. */
export const timecardsRoutes: RouteObject[] = [
  page('/timecard', {
    title: 'Timecard',
    guard: own,
    load: async () => (await import('#features/timecards/TimecardPage.tsx')).TimecardPage,
  }),
  page('/timecard/history', {
    title: 'Timecard History',
    guard: own,
    load: async () => (await import('#features/timecards/TimecardHistoryPage.tsx')).TimecardHistoryPage,
  }),
  page('/timecard/schedule', {
    title: 'My Schedule',
    guard: own,
    load: async () => (await import('#features/timecards/MySchedulePage.tsx')).MySchedulePage,
  }),
  page('/timecard/reports', {
    title: 'Timecard Reports',
    guard: permission('Timecard.ViewReports'),
    load: async () => (await import('#features/timecards/TimecardReportsPage.tsx')).TimecardReportsPage,
  }),
  page('/timecard/schedules', {
    title: 'Schedule Management',
    guard: schedules,
    load: async () => (await import('#features/timecards/SchedulesPage.tsx')).SchedulesPage,
  }),
  page('/timecard/schedules/:userId', {
    title: 'Edit Schedule',
    guard: schedules,
    load: async () => (await import('#features/timecards/ScheduleEditPage.tsx')).ScheduleEditPage,
  }),
];
