import type { Dictation } from '@portal/contract/dictations';
import { dateIn, todayIn } from '@portal/domain/date';
import { headerValues, printedDictation, storedReport } from '@portal/domain/dictation/print';
import { defaultReportHeader, fillHeader } from '@portal/domain/report-header';
import { passesRoleCheck } from '@portal/domain/roles';
import { mapInTurns } from '#platform/in-turns.ts';
import type { SignedInContext } from '#request/context.ts';
import { getReportHeader, type ReportHeader } from '#features/templates/index.ts';
import type { DictationSheet } from './dictation-pdf.ts';
import { findTitles, isSuperAdminOnly } from './print-repo.ts';

type PrintedHeader = Omit<ReportHeader, 'values'> & { readonly values: Readonly<Record<string, string>> };

/** Prepares dictations for print, each with its location's header and footer. */
export async function prepareSheets(
  context: SignedInContext,
  dictations: readonly Dictation[],
): Promise<DictationSheet[]> {
  const { db, config } = context.deps;
  const headers = new Map<string, PrintedHeader>();
  for (const locationId of new Set(dictations.map((dictation) => dictation.locationId)))
    headers.set(
      locationId,
      (await findVisibleHeader(context, locationId)) ?? {
        ...defaultReportHeader(config.practice.name),
        values: {},
      },
    );
  const providerIds = new Set(dictations.map(({ providerId }) => providerId));
  const titles = await findTitles(db, [...providerIds]);
  return mapInTurns(dictations, (dictation) =>
    sheetOf(context, dictation, headers.get(dictation.locationId), titles.get(dictation.providerId) ?? null),
  );
}

function sheetOf(
  { deps, now }: SignedInContext,
  dictation: Dictation,
  header: PrintedHeader | undefined,
  providerTitle: string | null,
): DictationSheet {
  const { practice } = deps.config;
  const { timeZone } = practice;
  const values = headerValues(header?.values ?? {}, {
    providerName: dictation.providerName,
    // A signature keeps the title from the time of signing.
    providerTitle: dictation.signature === null ? providerTitle : dictation.signature.title,
    dictationDate: dateIn(timeZone, dictation.createdAt),
    today: todayIn(timeZone, now),
  });
  return {
    printed: printedDictation(
      dictation,
      storedReport(dictation.structure, dictation.formData, { isSigned: dictation.signature !== null }),
      practice,
    ),
    headerHTML: fillHeader(header?.headerHTML ?? '', values),
    footerHTML: fillHeader(header?.footerHTML ?? '', values),
  };
}

/**
 * Finds a location's header and footer; undefined when the location does not exist or the caller may not see it. Only SuperAdmins
 * see SuperAdmin-only locations.
 */
export async function findVisibleHeader(
  { deps, user }: SignedInContext,
  locationId: string,
): Promise<ReportHeader | undefined> {
  // Only SuperAdmins pass a role check with an empty list.
  if (!passesRoleCheck(user.roles, []) && (await isSuperAdminOnly(deps.db, locationId))) return undefined;
  return getReportHeader(deps.db, locationId, deps.config.practice.name);
}
