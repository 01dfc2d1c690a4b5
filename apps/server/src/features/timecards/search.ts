import { type ListedTimecard, timecardSearch, timecardSearchExport } from '@portal/contract/timecards';
import { recordRead } from '#request/record-read.ts';
import { exportList } from '#request/export-list.ts';
import { cardCsvColumns } from './reports/card-csv.ts';
import { findCards } from './timecard-repo.ts';
import { spanOf } from './my-timecards.ts';
import { presentListed } from './timecard-view.ts';
import { allCardsOf, pageOfCards } from './search-repo.ts';
import { atWork } from './at-work.ts';

/** Searches everyone's cards, newest first. */
export const searchCards = atWork(timecardSearch, async (context, { body }) => {
  const { db, config } = context.deps;
  const zone = config.practice.timeZone;
  const { userId, status, startDate, endDate } = body;
  const span = spanOf(zone, startDate, endDate);
  const filter = { ...span, userId, status, now: context.now };
  const { ids, ...totals } = await pageOfCards(db, filter, body);
  const rows = await findCards(db, zone, ids);
  await recordRead(context, {
    action: 'Accessed',
    entityType: 'Timecard',
    entityId: null,
    newValues: { userId, status, startDate, endDate },
  });
  return { data: rows.map((row) => presentListed(row, zone, span, context.now)), ...totals };
});

/** Exports everyone's matching cards, newest first. */
export const exportCards = atWork(timecardSearchExport, async (context, { body }) => {
  const { practice } = context.deps.config;
  const zone = practice.timeZone;
  const { userId, status, startDate, endDate } = body;
  const span = spanOf(zone, startDate, endDate);
  return exportList<ListedTimecard>(context, {
    name: 'timecards',
    entityType: 'Timecard',
    filter: body,
    part: allCardsOf({ ...span, userId, status, now: context.now }),
    find: async (db, ids) =>
      (await findCards(db, zone, ids)).map((row) => presentListed(row, zone, span, context.now)),
    columns: { Employee: ({ userName }) => userName, ...cardCsvColumns(practice) },
  });
});
