import * as reports from '@portal/contract/timecard-reports';
import * as schedules from '@portal/contract/timecard-schedules';
import { atWork } from './at-work.ts';
import { getWeeks } from './reports/weekly-reports.ts';
import { getPeople, getSchedule } from './schedules/read-schedules.ts';

export * from './schedules/change-schedule.ts';
export * from './clock-service.ts';
export * from './reports/compliance.ts';
export * from './correct-timecard.ts';
export * from './my-timecards.ts';
export * from './schedules/read-schedules.ts';
export * from './search.ts';
export * from './schedules/set-week.ts';
export * from './reports/weekly-reports.ts';

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
