import EditCalendarOutlined from '@mui/icons-material/EditCalendarOutlined';
import AssessmentOutlined from '@mui/icons-material/AssessmentOutlined';
import AccessTimeOutlined from '@mui/icons-material/AccessTimeOutlined';
import { permission } from '@portal/contract/endpoint';
import type { RouteObject } from 'react-router';
import { CorrectionsBadge } from '../shell/WaitingBadge.tsx';
import { page } from './page.ts';

const own = permission('Timecard.View');
const schedules = permission('Timecard.ManageSchedules');

/** Routes of timecards, their reports and schedules. */
export const timecardsRoutes: RouteObject[] = [
  page('/timecard', {
    title: 'Timecard',
    menu: { group: 'daily', icon: AccessTimeOutlined, key: 't' },
    help: 'timecards',
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
    load: async () => (await import('#features/timecards/schedules/MySchedulePage.tsx')).MySchedulePage,
  }),
  page('/timecard/reports', {
    title: 'Timecard Reports',
    menu: { group: 'practice', icon: AssessmentOutlined, key: 'r', Badge: CorrectionsBadge },
    help: 'timecards#reports-for-managers',
    guard: permission('Timecard.ViewReports'),
    load: async () =>
      (await import('#features/timecards/reports/TimecardReportsPage.tsx')).TimecardReportsPage,
  }),
  page('/timecard/schedules', {
    title: 'Schedule Management',
    menu: { group: 'practice', icon: EditCalendarOutlined, key: 's' },
    help: 'timecards#schedules',
    guard: schedules,
    load: async () => (await import('#features/timecards/schedules/SchedulesPage.tsx')).SchedulesPage,
  }),
  page('/timecard/schedules/:userId', {
    title: 'Edit Schedule',
    guard: schedules,
    load: async () => (await import('#features/timecards/schedules/ScheduleEditPage.tsx')).ScheduleEditPage,
  }),
];
