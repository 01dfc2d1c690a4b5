import type { QueryOf } from '@portal/contract/endpoint';
import { myTimecards, myTimecardsExport } from '@portal/contract/timecards';
import { addDays, startOfDay } from '@portal/domain/calendar';
import { fileDate, todayIn } from '@portal/domain/date';
import { clampPage } from '@portal/domain/list';
import { recordRead } from '#request/record-read.ts';
import type { SignedInContext } from '#request/context.ts';
import { listOwnCards, listOwnMoments, type Span } from './timecard-repo.ts';
import { cardCsvColumns } from './reports/card-csv.ts';
import { csvFile } from './reports/csv-file.ts';
import { hoursIn, presentListed } from './timecard-view.ts';
import { atWork } from './at-work.ts';

const DEFAULT_DAYS = 30;

/** The time range of two dates in the practice's time zone, both inclusive. */
export function spanOf(zone: string, startDate: string, endDate: string): Span {
  return {
    from: new Date(startOfDay(zone, startDate)),
    to: new Date(startOfDay(zone, addDays(endDate, 1))),
  };
}

type Range = QueryOf<typeof myTimecardsExport>;

/** The requested dates; by default, the last 30 days. */
function ownSpan({ deps, now }: SignedInContext, { startDate, endDate }: Range): Span {
  const zone = deps.config.practice.timeZone;
  const last = endDate ?? todayIn(zone, now);
  return spanOf(zone, startDate ?? addDays(last, 1 - DEFAULT_DAYS), last);
}

/** Lists a page of the caller's own cards, newest first; the totals cover the whole range. */
export const getMyTimecards = atWork(myTimecards, async (context, { query }) => {
  const { db, config } = context.deps;
  const zone = config.practice.timeZone;
  const span = ownSpan(context, query);
  const all = await listOwnMoments(db, context.user.id, span, context.now);
  const page = clampPage({ ...query, totalCount: all.length });
  const rows = await listOwnCards(db, zone, context.user.id, { span, now: context.now }, page);
  const seconds = all.map((row) => hoursIn(row, span, context.now));
  return {
    data: rows.map((row) => presentListed(row, zone, span, context.now)),
    totalCount: all.length,
    totalHours: seconds.reduce((total, value) => total + value, 0),
  };
});

/** Exports the caller's own cards as CSV, with the columns of the screen. */
export const exportMyTimecards = atWork(myTimecardsExport, async (context, { query: range }) => {
  const { config, reports } = context.deps;
  const zone = config.practice.timeZone;
  const span = ownSpan(context, range);
  const { now } = context;
  const rows = await reports.run((db) => listOwnCards(db, zone, context.user.id, { span, now }));
  const columns = cardCsvColumns(config.practice);
  const cells = Object.values(columns);
  const lines = rows
    .map((row) => presentListed(row, zone, span, now))
    .map((card) => cells.map((cell) => cell(card)));
  await recordRead(context, { action: 'Exported', entityType: 'Timecard', entityId: null });
  return csvFile(`timecard-history-${fileDate(context.now, zone)}`, [Object.keys(columns), ...lines]);
});
