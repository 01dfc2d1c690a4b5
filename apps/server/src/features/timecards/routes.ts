import * as reports from '@portal/contract/timecard-reports';
import * as schedules from '@portal/contract/timecard-schedules';
import { atWork } from './at-work.ts';
import { getWeeks } from './weekly-reports.ts';
import { getPeople, getSchedule } from './read-schedules.ts';

export * from './change-schedule.ts';
export * from './clock-service.ts';
export * from './compliance.ts';
export * from './correct-timecard.ts';
export * from './my-timecards.ts';
export * from './read-schedules.ts';
export * from './search.ts';
export * from './set-week.ts';
export * from './weekly-reports.ts';

export const timecardWeeklyAll = atWork(reports.timecardWeeklyAll, (context, { query }) =>
  getWeeks(context, query.weekStartDate),
);
export const timecardPeople = atWork(schedules.timecardPeople, (context, { query }) =>
  getPeople(context, query),
);
export const scheduleMine = atWork(schedules.scheduleMine, (context) =>
  getSchedule(context, context.user.id),
);
export const scheduleOfUser = atWork(schedules.scheduleOfUser, (context, { params, query }) =>
  getSchedule(context, params.userId, query.includeEnded),
);
