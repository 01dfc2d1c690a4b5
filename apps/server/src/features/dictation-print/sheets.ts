import type { Dictation } from '@portal/contract/dictations';
import { dateIn, todayIn } from '@portal/domain/date';
import { headerValues, printedDictation, reportSections } from '@portal/domain/dictation/print';
import { fillHeader } from '@portal/domain/report-header';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { SignedInContext } from '#http/context.ts';
import { reportHeaderOf, type ReportHeader } from '#templates/location-header.ts';
import type { DictationSheet } from './dictation-pdf.ts';

/** Dictations as they are printed, each with its location's header and footer. */
export async function sheetsOf(
  context: SignedInContext,
  dictations: readonly Dictation[],
): Promise<DictationSheet[]> {
  const { db, config } = context.deps;
  const headers = await headersOf(db, dictations, config.practice.name);
  const titles = await titlesOf(db, dictations);
  return dictations.map((dictation) =>
    sheetOf(context, dictation, headers.get(dictation.locationId), titles.get(dictation.providerId) ?? null),
  );
}

function sheetOf(
  { deps, now }: SignedInContext,
  dictation: Dictation,
  header: ReportHeader | undefined,
  providerTitle: string | null,
): DictationSheet {
  const { timeZone } = deps.config.practice;
  const values = headerValues(header?.values ?? {}, {
    providerName: dictation.providerName,
    // The signature keeps the title as it was then (decisions 52).
    providerTitle: dictation.signature === null ? providerTitle : dictation.signature.title,
    dictationDate: dateIn(timeZone, dictation.createdAt),
    today: todayIn(timeZone, now),
  });
  return {
    printed: printedDictation(dictation, reportSections(dictation.structure, dictation.formData), timeZone),
    headerHTML: fillHeader(header?.headerHTML ?? '', values),
    footerHTML: fillHeader(header?.footerHTML ?? '', values),
  };
}

async function headersOf(
  db: Db,
  dictations: readonly Dictation[],
  practice: string,
): Promise<ReadonlyMap<string, ReportHeader>> {
  const headers = new Map<string, ReportHeader>();
  for (const locationId of new Set(dictations.map((dictation) => dictation.locationId))) {
    const header = await reportHeaderOf(db, locationId, practice);
    if (header !== undefined) headers.set(locationId, header);
  }
  return headers;
}

async function titlesOf(
  db: Db,
  dictations: readonly Dictation[],
): Promise<ReadonlyMap<string, string | null>> {
  const ids = [...new Set(dictations.map(({ providerId }) => providerId))];
  const rows = await db
    .selectFrom('users')
    .select(['id', 'title'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}
