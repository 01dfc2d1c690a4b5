import * as reports from '@portal/contract/timecard-reports';
import * as schedules from '@portal/contract/timecard-schedules';
import * as timecards from '@portal/contract/timecards';
import type { Binder } from '#http/bind.ts';
import { addSchedule, changeSchedule, removeSchedule } from './change-schedule.ts';
import { beginLunch, clockIn, clockOut, finishLunch, getActive } from './clock-service.ts';
import { getCompliance } from './compliance.ts';
import { addCard, changeCard, deleteCard, getCard } from './correct-timecard.ts';
import { exportMyTimecards, getMyTimecards } from './my-timecards.ts';
import { getPeople, getSchedule, getSchedulePeople, getToday } from './read-schedules.ts';
import { exportCards, searchCards } from './search.ts';
import { copyWeek, setWeek } from './set-week.ts';
import { exportWeeks, getOvertime, getWeek, getWeeks } from './weekly-reports.ts';

/** Binds the routes for timecards, reports and schedules. */
export function bindTimecards(binder: Binder): void {
  bindCards(binder);
  bindReports(binder);
  bindSchedules(binder);
}

function bindCards(binder: Binder): void {
  binder.bind(timecards.timecardClockIn, ({ body }, context) => clockIn(context, body));
  binder.bind(timecards.timecardClockOut, ({ params }, context) => clockOut(context, params.id));
  binder.bind(timecards.timecardLunchStart, ({ params }, context) => beginLunch(context, params.id));
  binder.bind(timecards.timecardLunchEnd, ({ params }, context) => finishLunch(context, params.id));
  binder.bind(timecards.timecardActive, (_input, context) => getActive(context));
  binder.bind(timecards.myTimecards, ({ query }, context) => getMyTimecards(context, query));
  binder.bind(timecards.myTimecardsExport, ({ query }, context) => exportMyTimecards(context, query));
  binder.bind(timecards.timecardGet, ({ params }, context) => getCard(context, params.id));
  binder.bind(timecards.timecardSearchExport, ({ body }, context) => exportCards(context, body));
  binder.bind(timecards.timecardSearch, ({ body }, context) => searchCards(context, body));
  binder.bind(timecards.timecardAdd, ({ body }, context) => addCard(context, body));
  binder.bind(timecards.timecardChange, ({ params, body }, context) => changeCard(context, params.id, body));
  binder.bind(timecards.timecardDelete, ({ params, body }, context) => deleteCard(context, params.id, body));
}

function bindReports(binder: Binder): void {
  binder.bind(reports.timecardWeekly, ({ query }, context) =>
    getWeek(context, query.userId, query.weekStartDate),
  );
  binder.bind(reports.timecardWeeklyAll, ({ query }, context) => getWeeks(context, query.weekStartDate));
  binder.bind(reports.timecardWeeklyExport, ({ query }, context) =>
    exportWeeks(context, query.weekStartDate),
  );
  binder.bind(reports.timecardOvertime, ({ query }, context) => getOvertime(context, query.weekStartDate));
  binder.bind(reports.timecardCompliance, ({ query }, context) => getCompliance(context, query.date));
}

function bindSchedules(binder: Binder): void {
  binder.bind(schedules.timecardPeople, ({ query }, context) => getPeople(context, query));
  binder.bind(schedules.scheduleMine, (_input, context) => getSchedule(context, context.user.id));
  binder.bind(schedules.scheduleToday, (_input, context) => getToday(context));
  binder.bind(schedules.schedulePeople, ({ query }, context) => getSchedulePeople(context, query));
  binder.bind(schedules.scheduleOfUser, ({ params }, context) => getSchedule(context, params.userId));
  binder.bind(schedules.scheduleAdd, ({ body }, context) => addSchedule(context, body));
  binder.bind(schedules.scheduleChange, ({ params, body }, context) =>
    changeSchedule(context, params.id, body),
  );
  binder.bind(schedules.scheduleDelete, ({ params }, context) => removeSchedule(context, params.id));
  binder.bind(schedules.scheduleSetWeek, ({ params, body }, context) =>
    setWeek(context, params.userId, body),
  );
  binder.bind(schedules.scheduleCopy, ({ body }, context) => copyWeek(context, body));
}
