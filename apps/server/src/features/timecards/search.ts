import type { AnswerOf, BodyOf } from '@portal/contract/endpoint';
import type { ListedTimecard, timecardSearch, timecardSearchExport } from '@portal/contract/timecards';
import { recordRead } from '#request/record-read.ts';
import type { SignedInContext } from '#request/context.ts';
import { exportList } from '#request/export-list.ts';
import { cardCsvColumns } from './card-csv.ts';
import { findCards } from './timecard-repo.ts';
import { spanOf } from './my-timecards.ts';
import { presentListed } from './timecard-view.ts';
import { allCardsOf, pageOfCards } from './search-repo.ts';

/** Searches everyone's cards, newest first. */
export async function searchCards(
  context: SignedInContext,
  body: BodyOf<typeof timecardSearch>,
): Promise<AnswerOf<typeof timecardSearch>> {
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
}

/** Exports everyone's matching cards, newest first. */
export async function exportCards(
  context: SignedInContext,
  body: BodyOf<typeof timecardSearchExport>,
): Promise<AnswerOf<typeof timecardSearchExport>> {
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
}
