import * as reports from '@portal/contract/timecard-reports';
import * as schedules from '@portal/contract/timecard-schedules';
import * as timecards from '@portal/contract/timecards';
import type { Endpoint } from '@portal/contract/endpoint';
import type { Binder, Handler } from '#http/bind.ts';
import type { RequestContext } from '#request/context.ts';
import { addSchedule, changeSchedule, removeSchedule } from './change-schedule.ts';
import { beginLunch, clockIn, clockOut, finishLunch, getActive } from './clock-service.ts';
import { getCompliance } from './compliance.ts';
import { addCard, changeCard, confirmCard, deleteCard, getCard } from './correct-timecard.ts';
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
  bindAtWork(binder, timecards.timecardClockIn, ({ body }, context) => clockIn(context, body));
  bindAtWork(binder, timecards.timecardClockOut, ({ params }, context) => clockOut(context, params.id));
  bindAtWork(binder, timecards.timecardLunchStart, ({ params }, context) => beginLunch(context, params.id));
  bindAtWork(binder, timecards.timecardLunchEnd, ({ params }, context) => finishLunch(context, params.id));
  bindAtWork(binder, timecards.timecardActive, (_input, context) => getActive(context));
  bindAtWork(binder, timecards.myTimecards, ({ query }, context) => getMyTimecards(context, query));
  bindAtWork(binder, timecards.myTimecardsExport, ({ query }, context) => exportMyTimecards(context, query));
  bindAtWork(binder, timecards.timecardGet, ({ params }, context) => getCard(context, params.id));
  bindAtWork(binder, timecards.timecardSearchExport, ({ body }, context) => exportCards(context, body));
  bindAtWork(binder, timecards.timecardSearch, ({ body }, context) => searchCards(context, body));
  bindAtWork(binder, timecards.timecardAdd, ({ body }, context) => addCard(context, body));
  bindAtWork(binder, timecards.timecardChange, ({ params, body }, context) =>
    changeCard(context, params.id, body),
  );
  bindAtWork(binder, timecards.timecardConfirm, ({ params, body }, context) =>
    confirmCard(context, params.id, body),
  );
  bindAtWork(binder, timecards.timecardDelete, ({ params, body }, context) =>
    deleteCard(context, params.id, body),
  );
}

function bindReports(binder: Binder): void {
  bindAtWork(binder, reports.timecardWeekly, ({ query }, context) =>
    getWeek(context, query.userId, query.weekStartDate),
  );
  bindAtWork(binder, reports.timecardWeeklyAll, ({ query }, context) =>
    getWeeks(context, query.weekStartDate),
  );
  bindAtWork(binder, reports.timecardWeeklyExport, ({ query }, context) =>
    exportWeeks(context, query.weekStartDate),
  );
  bindAtWork(binder, reports.timecardOvertime, ({ query }, context) =>
    getOvertime(context, query.weekStartDate),
  );
  bindAtWork(binder, reports.timecardCompliance, ({ query }, context) => getCompliance(context, query.date));
}

function bindSchedules(binder: Binder): void {
  bindAtWork(binder, schedules.timecardPeople, ({ query }, context) => getPeople(context, query));
  bindAtWork(binder, schedules.scheduleMine, (_input, context) => getSchedule(context, context.user.id));
  bindAtWork(binder, schedules.scheduleToday, (_input, context) => getToday(context));
  bindAtWork(binder, schedules.schedulePeople, ({ query }, context) => getSchedulePeople(context, query));
  bindAtWork(binder, schedules.scheduleOfUser, ({ params, query }, context) =>
    getSchedule(context, params.userId, query.includeEnded),
  );
  bindAtWork(binder, schedules.scheduleAdd, ({ body }, context) => addSchedule(context, body));
  bindAtWork(binder, schedules.scheduleChange, ({ params, body }, context) =>
    changeSchedule(context, params.id, body),
  );
  bindAtWork(binder, schedules.scheduleDelete, ({ params, query }, context) =>
    removeSchedule(context, params.id, query),
  );
  bindAtWork(binder, schedules.scheduleSetWeek, ({ params, body }, context) =>
    setWeek(context, params.userId, body),
  );
  bindAtWork(binder, schedules.scheduleCopy, ({ body }, context) => copyWeek(context, body));
}

/** Binds an endpoint whose `now` is the database's clock: times of work must not depend on the process that records them. */
function bindAtWork<E extends Endpoint>(binder: Binder, endpoint: E, handler: Handler<E>): void {
  binder.bindPrepared(endpoint, async ({ deps }) => {
    const now = await deps.databaseTime(deps.db);
    return (input, context) => handler(input, at(context, now));
  });
}

const at = <C extends RequestContext>(context: C, now: Date): C => ({ ...context, now });
